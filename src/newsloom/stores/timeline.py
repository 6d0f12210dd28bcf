"""What stood from when to when: sightings in any order in, stays that do not overlap out.

A page, the links on a front page and the text of an article are all sighted at moments and last in between. One rule
places a sighting among the stays before and after it, for every kind of store; it neither reads nor writes anything.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

__all__ = ["Stay", "place"]

Fact = TypeVar("Fact")

# The finest difference that our times know; where one stay cuts another in two they may not begin together.
_TICK: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay(Generic[Fact]):
    """Something that was the same from ``first_seen`` to ``last_seen``; ``key`` is its row, None if it has none yet."""

    digest: str
    first_seen: datetime
    last_seen: datetime
    fact: Fact
    key: int | None = None


def place(
    before: Stay[Fact] | None, after: Stay[Fact] | None, seen: Stay[Fact], /
) -> tuple[Stay[Fact], tuple[Stay[Fact], ...]]:
    """The stay that now holds what was seen, and all the stays that take the place of ``before`` and ``after``.

    ``before`` is the latest stay that had begun by then, ``after`` the next one. Whatever the order in which sightings
    arrive, each moment that was sighted answers with what was seen at it; of two at one moment the last to arrive.
    """
    at = seen.first_seen
    if before is not None and before.digest == seen.digest:
        lasting = dataclasses.replace(before, last_seen=max(before.last_seen, at))
        return lasting, _present(lasting, after)
    if before is not None and before.last_seen > at:
        return seen, _present(*_cut(before, seen), after)
    if after is not None and after.digest == seen.digest and (before is None or before.first_seen < at):
        earlier = dataclasses.replace(after, first_seen=at)
        return earlier, _present(before, earlier)
    return seen, _present(before, seen, after)


def _cut(stay: Stay[Fact], seen: Stay[Fact]) -> tuple[Stay[Fact], ...]:
    # A page that flickers: it was one thing before and after, and another for a moment in between.
    at = seen.first_seen
    left = dataclasses.replace(stay, last_seen=max(stay.first_seen, at - _TICK))
    right = dataclasses.replace(stay, first_seen=at + _TICK, key=None)
    return left, seen, right


def _present(*stays: Stay[Fact] | None) -> tuple[Stay[Fact], ...]:
    return tuple(stay for stay in stays if stay is not None)
