"""Intervals during which something stayed the same: turns sightings in any order into intervals that do not overlap.

A page, the links on a front page and the text of an article are all sighted at moments and last in between. One rule
(``place``) inserts a sighting between its neighbouring intervals; ``IntervalTable`` writes the rows that change.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import Row, Table, bindparam, insert, select, update

from newsloom.stores.sql.executor import Executor
from newsloom.timestamps import TICK

__all__ = ["Interval", "IntervalTable", "Values", "place"]

Fact = TypeVar("Fact")


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval(Generic[Fact]):
    """Something that was the same from ``first_seen`` to ``last_seen``; ``key`` is its row, None if it has none yet."""

    digest: str
    first_seen: datetime
    last_seen: datetime
    fact: Fact
    key: int | None = None


def place(
    before: Interval[Fact] | None, after: Interval[Fact] | None, seen: Interval[Fact], /
) -> tuple[Interval[Fact], tuple[Interval[Fact], ...]]:
    """The interval that now holds what was seen, and all the intervals that replace ``before`` and ``after``.

    ``before`` is the latest interval that had begun by then, ``after`` the next one. In whatever order sightings
    arrive, each sighted moment returns what was seen at it; of two sightings at the same moment, the one that arrived
    last counts.
    """
    at = seen.first_seen
    # The two must not begin at the same time.
    if before is not None and before.digest == seen.digest:
        lasting = dataclasses.replace(before, last_seen=max(before.last_seen, at))
        return lasting, _present(lasting, after)
    if before is not None and before.last_seen > at:
        return seen, _present(*_cut(before, seen), after)
    if after is not None and after.digest == seen.digest and (before is None or before.first_seen < at):
        earlier = dataclasses.replace(after, first_seen=at)
        return earlier, _present(before, earlier)
    return seen, _present(before, seen, after)


def _cut(interval: Interval[Fact], seen: Interval[Fact]) -> tuple[Interval[Fact], ...]:
    # A page that flickers: it was the same before and after, and different for a moment in between.
    at = seen.first_seen
    left = dataclasses.replace(interval, last_seen=max(interval.first_seen, at - TICK))
    right = dataclasses.replace(interval, first_seen=at + TICK, key=None)
    return left, seen, right


def _present(*intervals: Interval[Fact] | None) -> tuple[Interval[Fact], ...]:
    return tuple(interval for interval in intervals if interval is not None)


Values = Mapping[str, Any]


class IntervalTable:
    """A table of intervals: ``id``, ``digest``, ``first_seen``, ``last_seen`` and ``subject``, the column of their
    owner.
    """

    def __init__(self, table: Table, subject: str) -> None:
        self._subject = subject
        columns = table.c
        own = select(table).where(columns[subject] == bindparam("subject"))
        backwards = own.order_by(columns.first_seen.desc(), columns.id.desc())
        self._all = own.order_by(columns.first_seen, columns.id)
        self._latest = backwards.limit(1)
        self._begun = backwards.where(columns.first_seen <= bindparam("at", type_=columns.first_seen.type)).limit(1)
        self._coming = self._all.where(columns.first_seen > bindparam("at", type_=columns.first_seen.type)).limit(1)
        self._insert = insert(table)
        times = {name: bindparam(f"new_{name}", type_=columns[name].type) for name in ("first_seen", "last_seen")}
        self._update = update(table).where(columns.id == bindparam("key")).values(times)

    def keep(self, executor: Executor, subject_id: int, seen: Interval[Values], /) -> tuple[Interval[Values], bool]:
        """Store a sighting. Returns the interval that holds it, with the number of its row, and whether it is new."""
        before, after = self._neighbours(executor, subject_id, seen.first_seen)
        holder, intervals = place(before, after, seen)
        known = {interval.key: interval for interval in (before, after) if interval is not None}
        key = holder.key
        for interval in intervals:
            if interval.key is None:
                number = self._add(executor, subject_id, interval)
                key = number if interval is holder else key
            elif interval != known[interval.key]:
                self.move(executor, interval.key, interval.first_seen, interval.last_seen)
        return dataclasses.replace(holder, key=key), holder.key is None

    def move(self, executor: Executor, key: int, first_seen: datetime, last_seen: datetime, /) -> None:
        """Change when an interval begins and ends."""
        executor.run(self._update, key=key, new_first_seen=first_seen, new_last_seen=last_seen)

    def at(self, executor: Executor, subject_id: int, at: datetime | None, /) -> Row[Any] | None:
        """The row that was valid at a time, or is valid now."""
        if at is None:
            return executor.row(self._latest, subject=subject_id)
        return executor.row(self._begun, subject=subject_id, at=at)

    def all(self, executor: Executor, subject_id: int, /) -> tuple[Row[Any], ...]:
        """The rows of all intervals of one subject, in order of time."""
        return tuple(executor.rows(self._all, subject=subject_id))

    def _neighbours(
        self, executor: Executor, subject_id: int, at: datetime
    ) -> tuple[Interval[Values] | None, Interval[Values] | None]:
        # Most sightings are newer than all before, and then one query is enough.
        latest = executor.row(self._latest, subject=subject_id)
        if latest is None or latest.first_seen <= at:
            return _interval(latest), None
        before = executor.row(self._begun, subject=subject_id, at=at)
        return _interval(before), _interval(executor.row(self._coming, subject=subject_id, at=at))

    def _add(self, executor: Executor, subject_id: int, interval: Interval[Values]) -> int:
        own = {"digest": interval.digest, "first_seen": interval.first_seen, "last_seen": interval.last_seen}
        values = {**interval.fact, self._subject: subject_id, **own}
        values.pop("id", None)
        return executor.add(self._insert, **values)


def _interval(row: Row[Any] | None) -> Interval[Values] | None:
    if row is None:
        return None
    fact = dict(row._mapping)  # noqa: SLF001 - documented under this name
    return Interval(digest=row.digest, first_seen=row.first_seen, last_seen=row.last_seen, fact=fact, key=row.id)
