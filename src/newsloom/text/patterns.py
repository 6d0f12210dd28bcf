"""Regular expressions that are compiled when they are first used.

An expression goes in, what stands for its pattern comes out. Python compiles an expression in a tenth of a millisecond
to three milliseconds, and most pages need a third of ours: a process that reads one page would wait for all of them.
An expression that cannot be compiled is only found out by its use: the tests use every one.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

__all__ = ["pattern"]


def pattern(expression: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What ``re.compile`` gives, for all that a pattern's methods are asked for; its class is another."""
    return cast("re.Pattern[AnyStr]", _Uncompiled(expression, flags))


class _Uncompiled:
    def __init__(self, expression: str | bytes, flags: int) -> None:
        self._expression = expression
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            # Asked of a copy that has nothing yet.
            raise AttributeError(name)
        # Kept, so that the second look-up is an ordinary attribute: calls are as fast as those of a pattern.
        value = self.__dict__[name] = getattr(re.compile(self._expression, self._flags), name)
        return value
