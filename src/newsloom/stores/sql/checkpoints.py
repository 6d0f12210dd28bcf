"""Checkpoints of continuous work: how far it has come, and who holds the lease on it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Column, Table, bindparam, insert, select, update

from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.leases import latest_lease
from newsloom.stores.sql.types import METADATA, Moment, Words

__all__ = ["CHECKPOINTS", "SqlCheckpoints"]

CHECKPOINTS: Final = Table(
    "checkpoints",
    METADATA,
    Column("name", Words, primary_key=True),
    Column("note", Words),
    Column("owner", Words),
    Column("leased_until", Moment),
)


_SAME: Final = CHECKPOINTS.c.name == bindparam("same")
_MARK: Final = select(CHECKPOINTS).where(_SAME)
_NEW: Final = insert(CHECKPOINTS)
_NOTE: Final = update(CHECKPOINTS).where(_SAME).values(note=bindparam("new_note"))
_LEASE_CHECKPOINT: Final = (
    update(CHECKPOINTS).where(_SAME).values(owner=bindparam("new_owner"), leased_until=bindparam("new_until"))
)
_RELEASE: Final = (
    update(CHECKPOINTS).where(_SAME, CHECKPOINTS.c.owner == bindparam("held_by")).values(owner=None, leased_until=None)
)


@dataclass(frozen=True, slots=True)
class SqlCheckpoints:
    """The progress of continuous work, and the leases on it."""

    _executor: Executor

    def read(self, name: str, /) -> str | None:
        row = self._executor.row(_MARK, same=name)
        return None if row is None else row.note

    def write(self, name: str, note: str, /) -> None:
        self._executor.lock_for_writing()
        if not self._executor.run(_NOTE, same=name, new_note=note):
            self._executor.run(_NEW, name=name, note=note)

    def claim(self, name: str, owner: str, now: datetime, lease_seconds: float, /) -> bool:
        # Under the write lock, unlike the leases on links: a row that does not exist yet cannot be locked.
        self._executor.lock_for_writing()
        mark = self._executor.row(_MARK, same=name)
        until = now + timedelta(seconds=lease_seconds)
        if mark is None:
            self._executor.run(_NEW, name=name, owner=owner, leased_until=until)
            return True
        if mark.owner not in (None, owner) and now < mark.leased_until <= latest_lease(now, lease_seconds):
            return False
        self._executor.run(_LEASE_CHECKPOINT, same=name, new_owner=owner, new_until=until)
        return True

    def release(self, name: str, owner: str, /) -> None:
        self._executor.run(_RELEASE, same=name, held_by=owner)
