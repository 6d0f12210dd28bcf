"""Sources and when each is fetched: tables, statements, rows and records, and two roles."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    Row,
    Table,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)

from newsloom.records import Appointment, Source
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.leases import (
    CLOCK_SKEW,
    LONGEST_SET_WAIT,
    LONGEST_SOURCE_WAIT,
    cap_waits,
    is_free,
    latest_lease,
    lease_rows,
)
from newsloom.stores.sql.rows import record_of, values_of
from newsloom.stores.sql.types import METADATA, JsonText, Key, Moment, Words
from newsloom.timestamps import EPOCH

__all__ = ["SqlSchedule", "SqlSources", "first_appointment", "renewed"]

SOURCES: Final = Table(
    "sources",
    METADATA,
    Column("address_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("kind", Words, nullable=False),
    Column("title", Words),
    Column("category", Words),
    Column("home", Words),
    Column("added_at", Moment),
    Column("interval_seconds", Float),
    Column("chosen", JsonText),
    Column("render", Words),
    Column("drawn_because", Words),
    Column("language", Words),
    Column("undrawn_tries", Integer, nullable=False, server_default="0"),
    Column("undrawn_because", Words),
    Column("undrawn_at", Moment),
)

APPOINTMENTS: Final = Table(
    "appointments",
    METADATA,
    Column("address_id", Key, ForeignKey("sources.address_id"), primary_key=True, autoincrement=False),
    Column("due_at", Moment, nullable=False, index=True),
    Column("interval_seconds", Float, nullable=False),
    Column("reason", Words, nullable=False),
    Column("checks", Integer, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("checked_at", Moment),
    Column("changed_at", Moment),
    Column("owner", Words),
    Column("leased_until", Moment),
)


def first_appointment(source: Source, /) -> Appointment:
    """An appointment due at once; the interval is 0 until one has been learned."""
    # A source without a time of its own is due before all others.
    return Appointment(url=source.url, due_at=source.added_at or EPOCH, interval_seconds=0.0, reason="new")


def renewed(known: Source, said: Source, /) -> Source:
    """The known source updated with new facts. A fact that is None changes nothing, and ``added_at`` stays.

    A reader's choice is only replaced by another choice.
    """
    return Source(
        url=known.url,
        kind=said.kind,
        title=_renewed(known, said, "title"),
        category=_renewed(known, said, "category"),
        home=known.home if said.home is None else said.home,
        added_at=known.added_at or said.added_at,
        interval_seconds=known.interval_seconds if said.interval_seconds is None else said.interval_seconds,
        chosen=tuple(sorted({*known.chosen, *said.chosen})),
        render=known.render if said.render is None else said.render,
        drawn_because=known.drawn_because if said.drawn_because is None else said.drawn_because,
        language=_renewed(known, said, "language"),
        undrawn_tries=said.undrawn_tries or known.undrawn_tries,
        undrawn_because=said.undrawn_because or known.undrawn_because,
        undrawn_at=said.undrawn_at or known.undrawn_at,
    )


def _renewed(known: Source, said: Source, name: str) -> str | None:
    before, now = getattr(known, name), getattr(said, name)
    is_kept = now is None or (name in known.chosen and name not in said.chosen)
    found: str | None = before if is_kept else now
    return found


_SAME: Final = SOURCES.c.address_id == bindparam("number")
_SOURCES: Final = select(SOURCES, ADDRESSES.c.url).join(ADDRESSES, ADDRESSES.c.id == SOURCES.c.address_id)
_SOURCE: Final = _SOURCES.where(_SAME)
_NEW: Final = insert(SOURCES)
_NEW_APPOINTMENT: Final = insert(APPOINTMENTS)
_RENEW: Final = (
    update(SOURCES).where(_SAME).values({one.name: bindparam(one.name) for one in SOURCES.c if not one.primary_key})
)
_REMOVE: Final = delete(SOURCES).where(_SAME)
_REMOVE_APPOINTMENT: Final = delete(APPOINTMENTS).where(APPOINTMENTS.c.address_id == bindparam("number"))


@dataclass(frozen=True, slots=True)
class SqlSources:
    """The places that are followed."""

    _executor: Executor

    def add(self, source: Source, /) -> bool:
        self._executor.lock_for_writing()
        known = self.get(source.url)
        number = self._executor.keep_address(source.url)
        if known is not None:
            self._executor.run(_RENEW, number=number, **values_of(renewed(known, source), "url"))
            return False
        self._executor.run(_NEW, address_id=number, **values_of(source, "url"))
        self._executor.run(_NEW_APPOINTMENT, address_id=number, **values_of(first_appointment(source), "url"))
        return True

    def get(self, url: str, /) -> Source | None:
        number = self._executor.address(url)
        row = None if number is None else self._executor.row(_SOURCE, number=number)
        return None if row is None else _source_of(row)

    def all(self) -> tuple[Source, ...]:
        # Sorted here, because each dialect and each locale sorts text differently.
        sources = map(_source_of, self._executor.rows(_SOURCES))
        return tuple(sorted(sources, key=lambda source: (source.home or "", source.url)))

    def remove(self, url: str, /) -> bool:
        self._executor.lock_for_writing()
        number = self._executor.address(url)
        if number is None:
            return False
        self._executor.run(_REMOVE_APPOINTMENT, number=number)
        return self._executor.run(_REMOVE, number=number) > 0


def _source_of(row: Row[Any]) -> Source:
    return record_of(Source, row, chosen=tuple(row.chosen or ()))


_FACTS: Final = (
    *("due_at", "interval_seconds", "reason", "checks", "changes", "failures"),
    *("checked_at", "changed_at"),
)

_APPOINTMENTS: Final = select(APPOINTMENTS, ADDRESSES.c.url).join(
    ADDRESSES, ADDRESSES.c.id == APPOINTMENTS.c.address_id
)
_APPOINTMENT: Final = _APPOINTMENTS.where(APPOINTMENTS.c.address_id == bindparam("number"))

# SQLite has no such lock and does not need one: it has only one writer at a time.
_DUE: Final = (
    _APPOINTMENTS.where(
        APPOINTMENTS.c.due_at <= bindparam("now"),
        is_free(APPOINTMENTS.c.leased_until),
    )
    .order_by(APPOINTMENTS.c.due_at)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True, of=APPOINTMENTS)
)
# A source waits for its own interval after its last check. If that check is in the future, the clock was wrong then or
# is now, and the source is due. A source that has failed or is new has no interval; it waits for a day at most.
_HAS_NO_INTERVAL: Final = or_(APPOINTMENTS.c.checked_at.is_(None), APPOINTMENTS.c.failures > 0)
_CAP_WAITS: Final = cap_waits(
    APPOINTMENTS,
    APPOINTMENTS.c.checked_at > bindparam("latest_check", type_=Moment),
    and_(_HAS_NO_INTERVAL, APPOINTMENTS.c.due_at > bindparam("latest_retry", type_=Moment)),
)
_LEASE_SOURCES: Final = lease_rows(APPOINTMENTS)
_ADVANCE: Final = (
    update(APPOINTMENTS)
    .where(APPOINTMENTS.c.address_id.in_(bindparam("numbers", expanding=True)), APPOINTMENTS.c.due_at > bindparam("at"))
    .values(due_at=bindparam("at"), reason="asked for")
)
_SETTLE: Final = (
    update(APPOINTMENTS)
    .where(
        APPOINTMENTS.c.address_id == bindparam("number"),
        APPOINTMENTS.c.owner == bindparam("held_by"),
        APPOINTMENTS.c.leased_until == bindparam("held_until"),
    )
    .values({name: bindparam(name) for name in _FACTS} | {"owner": None, "leased_until": None})
)


@dataclass(frozen=True, slots=True)
class SqlSchedule:
    """Which worker fetches which source, and when."""

    _executor: Executor

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Appointment, ...]:
        self._cap_waits(now)
        too_late = latest_lease(now, lease_seconds)
        rows = self._executor.rows(_DUE, now=now, too_late=too_late, limit=max(limit, 0))
        lease: dict[str, Any] = {"owner": owner, "leased_until": now + timedelta(seconds=lease_seconds)}
        for batch in batches([row.address_id for row in rows]):
            self._executor.run(_LEASE_SOURCES, numbers=list(batch), new_owner=owner, new_until=lease["leased_until"])
        return tuple(dataclasses.replace(record_of(Appointment, row), **lease) for row in rows)

    def _cap_waits(self, now: datetime) -> None:
        """Make sources due that a wrong clock has put off."""
        self._executor.run(
            _CAP_WAITS,
            new_due=now,
            latest=now + LONGEST_SET_WAIT + CLOCK_SKEW,
            latest_check=now + CLOCK_SKEW,
            latest_retry=now + LONGEST_SOURCE_WAIT,
        )

    def settle(self, appointment: Appointment, /) -> bool:
        number = self._executor.address(appointment.url)
        if number is None or appointment.owner is None:
            return False
        facts = {name: getattr(appointment, name) for name in _FACTS}
        held = {"number": number, "held_by": appointment.owner, "held_until": appointment.leased_until}
        return self._executor.run(_SETTLE, **held, **facts) > 0

    def advance(self, urls: Iterable[str], due_at: datetime, /) -> None:
        self._executor.lock_for_writing()
        numbers = [number for url in urls if (number := self._executor.address(url)) is not None]
        for batch in batches(numbers):
            self._executor.run(_ADVANCE, numbers=list(batch), at=due_at)

    def get(self, url: str, /) -> Appointment | None:
        number = self._executor.address(url)
        if number is None:
            return None
        row = self._executor.row(_APPOINTMENT, number=number)
        return None if row is None else record_of(Appointment, row)

    def all(self) -> tuple[Appointment, ...]:
        appointments = (record_of(Appointment, row) for row in self._executor.rows(_APPOINTMENTS))
        return tuple(sorted(appointments, key=lambda one: (one.due_at, one.url)))
