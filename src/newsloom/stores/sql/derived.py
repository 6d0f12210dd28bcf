"""Records that were made from others and can be made again: where one is damaged, it costs itself and nothing else.

What a link was announced with, stories, topics, templates, runs: none of them is what the newsroom was told to keep.
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

# Of a document that is not the one that was written: no JSON, another kind of value, a field that is not there.
_UNREADABLE: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, zstandard.ZstdError)


def derived(kind: str, build: Callable[[], Item], otherwise: Callable[[], Item], /) -> Item:
    """What ``build`` makes of a row; ``otherwise``, and a line in the log, where the row is damaged."""
    try:
        return build()
    except _UNREADABLE as error:
        log_damage(_LOG, kind, str(error) or type(error).__name__)
        return otherwise()


def log_damage(log: Logger, kind: str, reason: str, /) -> None:
    """Say that a record cannot be read."""
    log_event(log, WARNING, "a stored %(kind)s is damaged and passed over: %(reason)s", kind=kind, reason=reason)
