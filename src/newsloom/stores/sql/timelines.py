"""Timelines in SQL: a table of stays and a sighting in, the rows that the sighting changes written."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Table, bindparam, insert, select, update

from newsloom.stores.sql.executor import Executor
from newsloom.stores.timeline import Stay, place

__all__ = ["Timeline", "Values"]

Values = Mapping[str, Any]


class Timeline:
    """The stays of one table with ``id``, ``digest``, ``first_seen``, ``last_seen`` and whose they are: ``subject``."""

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

    def file(self, executor: Executor, subject_id: int, seen: Stay[Values], /) -> tuple[Stay[Values], bool]:
        """The stay that holds what was seen, and whether it is new; its ``key`` is the number of its row."""
        before, after = self._neighbours(executor, subject_id, seen.first_seen)
        holder, stays = place(before, after, seen)
        known = {stay.key: stay for stay in (before, after) if stay is not None}
        key = holder.key
        for stay in stays:
            if stay.key is None:
                number = self._add(executor, subject_id, stay)
                key = number if stay is holder else key
            elif stay != known[stay.key]:
                self.move(executor, stay.key, stay.first_seen, stay.last_seen)
        return dataclasses.replace(holder, key=key), holder.key is None

    def move(self, executor: Executor, key: int, first_seen: datetime, last_seen: datetime, /) -> None:
        """Let a stay begin and end at other times."""
        executor.run(self._update, key=key, new_first_seen=first_seen, new_last_seen=last_seen)

    def standing(self, executor: Executor, subject_id: int, at: datetime | None, /) -> Row[Any] | None:
        """The row of what stood at a time, or stands now."""
        if at is None:
            return executor.row(self._latest, subject=subject_id)
        return executor.row(self._begun, subject=subject_id, at=at)

    def all(self, executor: Executor, subject_id: int, /) -> tuple[Row[Any], ...]:
        """The rows of all stays of one subject, in order of time."""
        return tuple(executor.rows(self._all, subject=subject_id))

    def _neighbours(
        self, executor: Executor, subject_id: int, at: datetime
    ) -> tuple[Stay[Values] | None, Stay[Values] | None]:
        # What is seen is mostly new: then one question is enough.
        latest = executor.row(self._latest, subject=subject_id)
        if latest is None or latest.first_seen <= at:
            return _stay(latest), None
        before = executor.row(self._begun, subject=subject_id, at=at)
        return _stay(before), _stay(executor.row(self._coming, subject=subject_id, at=at))

    def _add(self, executor: Executor, subject_id: int, stay: Stay[Values]) -> int:
        own = {"digest": stay.digest, "first_seen": stay.first_seen, "last_seen": stay.last_seen}
        values = {**stay.fact, self._subject: subject_id, **own}
        values.pop("id", None)
        return executor.add(self._insert, **values)


def _stay(row: Row[Any] | None) -> Stay[Values] | None:
    if row is None:
        return None
    fact = dict(row._mapping)  # noqa: SLF001 - documented under this name
    return Stay(digest=row.digest, first_seen=row.first_seen, last_seen=row.last_seen, fact=fact, key=row.id)
