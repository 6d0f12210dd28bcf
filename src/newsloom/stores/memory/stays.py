"""Timelines in memory: stays in order of time and a sighting in, the stays with the sighting placed among them out."""

from __future__ import annotations

import bisect
from datetime import datetime
from typing import TypeVar

from newsloom.stores.timeline import Stay, place

__all__ = ["insert", "standing"]

Fact = TypeVar("Fact")
Stays = tuple[Stay[Fact], ...]


def insert(stays: Stays[Fact], seen: Stay[Fact], /) -> tuple[Stay[Fact], Stays[Fact]]:
    """The stay that holds what was seen, and all the stays."""
    behind = _begun(stays, seen.first_seen)
    before = stays[behind - 1] if behind else None
    after = stays[behind] if behind < len(stays) else None
    holder, placed = place(before, after, seen)
    return holder, (*stays[: max(behind - 1, 0)], *placed, *stays[behind + 1 :])


def standing(stays: Stays[Fact], at: datetime | None, /) -> Stay[Fact] | None:
    """What stood at a time, or stands now; None before the first."""
    behind = len(stays) if at is None else _begun(stays, at)
    return stays[behind - 1] if behind else None


def _begun(stays: Stays[Fact], at: datetime) -> int:
    return bisect.bisect_right(stays, at, key=lambda stay: stay.first_seen)
