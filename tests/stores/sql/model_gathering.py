"""The model's roles of gathering: sources, their schedule, pages and links."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime, timedelta

from tests.stores.sql.model_state import State, Waiting, insert, standing

from newsloom.records import (
    Appointment,
    Fetch,
    Link,
    Page,
    Source,
    Version,
)
from newsloom.stores.digests import body_digest, list_digest
from newsloom.stores.sql.intervals import Interval
from newsloom.stores.sql.links import as_sighted, changes
from newsloom.stores.sql.pages import confirms, with_validators
from newsloom.stores.sql.sources import first_appointment, renewed

__all__ = ["Links", "Pages", "Schedule", "Sources"]


@dataclass(frozen=True, slots=True)
class Sources:
    """The places that are followed."""

    _state: State

    def add(self, source: Source, /) -> bool:
        known = self._state.sources.get(source.url)
        self._state.sources[source.url] = source if known is None else renewed(known, source)
        if known is None:
            self._state.appointments[source.url] = first_appointment(source)
        return known is None

    def get(self, url: str, /) -> Source | None:
        return self._state.sources.get(url)

    def all(self) -> tuple[Source, ...]:
        return tuple(sorted(self._state.sources.values(), key=lambda source: (source.home or "", source.url)))

    def remove(self, url: str, /) -> bool:
        self._state.appointments.pop(url, None)
        return self._state.sources.pop(url, None) is not None


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who fetches which source, and when."""

    _state: State

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Appointment, ...]:
        due = [one for one in self.all() if is_due(one.due_at, one.leased_until, now)][: max(limit, 0)]
        until = now + timedelta(seconds=lease_seconds)
        claimed = tuple(dataclasses.replace(one, owner=owner, leased_until=until) for one in due)
        self._state.appointments.update({one.url: one for one in claimed})
        return claimed

    def settle(self, appointment: Appointment, /) -> bool:
        held = self._state.appointments.get(appointment.url)
        if held is None or held.owner is None or _lease(held) != _lease(appointment):
            return False
        self._state.appointments[appointment.url] = dataclasses.replace(appointment, owner=None, leased_until=None)
        return True

    def get(self, url: str, /) -> Appointment | None:
        return self._state.appointments.get(url)

    def all(self) -> tuple[Appointment, ...]:
        return tuple(sorted(self._state.appointments.values(), key=lambda one: (one.due_at, one.url)))


def _lease(appointment: Appointment) -> tuple[str | None, datetime | None]:
    return appointment.owner, appointment.leased_until


@dataclass(frozen=True, slots=True)
class Pages:
    """Every version of every page, with its time."""

    _state: State

    def keep(self, page: Page, /) -> Version:
        digest = body_digest(page.body)
        seen = Interval(digest=digest, first_seen=page.fetched_at, last_seen=page.fetched_at, fact=page)
        holder, intervals = insert(self._state.pages.get(page.url, ()), seen)
        self._state.bodies.setdefault(digest, page.body)
        self._state.pages[page.url] = intervals
        if page.requested_url not in (None, page.url):
            self._state.redirects[(page.requested_url, page.url)] = True
        return _version(holder)

    def see_again(self, url: str, at: datetime, /) -> Version | None:
        intervals = self._state.pages.get(url, ())
        latest = standing(intervals, at)
        if latest is None:
            return None
        seen = dataclasses.replace(latest, first_seen=at, last_seen=at, key=None)
        holder, self._state.pages[url] = insert(intervals, seen)
        return _version(holder)

    def at(self, url: str, time: datetime | None = None, /) -> Page | None:
        interval = standing(self._state.pages.get(url, ()), time)
        return None if interval is None else dataclasses.replace(interval.fact, fetched_at=interval.first_seen)

    def versions(self, url: str, /) -> tuple[Version, ...]:
        return tuple(map(_version, self._state.pages.get(url, ())))

    def body(self, digest: str, /) -> bytes | None:
        return self._state.bodies.get(digest)

    def log(self, fetch: Fetch, /) -> None:
        kept = {one.fetched_at: one for one in self._state.fetches.get(fetch.url, ())}
        kept.setdefault(fetch.fetched_at, with_validators(fetch, self.last_fetch(fetch.url)))
        self._state.fetches[fetch.url] = tuple(kept[time] for time in sorted(kept))

    def last_fetch(self, url: str, /) -> Fetch | None:
        return next(filter(confirms, reversed(self._state.fetches.get(url, ()))), None)


def _version(interval: Interval[Page]) -> Version:
    return Version(
        url=interval.fact.url,
        digest=interval.digest,
        first_seen=interval.first_seen,
        last_seen=interval.last_seen,
        size=len(interval.fact.body),
        stored_size=len(interval.fact.body),
        content_type=interval.fact.content_type,
        rights=interval.fact.rights,
    )


@dataclass(frozen=True, slots=True)
class Links:
    """What stood where and when; and which of it is still to be fetched."""

    _state: State

    def sight(self, source_url: str, links: tuple[Link, ...], at: datetime, /) -> tuple[Link, ...]:
        sighted = as_sighted(source_url, links)
        seen = Interval(digest=list_digest(sighted), first_seen=at, last_seen=at, fact=sighted)
        _, self._state.fronts[source_url] = insert(self._state.fronts.get(source_url, ()), seen)
        new = tuple(link for link in sighted if link.url not in self._state.links)
        for link in sighted:
            self._state.sighted[(source_url, link.url)] = True
        for link in new:
            self._state.waiting[link.url] = Waiting(link=link, due_at=at, serial=len(self._state.links))
            self._state.links[link.url] = True
        return new

    def on(self, source_url: str, at: datetime, /) -> tuple[Link, ...]:
        interval = standing(self._state.fronts.get(source_url, ()), at)
        return () if interval is None else interval.fact

    def between(
        self, source_url: str, since: datetime, until: datetime, /
    ) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
        return changes(self.on(source_url, since), self.on(source_url, until))

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Link, ...]:
        due = [one for one in self._state.waiting.values() if is_due(one.due_at, one.leased_until, now)]
        until = now + timedelta(seconds=lease_seconds)
        claimed = sorted(due, key=lambda one: (one.due_at, one.serial))[: max(limit, 0)]
        for one in claimed:
            self._state.waiting[one.link.url] = dataclasses.replace(one, owner=owner, leased_until=until)
        return tuple(one.link for one in claimed)

    def settle(self, owner: str, url: str, retry_at: datetime | None = None, /) -> bool:
        held = self._state.waiting.get(url)
        if held is None or held.owner != owner:
            return False
        if retry_at is None:
            del self._state.waiting[url]
        else:
            self._state.waiting[url] = dataclasses.replace(held, due_at=retry_at, owner=None, leased_until=None)
        return True

    def waiting(self) -> int:
        return len(self._state.waiting)


def is_due(due_at: datetime, leased_until: datetime | None, now: datetime) -> bool:
    return due_at <= now and (leased_until is None or leased_until <= now)
