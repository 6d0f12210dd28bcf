"""Regular expressions that are compiled on first use.

Compiling takes 0.1 to 3 ms each, and most pages need only a third of ours, so a process that reads one page should not
wait for all. An invalid expression is only noticed when it is used, so the tests use every one.
"""

from __future__ import annotations

import functools
import re
from typing import Any, AnyStr, Final, cast

__all__ = ["MARKS", "each_mark", "pattern"]

# ``\w`` does not match vowel signs and other marks, without which words of these scripts would be split: Hebrew,
# Arabic, the scripts of India, Thai, Lao, Tibetan, Burmese, Khmer. Also marks that compose with no letter.
MARKS: Final = (
    r"\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    r"\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u09d7\u0a01-\u0a03\u0a3c-\u0a51"
    r"\u0a70\u0a71\u0a81-\u0a83\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bcd\u0c00-\u0c04\u0c3e-\u0c56"
    r"\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d4d\u0d57\u0d81-\u0d83\u0dca-\u0df3"
    r"\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3"
)


@functools.cache
def each_mark() -> frozenset[str]:
    """The characters that ``MARKS`` stands for."""
    return frozenset(re.findall(f"[{MARKS}]", "".join(map(chr, range(0x300, 0x1800)))))


def pattern(expression: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Like ``re.compile``, but compiles when a method is first used. The result is not an ``re.Pattern``."""
    return cast("re.Pattern[AnyStr]", _Uncompiled(expression, flags))


class _Uncompiled:
    def __init__(self, expression: str | bytes, flags: int) -> None:
        self._expression = expression
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            # copy and pickle look these up before ``__init__``.
            raise AttributeError(name)
        # Cached as an ordinary attribute, so that later calls are as fast as a pattern's own.
        value = self.__dict__[name] = getattr(re.compile(self._expression, self._flags), name)
        return value
