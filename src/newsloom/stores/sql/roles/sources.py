"""Sources in SQL."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, select, update

from newsloom.records import Source
from newsloom.stores.appointing import first_appointment, renewed
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.tables.addresses import ADDRESSES
from newsloom.stores.sql.tables.sources import APPOINTMENTS, SOURCES, source_of

__all__ = ["SqlSources"]

_SAME: Final = SOURCES.c.address_id == bindparam("number")
_SOURCES: Final = select(SOURCES, ADDRESSES.c.url).join(ADDRESSES, ADDRESSES.c.id == SOURCES.c.address_id)
_SOURCE: Final = _SOURCES.where(_SAME)
_NEW: Final = insert(SOURCES)
_NEW_APPOINTMENT: Final = insert(APPOINTMENTS)
_RENEW: Final = (
    update(SOURCES)
    .where(_SAME)
    .values({name: bindparam(name) for name in ("kind", "title", "category", "home", "added_at")})
)
_REMOVE: Final = delete(SOURCES).where(_SAME)
_REMOVE_APPOINTMENT: Final = delete(APPOINTMENTS).where(APPOINTMENTS.c.address_id == bindparam("number"))


@dataclass(frozen=True, slots=True)
class SqlSources:
    """The places that are followed."""

    _executor: Executor

    def add(self, source: Source, /) -> bool:
        self._executor.file()
        known = self.get(source.url)
        number = self._executor.keep_address(source.url)
        if known is not None:
            self._executor.run(_RENEW, number=number, **_facts(renewed(known, source)))
            return False
        self._executor.run(_NEW, address_id=number, **_facts(source))
        self._executor.run(_NEW_APPOINTMENT, address_id=number, **_facts(first_appointment(source)))
        return True

    def get(self, url: str, /) -> Source | None:
        number = self._executor.address(url)
        row = None if number is None else self._executor.row(_SOURCE, number=number)
        return None if row is None else source_of(row)

    def all(self) -> tuple[Source, ...]:
        # Sorted here: every dialect and every locale would sort text in its own way.
        sources = map(source_of, self._executor.rows(_SOURCES))
        return tuple(sorted(sources, key=lambda source: (source.home or "", source.url)))

    def remove(self, url: str, /) -> bool:
        self._executor.file()
        number = self._executor.address(url)
        if number is None:
            return False
        self._executor.run(_REMOVE_APPOINTMENT, number=number)
        return self._executor.run(_REMOVE, number=number) > 0


def _facts(record: Any) -> dict[str, Any]:
    return {one.name: getattr(record, one.name) for one in dataclasses.fields(record) if one.name != "url"}
