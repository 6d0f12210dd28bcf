"""Everything a memory store holds, ledger by ledger; opened, committed and undone together."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from datetime import datetime

from newsloom.records import (
    Account,
    ApiKey,
    Appointment,
    Coverage,
    Drift,
    Failure,
    Fetch,
    Following,
    Link,
    Page,
    ReadingMark,
    Revision,
    Run,
    Session,
    SiteTemplate,
    Source,
    Topic,
)
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
    names: Ledger[str, str] = field(default_factory=Ledger)
    stories: Ledger[str, Coverage] = field(default_factory=Ledger)
    story_numbers: Ledger[str, int] = field(default_factory=Ledger)
    reported: Ledger[str, str] = field(default_factory=Ledger)
    topics: Ledger[str, Topic] = field(default_factory=Ledger)
    notes: Ledger[str, str] = field(default_factory=Ledger)
    claims: Ledger[str, tuple[str, datetime]] = field(default_factory=Ledger)
    runs: Ledger[str, Run] = field(default_factory=Ledger)
    failures: Ledger[str, Failure] = field(default_factory=Ledger)
    templates: Ledger[tuple[str, int], SiteTemplate] = field(default_factory=Ledger)
    drifts: Ledger[tuple[str, datetime], Drift] = field(default_factory=Ledger)
    accounts: Ledger[str, Account] = field(default_factory=Ledger)
    account_names: Ledger[str, str] = field(default_factory=Ledger)
    sessions: Ledger[str, Session] = field(default_factory=Ledger)
    keys: Ledger[str, ApiKey] = field(default_factory=Ledger)
    followings: Ledger[tuple[str, str], Following] = field(default_factory=Ledger)
    reading_marks: Ledger[tuple[str, str, str], ReadingMark] = field(default_factory=Ledger)

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
