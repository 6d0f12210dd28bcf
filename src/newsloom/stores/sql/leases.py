"""How far ahead anything may lie. What lies further was written by a clock that was wrong, and holds nobody up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, bindparam, or_

__all__ = ["CLOCK_SKEW", "LONGEST_LINK_WAIT", "LONGEST_SET_WAIT", "LONGEST_SOURCE_WAIT", "is_free", "latest_lease"]

# By pipeline/gathering/intervals.py: the longest interval that a source may be given, the longest wait of one that has
# failed or is new, and the last check of a story for edits.
LONGEST_SET_WAIT: Final = timedelta(days=30)
LONGEST_SOURCE_WAIT: Final = timedelta(days=1)
LONGEST_LINK_WAIT: Final = timedelta(days=3)

# Clocks of two machines may differ by this.
CLOCK_SKEW: Final = timedelta(hours=1)

_LONGEST_LEASE: Final = timedelta(days=1)


def latest_lease(now: datetime, lease_seconds: float, /) -> datetime:
    """Until when a lease that was given by a right clock may last."""
    return now + max(_LONGEST_LEASE, timedelta(seconds=lease_seconds))


def is_free(leased_until: Column[Any], /) -> ColumnElement[bool]:
    """Whether nobody has the lease at ``:now``; ``:too_late`` is the latest lease then."""
    return or_(
        leased_until.is_(None),
        leased_until <= bindparam("now", type_=leased_until.type),
        leased_until > bindparam("too_late", type_=leased_until.type),
    )
