"""All that the model of a store holds, and how it places intervals."""

from __future__ import annotations

import bisect
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from newsloom.records import (
    Appointment,
    Coverage,
    Fetch,
    Link,
    Page,
    Revision,
    Source,
    Topic,
)
from newsloom.stores.sql.intervals import Interval, place

__all__ = ["Intervals", "State", "Waiting", "insert", "standing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A link that is still to be fetched, and who is at it."""

    link: Link
    due_at: datetime
    serial: int
    owner: str | None = None
    leased_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """All that the model holds; keys are addresses unless their type says otherwise."""

    sources: dict[str, Source] = field(default_factory=dict)
    appointments: dict[str, Appointment] = field(default_factory=dict)
    bodies: dict[str, bytes] = field(default_factory=dict)
    pages: dict[str, tuple[Interval[Page], ...]] = field(default_factory=dict)
    fetches: dict[str, tuple[Fetch, ...]] = field(default_factory=dict)
    redirects: dict[tuple[str, str], bool] = field(default_factory=dict)
    fronts: dict[str, tuple[Interval[tuple[Link, ...]], ...]] = field(default_factory=dict)
    sighted: dict[tuple[str, str], bool] = field(default_factory=dict)
    links: dict[str, bool] = field(default_factory=dict)
    waiting: dict[str, Waiting] = field(default_factory=dict)
    articles: dict[str, tuple[Interval[Revision], ...]] = field(default_factory=dict)
    arrivals: dict[str, int] = field(default_factory=dict)
    stories: dict[str, Coverage] = field(default_factory=dict)
    story_numbers: dict[str, int] = field(default_factory=dict)
    reported: dict[str, str] = field(default_factory=dict)
    topics: dict[str, Topic] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    claims: dict[str, tuple[str, datetime]] = field(default_factory=dict)


Fact = TypeVar("Fact")
Intervals = tuple[Interval[Fact], ...]


def insert(intervals: Intervals[Fact], seen: Interval[Fact], /) -> tuple[Interval[Fact], Intervals[Fact]]:
    """The interval that holds what was seen, and all the intervals."""
    behind = _begun(intervals, seen.first_seen)
    before = intervals[behind - 1] if behind else None
    after = intervals[behind] if behind < len(intervals) else None
    holder, placed = place(before, after, seen)
    return holder, (*intervals[: max(behind - 1, 0)], *placed, *intervals[behind + 1 :])


def standing(intervals: Intervals[Fact], at: datetime | None, /) -> Interval[Fact] | None:
    """What stood at a time, or stands now; None before the first."""
    behind = len(intervals) if at is None else _begun(intervals, at)
    return intervals[behind - 1] if behind else None


def _begun(intervals: Intervals[Fact], at: datetime) -> int:
    return bisect.bisect_right(intervals, at, key=lambda interval: interval.first_seen)
