"""A record in one short line, for whoever looks at it in a prompt or a log: what it is of, never its whole text."""

from __future__ import annotations

import reprlib
from typing import Final

__all__ = ["described"]

_LONGEST: Final = 60


def described(record: object, /, **facts: object) -> str:
    """The name of the record's class with these facts; those that are None or empty are left out."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = _LONGEST
    said = ", ".join(f"{name}={short.repr(value)}" for name, value in facts.items() if value not in (None, ""))
    return f"{type(record).__name__}({said})"
