"""Regular expressions that are compiled on first use.

Compiling takes 0.1 to 3 ms each, and most pages need a third of ours: a process that reads one page should not wait for
all. An invalid expression is found only when it is used, so the tests use every one.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

__all__ = ["pattern"]


def pattern(expression: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Like ``re.compile``, but compiled when a method is first used. The result is of another class."""
    return cast("re.Pattern[AnyStr]", _Uncompiled(expression, flags))


class _Uncompiled:
    def __init__(self, expression: str | bytes, flags: int) -> None:
        self._expression = expression
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            # copy and pickle ask before ``__init__``.
            raise AttributeError(name)
        # Kept as an ordinary attribute, so that later calls are as fast as those of a pattern.
        value = self.__dict__[name] = getattr(re.compile(self._expression, self._flags), name)
        return value
