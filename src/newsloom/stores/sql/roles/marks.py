"""Marks in SQL: how far work has come, and who does it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, insert, select, update

from newsloom.stores.sql.tables.marks import MARKS
from newsloom.stores.sql.transaction import Transaction

__all__ = ["SqlMarks"]

_SAME: Final = MARKS.c.name == bindparam("same")
_MARK: Final = select(MARKS).where(_SAME)
_NEW: Final = insert(MARKS)
_NOTE: Final = update(MARKS).where(_SAME).values(note=bindparam("new_note"))
_LEASE: Final = update(MARKS).where(_SAME).values(owner=bindparam("new_owner"), leased_until=bindparam("new_until"))
_RELEASE: Final = (
    update(MARKS).where(_SAME, MARKS.c.owner == bindparam("held_by")).values(owner=None, leased_until=None)
)


@dataclass(frozen=True, slots=True)
class SqlMarks:
    """Notes of work that goes on for ever."""

    _transaction: Transaction

    def read(self, name: str, /) -> str | None:
        row = self._transaction.row(_MARK, same=name)
        return None if row is None else row.note

    def write(self, name: str, note: str, /) -> None:
        self._transaction.file()
        if not self._transaction.run(_NOTE, same=name, new_note=note):
            self._transaction.run(_NEW, name=name, note=note)

    def claim(self, name: str, owner: str, now: datetime, lease_seconds: float, /) -> bool:
        # One at a time, unlike the leases on links: a mark that is not there yet cannot be locked.
        self._transaction.file()
        mark = self._transaction.row(_MARK, same=name)
        until = now + timedelta(seconds=lease_seconds)
        if mark is None:
            self._transaction.run(_NEW, name=name, owner=owner, leased_until=until)
            return True
        if mark.owner not in (None, owner) and mark.leased_until > now:
            return False
        self._transaction.run(_LEASE, same=name, new_owner=owner, new_until=until)
        return True

    def release(self, name: str, owner: str, /) -> None:
        self._transaction.run(_RELEASE, same=name, held_by=owner)
