"""Everything a memory store holds, ledger by ledger; opened, committed and undone together."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from datetime import datetime

from newsloom.records import Appointment, Failure, Fetch, Link, Page, Revision, Run, Source
from newsloom.stores.memory.ledger import Ledger
from newsloom.stores.timeline import Stay

__all__ = ["Ledgers", "Waiting"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A link that is still to be fetched, and who is at it."""

    link: Link
    due_at: datetime
    serial: int
    owner: str | None = None
    leased_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledgers:
    """The ledgers by what they hold; keys are addresses unless their type says otherwise."""

    sources: Ledger[str, Source] = field(default_factory=Ledger)
    appointments: Ledger[str, Appointment] = field(default_factory=Ledger)
    bodies: Ledger[str, bytes] = field(default_factory=Ledger)
    pages: Ledger[str, tuple[Stay[Page], ...]] = field(default_factory=Ledger)
    fetches: Ledger[str, tuple[Fetch, ...]] = field(default_factory=Ledger)
    redirects: Ledger[tuple[str, str], bool] = field(default_factory=Ledger)
    fronts: Ledger[str, tuple[Stay[tuple[Link, ...]], ...]] = field(default_factory=Ledger)
    sighted: Ledger[tuple[str, str], bool] = field(default_factory=Ledger)
    links: Ledger[str, bool] = field(default_factory=Ledger)
    waiting: Ledger[str, Waiting] = field(default_factory=Ledger)
    articles: Ledger[str, tuple[Stay[Revision], ...]] = field(default_factory=Ledger)
    arrivals: Ledger[str, int] = field(default_factory=Ledger)
    runs: Ledger[str, Run] = field(default_factory=Ledger)
    failures: Ledger[str, Failure] = field(default_factory=Ledger)

    def open(self) -> None:
        for ledger in self._all():
            ledger.open()

    def commit(self) -> None:
        for ledger in self._all():
            ledger.commit()

    def undo(self) -> None:
        for ledger in self._all():
            ledger.undo()

    def _all(self) -> tuple[Ledger[object, object], ...]:
        return tuple(getattr(self, one.name) for one in dataclasses.fields(self))
