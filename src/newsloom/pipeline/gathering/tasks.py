"""The tasks of a gatherer: due sources and waiting links, claimed in a store and released again.

Each task carries the validators of the last response, so that unchanged pages are not sent again. Fetches nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from newsloom.records import Appointment, Fetch, Link, Source
from newsloom.stores.protocol import Transaction

__all__ = ["Claim", "GatherTask", "SourceTask", "StoryTask", "claim_tasks", "release_tasks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Who claims tasks, when, and for how long."""

    owner: str
    now: datetime
    lease_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTask:
    """Fetch a source. ``last`` is the last successful request for it, ``is_unread`` whether its page was unreadable."""

    appointment: Appointment
    source: Source
    last: Fetch | None = None
    is_unread: bool = False

    @property
    def url(self) -> str:
        return self.source.url


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryTask:
    """Fetch a story. ``source`` is the source that named it, if that is still followed."""

    link: Link
    source: Source | None = None
    last: Fetch | None = None
    is_unread: bool = False

    @property
    def url(self) -> str:
        return self.link.url


GatherTask = SourceTask | StoryTask


def claim_tasks(transaction: Transaction, claim: Claim, *, sources: int, links: int) -> tuple[GatherTask, ...]:
    """Lease at most this many due sources and waiting links. Sources come first, because they bring links."""
    return (*_source_tasks(transaction, claim, sources), *_story_tasks(transaction, claim, links))


def release_tasks(transaction: Transaction, claim: Claim, tasks: tuple[GatherTask, ...]) -> None:
    """Give up the leases of unfinished tasks, so that any worker can claim them at once."""
    for task in tasks:
        if isinstance(task, SourceTask):
            transaction.schedule.settle(task.appointment)
        else:
            transaction.links.settle(claim.owner, task.url, claim.now)


def _source_tasks(transaction: Transaction, claim: Claim, limit: int) -> list[SourceTask]:
    tasks = []
    for appointment in transaction.schedule.claim(claim.owner, claim.now, claim.lease_seconds, limit) if limit else ():
        source = transaction.sources.get(appointment.url) or Source(url=appointment.url)
        last = transaction.pages.last_fetch(source.url)
        is_unread = _is_unread(transaction, last)
        tasks.append(SourceTask(appointment=appointment, source=source, last=last, is_unread=is_unread))
    return tasks


def _story_tasks(transaction: Transaction, claim: Claim, limit: int) -> list[StoryTask]:
    tasks = []
    known: dict[str, Source | None] = {}
    for link in transaction.links.claim(claim.owner, claim.now, claim.lease_seconds, limit) if limit else ():
        if link.source_url is not None and link.source_url not in known:
            known[link.source_url] = transaction.sources.get(link.source_url)
        source = known.get(link.source_url) if link.source_url else None
        last = transaction.pages.last_fetch(link.url)
        tasks.append(StoryTask(link=link, source=source, last=last, is_unread=_is_unread(transaction, last)))
    return tasks


def _is_unread(transaction: Transaction, last: Fetch | None) -> bool:
    """Whether the page of the last request could not be read. Then a "not modified" response would be useless."""
    failure = next(iter(transaction.run_log.failures(1, url=last.url)), None) if last else None
    if last is None or failure is None or failure.stage == "fetch" or failure.at is None:
        return False
    return failure.at >= last.fetched_at or last.digest is None
