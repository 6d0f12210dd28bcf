"""The schedule in SQL: leases on sources, taken past those that another worker is just taking."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import bindparam, or_, select, update

from newsloom.records import Appointment
from newsloom.stores.sql.executor import Executor, portions
from newsloom.stores.sql.tables.addresses import ADDRESSES
from newsloom.stores.sql.tables.sources import APPOINTMENTS, appointment_of

__all__ = ["SqlSchedule"]

_FACTS: Final = (
    *("due_at", "interval_seconds", "reason", "checks", "changes", "failures"),
    *("checked_at", "changed_at"),
)

_APPOINTMENTS: Final = select(APPOINTMENTS, ADDRESSES.c.url).join(
    ADDRESSES, ADDRESSES.c.id == APPOINTMENTS.c.address_id
)
_APPOINTMENT: Final = _APPOINTMENTS.where(APPOINTMENTS.c.address_id == bindparam("number"))

# SQLite knows no such lock and needs none: there a writer is alone.
_DUE: Final = (
    _APPOINTMENTS.where(
        APPOINTMENTS.c.due_at <= bindparam("now"),
        or_(APPOINTMENTS.c.leased_until.is_(None), APPOINTMENTS.c.leased_until <= bindparam("now")),
    )
    .order_by(APPOINTMENTS.c.due_at)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True, of=APPOINTMENTS)
)
_LEASE: Final = (
    update(APPOINTMENTS)
    .where(APPOINTMENTS.c.address_id.in_(bindparam("numbers", expanding=True)))
    .values(owner=bindparam("new_owner"), leased_until=bindparam("new_until"))
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
    """Who fetches which source, and when."""

    _executor: Executor

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Appointment, ...]:
        rows = self._executor.rows(_DUE, now=now, limit=max(limit, 0))
        lease: dict[str, Any] = {"owner": owner, "leased_until": now + timedelta(seconds=lease_seconds)}
        for portion in portions([row.address_id for row in rows]):
            self._executor.run(_LEASE, numbers=list(portion), new_owner=owner, new_until=lease["leased_until"])
        return tuple(dataclasses.replace(appointment_of(row), **lease) for row in rows)

    def settle(self, appointment: Appointment, /) -> bool:
        number = self._executor.address(appointment.url)
        if number is None or appointment.owner is None:
            return False
        facts = {name: getattr(appointment, name) for name in _FACTS}
        held = {"number": number, "held_by": appointment.owner, "held_until": appointment.leased_until}
        return self._executor.run(_SETTLE, **held, **facts) > 0

    def get(self, url: str, /) -> Appointment | None:
        number = self._executor.address(url)
        if number is None:
            return None
        row = self._executor.row(_APPOINTMENT, number=number)
        return None if row is None else appointment_of(row)

    def all(self) -> tuple[Appointment, ...]:
        appointments = map(appointment_of, self._executor.rows(_APPOINTMENTS))
        return tuple(sorted(appointments, key=lambda one: (one.due_at, one.url)))
