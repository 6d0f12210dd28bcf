"""Where a list goes on: what was shown last in, a short text for the next question out, and back.

A list in the order of changes moves while it is read: what was shown last may have changed since, and stand further
behind. The cursor remembers when it had changed, so that nothing between is passed over; some may come twice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from newsloom.portal.api.faults import Fault

__all__ = ["Place", "offset_of", "place_of", "unknown_cursor"]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_TICK: Final = timedelta(microseconds=1)
_PLACE: Final = re.compile(r"([^.\s]{1,100})(?:\.(-?\d{1,18}))?")
_MOST_OFFSET: Final = 100_000


@dataclass(frozen=True, slots=True)
class Place:
    """The id of what was shown last, and when it had changed where the list is in that order."""

    id: str
    changed_at: datetime | None = None

    def __str__(self) -> str:
        if self.changed_at is None:
            return self.id
        return f"{self.id}.{(self.changed_at - _EPOCH) // _TICK}"

    def just_before(self) -> datetime | None:
        """The latest time of a change that was certainly shown."""
        return None if self.changed_at is None else self.changed_at - _TICK


def place_of(cursor: str | None) -> Place | None:
    """The place that a cursor tells. Raises ``Fault`` if it is none."""
    if cursor is None:
        return None
    found = _PLACE.fullmatch(cursor)
    if found is None:
        raise unknown_cursor()
    try:
        return Place(found[1], None if found[2] is None else _EPOCH + int(found[2]) * _TICK)
    except OverflowError as error:
        raise unknown_cursor() from error


def offset_of(cursor: str | None) -> int:
    """How many were shown already, for lists that stand still."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 7 and int(cursor) <= _MOST_OFFSET):
        raise unknown_cursor()
    return int(cursor)


def unknown_cursor() -> Fault:
    """What is said of a cursor that was never given, or whose thing is gone."""
    return Fault(400, "this cursor leads nowhere", 'Take the cursor from "next" of the page before, or leave it out.')
