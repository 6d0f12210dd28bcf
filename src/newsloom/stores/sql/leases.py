"""Leases on the rows of a table: how they are taken, and how far in the future one may end.

A time further ahead was written by a wrong clock, and is ignored.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Table, Update, bindparam, or_, update

__all__ = [
    "CLOCK_SKEW",
    "LONGEST_LINK_WAIT",
    "LONGEST_SET_WAIT",
    "LONGEST_SOURCE_WAIT",
    "cap_waits",
    "is_free",
    "latest_lease",
    "lease_rows",
]

# From pipeline/gathering/intervals.py: the longest interval that a source may be given, the longest wait of one that
# has failed or is new, and the last check of a story for edits.
LONGEST_SET_WAIT: Final = timedelta(days=30)
LONGEST_SOURCE_WAIT: Final = timedelta(days=1)
LONGEST_LINK_WAIT: Final = timedelta(days=3)

# The clocks of two machines may differ by this much.
CLOCK_SKEW: Final = timedelta(hours=1)

_LONGEST_LEASE: Final = timedelta(days=1)


def latest_lease(now: datetime, lease_seconds: float, /) -> datetime:
    """The latest end of a lease that was given by a correct clock."""
    return now + max(_LONGEST_LEASE, timedelta(seconds=lease_seconds))


def is_free(leased_until: Column[Any], /) -> ColumnElement[bool]:
    """True if the lease is free at ``:now``; ``:too_late`` is the latest time that a lease may end then."""
    return or_(
        leased_until.is_(None),
        leased_until <= bindparam("now", type_=leased_until.type),
        leased_until > bindparam("too_late", type_=leased_until.type),
    )


def lease_rows(table: Table, /) -> Update:
    """An update that leases the rows whose addresses are in ``:numbers`` to ``:new_owner``, until ``:new_until``."""
    return (
        update(table)
        .where(table.c.address_id.in_(bindparam("numbers", expanding=True)))
        .values(owner=bindparam("new_owner"), leased_until=bindparam("new_until"))
    )


def cap_waits(table: Table, *further: ColumnElement[bool]) -> Update:
    """An update that makes rows due at ``:new_due`` if they are due after ``:latest``, or a further condition holds."""
    due_at = table.c.due_at
    new_due = bindparam("new_due", type_=due_at.type)
    is_late = due_at > bindparam("latest", type_=due_at.type)
    return update(table).where(due_at > new_due, or_(is_late, *further)).values(due_at=new_due)
