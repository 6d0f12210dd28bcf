"""Sources and their schedule in memory."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime, timedelta

from newsloom.records import Appointment, Source
from newsloom.stores.appointing import first_appointment, is_due, renewed
from newsloom.stores.memory.ledgers import Ledgers

__all__ = ["MemorySchedule", "MemorySources"]


@dataclass(frozen=True, slots=True)
class MemorySources:
    """The places that are followed."""

    _ledgers: Ledgers

    def add(self, source: Source, /) -> bool:
        known = self._ledgers.sources.get(source.url)
        self._ledgers.sources[source.url] = source if known is None else renewed(known, source)
        if known is None:
            self._ledgers.appointments[source.url] = first_appointment(source)
        return known is None

    def get(self, url: str, /) -> Source | None:
        return self._ledgers.sources.get(url)

    def all(self) -> tuple[Source, ...]:
        return tuple(sorted(self._ledgers.sources.values(), key=lambda source: (source.home or "", source.url)))

    def remove(self, url: str, /) -> bool:
        self._ledgers.appointments.pop(url, None)
        return self._ledgers.sources.pop(url, None) is not None


@dataclass(frozen=True, slots=True)
class MemorySchedule:
    """Who fetches which source, and when."""

    _ledgers: Ledgers

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Appointment, ...]:
        due = [one for one in self.all() if is_due(one.due_at, one.leased_until, now)][: max(limit, 0)]
        until = now + timedelta(seconds=lease_seconds)
        claimed = tuple(dataclasses.replace(one, owner=owner, leased_until=until) for one in due)
        self._ledgers.appointments.update({one.url: one for one in claimed})
        return claimed

    def settle(self, appointment: Appointment, /) -> bool:
        held = self._ledgers.appointments.get(appointment.url)
        if held is None or held.owner is None or _lease(held) != _lease(appointment):
            return False
        self._ledgers.appointments[appointment.url] = dataclasses.replace(appointment, owner=None, leased_until=None)
        return True

    def get(self, url: str, /) -> Appointment | None:
        return self._ledgers.appointments.get(url)

    def all(self) -> tuple[Appointment, ...]:
        return tuple(sorted(self._ledgers.appointments.values(), key=lambda one: (one.due_at, one.url)))


def _lease(appointment: Appointment) -> tuple[str | None, datetime | None]:
    return appointment.owner, appointment.leased_until
