"""Records that were derived from others and can be derived again: if one is damaged, only it is lost.

Examples are what a link was announced with, stories, topics, templates and runs: none of them is original data that the
newsroom was told to keep.
"""

from __future__ import annotations

from collections.abc import Callable
from logging import Logger
from typing import Final, TypeVar

import zstandard

from newsloom.logs import WARNING, log_event, stage_logger

__all__ = ["derived", "log_damage"]

Item = TypeVar("Item")

_LOG: Final = stage_logger(__name__)

# Raised for a document that is not as it was written: invalid JSON, a value of another type, a missing field.
_UNREADABLE: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, zstandard.ZstdError)


def derived(kind: str, build: Callable[[], Item], otherwise: Callable[[], Item], /) -> Item:
    """What ``build`` makes of a row. If the row is damaged, logs it and returns ``otherwise()``."""
    try:
        return build()
    except _UNREADABLE as error:
        log_damage(_LOG, kind, str(error) or type(error).__name__)
        return otherwise()


def log_damage(log: Logger, kind: str, reason: str, /) -> None:
    """Log that a record cannot be read."""
    log_event(log, WARNING, "a stored %(kind)s is damaged and skipped: %(reason)s", kind=kind, reason=reason)
