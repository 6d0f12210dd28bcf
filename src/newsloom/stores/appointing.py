"""What every store says of a source that it meets for the first time, and again: records in, records out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from newsloom.records import Appointment, Source

__all__ = ["first_appointment", "is_due", "renewed"]

# A source without a time of its own was due before anything else.
_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


def first_appointment(source: Source, /) -> Appointment:
    """Due at once; the interval is 0 until someone has learned one."""
    return Appointment(url=source.url, due_at=source.added_at or _LONG_AGO, interval_seconds=0.0, reason="new")


def renewed(known: Source, said: Source, /) -> Source:
    """The source with what is said of it now; None says nothing, and when it was added stays."""
    return Source(
        url=known.url,
        kind=said.kind,
        title=known.title if said.title is None else said.title,
        category=known.category if said.category is None else said.category,
        home=known.home if said.home is None else said.home,
        added_at=known.added_at or said.added_at,
    )


def is_due(due_at: datetime, leased_until: datetime | None, now: datetime, /) -> bool:
    """Its time has come, and nobody is at it."""
    return due_at <= now and (leased_until is None or leased_until <= now)
