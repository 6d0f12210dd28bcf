"""What a gatherer goes out for: due sources and waiting links, claimed from a store and given back to it.

A store's transaction goes in, errands come out, each with the validators of the last answer so that nothing unchanged
is sent twice. Fetches nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from newsloom.records import Appointment, Fetch, Link, Source
from newsloom.stores.protocol import Transaction

__all__ = ["Claim", "Errand", "SourceErrand", "StoryErrand", "claim_errands", "give_back"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Whose an errand is and for how long."""

    owner: str
    now: datetime
    lease_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceErrand:
    """Look at a source; ``last`` is the request that brought or confirmed what is known of it."""

    appointment: Appointment
    source: Source
    last: Fetch | None = None

    @property
    def url(self) -> str:
        return self.source.url


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryErrand:
    """Fetch a story; ``source`` is the place that named it, where that is still followed."""

    link: Link
    source: Source | None = None
    last: Fetch | None = None

    @property
    def url(self) -> str:
        return self.link.url


Errand = SourceErrand | StoryErrand


def claim_errands(transaction: Transaction, claim: Claim, *, sources: int, links: int) -> tuple[Errand, ...]:
    """Up to so many due sources and waiting links, leased. Sources first: they name the links."""
    errands: list[Errand] = []
    for appointment in (
        transaction.schedule.claim(claim.owner, claim.now, claim.lease_seconds, sources) if sources else ()
    ):
        source = transaction.sources.get(appointment.url) or Source(url=appointment.url)
        last = transaction.pages.last_fetch(source.url)
        errands.append(SourceErrand(appointment=appointment, source=source, last=last))
    named: dict[str, Source | None] = {}
    for link in transaction.links.claim(claim.owner, claim.now, claim.lease_seconds, links) if links else ():
        if link.source_url is not None and link.source_url not in named:
            named[link.source_url] = transaction.sources.get(link.source_url)
        announced_by = named.get(link.source_url) if link.source_url else None
        errands.append(StoryErrand(link=link, source=announced_by, last=transaction.pages.last_fetch(link.url)))
    return tuple(errands)


def give_back(transaction: Transaction, claim: Claim, errands: tuple[Errand, ...]) -> None:
    """Return what was claimed and not done, to be had by anyone at once."""
    for errand in errands:
        if isinstance(errand, SourceErrand):
            transaction.schedule.settle(errand.appointment)
        else:
            transaction.links.settle(claim.owner, errand.url, claim.now)
