"""A model of a store: what the roles must answer, written in the plainest way over dictionaries.

Tests do the same to it and to a store in SQL and compare the answers. It knows nothing of transactions.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

from newsloom.errors import StoreError
from newsloom.records import (
    Appointment,
    Article,
    ArticleQuery,
    Coverage,
    Fetch,
    Hit,
    Link,
    Page,
    Revision,
    Source,
    StoryQuery,
    Topic,
    Version,
)
from newsloom.stores.appointing import first_appointment, is_due, renewed
from newsloom.stores.choosing import MOST_FACETS, clipped, site_named, site_of_article
from newsloom.stores.covering import as_kept, joined, order_named
from newsloom.stores.digests import article_id, body_digest, list_digest, reading_digest
from newsloom.stores.fetching import confirms, with_validators
from newsloom.stores.fronts import as_sighted, changes
from newsloom.stores.searching import matched, question_of, reading_of, snippet_of
from newsloom.stores.timeline import Stay, place

__all__ = ["Model", "insert", "standing"]


class Model:
    """The roles over one state."""

    def __init__(self) -> None:
        state = State()
        self.sources = Sources(state)
        self.schedule = Schedule(state)
        self.pages = Pages(state)
        self.links = Links(state)
        self.articles = Articles(state)
        self.stories = Stories(state)
        self.topics = Topics(state)
        self.marks = Marks(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A link that is still to be fetched, and who is at it."""

    link: Link
    due_at: datetime
    serial: int
    owner: str | None = None
    leased_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """All that the model holds; keys are addresses unless their type says otherwise."""

    sources: dict[str, Source] = field(default_factory=dict)
    appointments: dict[str, Appointment] = field(default_factory=dict)
    bodies: dict[str, bytes] = field(default_factory=dict)
    pages: dict[str, tuple[Stay[Page], ...]] = field(default_factory=dict)
    fetches: dict[str, tuple[Fetch, ...]] = field(default_factory=dict)
    redirects: dict[tuple[str, str], bool] = field(default_factory=dict)
    fronts: dict[str, tuple[Stay[tuple[Link, ...]], ...]] = field(default_factory=dict)
    sighted: dict[tuple[str, str], bool] = field(default_factory=dict)
    links: dict[str, bool] = field(default_factory=dict)
    waiting: dict[str, Waiting] = field(default_factory=dict)
    articles: dict[str, tuple[Stay[Revision], ...]] = field(default_factory=dict)
    arrivals: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    stories: dict[str, Coverage] = field(default_factory=dict)
    story_numbers: dict[str, int] = field(default_factory=dict)
    reported: dict[str, str] = field(default_factory=dict)
    topics: dict[str, Topic] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    claims: dict[str, tuple[str, datetime]] = field(default_factory=dict)


Fact = TypeVar("Fact")
Stays = tuple[Stay[Fact], ...]


def insert(stays: Stays[Fact], seen: Stay[Fact], /) -> tuple[Stay[Fact], Stays[Fact]]:
    """The stay that holds what was seen, and all the stays."""
    behind = _begun(stays, seen.first_seen)
    before = stays[behind - 1] if behind else None
    after = stays[behind] if behind < len(stays) else None
    holder, placed = place(before, after, seen)
    return holder, (*stays[: max(behind - 1, 0)], *placed, *stays[behind + 1 :])


def standing(stays: Stays[Fact], at: datetime | None, /) -> Stay[Fact] | None:
    """What stood at a time, or stands now; None before the first."""
    behind = len(stays) if at is None else _begun(stays, at)
    return stays[behind - 1] if behind else None


def _begun(stays: Stays[Fact], at: datetime) -> int:
    return bisect.bisect_right(stays, at, key=lambda stay: stay.first_seen)


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
        seen = Stay(digest=digest, first_seen=page.fetched_at, last_seen=page.fetched_at, fact=page)
        holder, stays = insert(self._state.pages.get(page.url, ()), seen)
        self._state.bodies.setdefault(digest, page.body)
        self._state.pages[page.url] = stays
        if page.requested_url not in (None, page.url):
            self._state.redirects[(page.requested_url, page.url)] = True
        return _version(holder)

    def see_again(self, url: str, at: datetime, /) -> Version | None:
        stays = self._state.pages.get(url, ())
        latest = standing(stays, at)
        if latest is None:
            return None
        seen = dataclasses.replace(latest, first_seen=at, last_seen=at, key=None)
        holder, self._state.pages[url] = insert(stays, seen)
        return _version(holder)

    def at(self, url: str, time: datetime | None = None, /) -> Page | None:
        stay = standing(self._state.pages.get(url, ()), time)
        return None if stay is None else dataclasses.replace(stay.fact, fetched_at=stay.first_seen)

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


def _version(stay: Stay[Page]) -> Version:
    return Version(
        url=stay.fact.url,
        digest=stay.digest,
        first_seen=stay.first_seen,
        last_seen=stay.last_seen,
        size=len(stay.fact.body),
        stored_size=len(stay.fact.body),
        content_type=stay.fact.content_type,
        rights=stay.fact.rights,
    )


@dataclass(frozen=True, slots=True)
class Links:
    """What stood where and when; and which of it is still to be fetched."""

    _state: State

    def sight(self, source_url: str, links: tuple[Link, ...], at: datetime, /) -> tuple[Link, ...]:
        sighted = as_sighted(source_url, links)
        seen = Stay(digest=list_digest(sighted), first_seen=at, last_seen=at, fact=sighted)
        _, self._state.fronts[source_url] = insert(self._state.fronts.get(source_url, ()), seen)
        new = tuple(link for link in sighted if link.url not in self._state.links)
        for link in sighted:
            self._state.sighted[(source_url, link.url)] = True
        for link in new:
            self._state.waiting[link.url] = Waiting(link=link, due_at=at, serial=len(self._state.links))
            self._state.links[link.url] = True
        return new

    def on(self, source_url: str, at: datetime, /) -> tuple[Link, ...]:
        stay = standing(self._state.fronts.get(source_url, ()), at)
        return () if stay is None else stay.fact

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


@dataclass(frozen=True, slots=True)
class Articles:
    """Stories with their edit history."""

    _state: State

    def keep(self, revision: Revision, /) -> bool:
        url = revision.article.url
        if url is None:
            raise StoreError(":memory:", "an article without an address cannot be kept")
        seen = Stay(
            digest=reading_digest(revision.article),
            first_seen=revision.seen_at,
            last_seen=revision.seen_at,
            fact=revision,
        )
        holder, self._state.articles[url] = insert(self._state.articles.get(url, ()), seen)
        self._state.arrivals.setdefault(url, len(self._state.arrivals))
        self._state.names.setdefault(article_id(url), url)
        return holder is seen

    def get(self, url: str, at: datetime | None = None, /) -> Article | None:
        stay = standing(self._state.articles.get(url, ()), at)
        return None if stay is None else stay.fact.article

    def revisions(self, url: str, /) -> tuple[Revision, ...]:
        stays = self._state.articles.get(url, ())
        return tuple(dataclasses.replace(stay.fact, seen_at=stay.first_seen) for stay in stays)

    def find(
        self,
        *,
        source_url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> tuple[Article, ...]:
        self._require(after)
        found = [
            url
            for url in (self._state.articles if source_url is None else self._of(source_url))
            if (since is None or self._arrival(url)[0] >= since)
            and (until is None or self._arrival(url)[0] < until)
            and (after is None or self._arrival(url) > self._arrival(after))
        ]
        chosen = sorted(found, key=self._arrival)[: max(limit, 0)]
        return tuple(map(self._now, chosen))

    def latest(self, query: ArticleQuery, /) -> tuple[Article, ...]:
        self._require(query.after)
        found = self._wanted(query)
        if query.changed_after is not None:
            last = None if query.after is None else self._change(query.after)
            changed = [url for url in found if last is None or self._change(url) > last]
            return tuple(map(self._now, sorted(changed, key=self._change)[: max(query.limit, 0)]))
        last = None if query.after is None else self._arrival(query.after)
        behind = [url for url in found if last is None or self._arrival(url) < last]
        return tuple(map(self._now, sorted(behind, key=self._arrival, reverse=True)[: max(query.limit, 0)]))

    def named(self, article_id: str, /) -> Article | None:
        url = self._state.names.get(article_id)
        return None if url is None else self._now(url)

    def search(self, words: str, query: ArticleQuery, /) -> tuple[Hit, ...]:
        languages = [query.language] if query.language else [None, *(name for name, _ in self.languages())]
        question = question_of(words, languages)
        if question is None:
            return ()
        scores = {url: matched(reading_of(self._now(url)), question) for url in self._wanted(query)}
        found = [(score, self._arrival(url), url) for url, score in scores.items() if score is not None]
        page = sorted(found, reverse=True)[max(query.skip, 0) :][: max(query.limit, 0)]
        return tuple(Hit(url=url, score=score, snippet=snippet_of(self._now(url), question)) for score, _, url in page)

    def sections(self) -> tuple[tuple[str, int], ...]:
        return _counted(self._now(url).section for url in self._state.articles)

    def languages(self) -> tuple[tuple[str, int], ...]:
        return _counted(self._now(url).language for url in self._state.articles)

    def first_seen(self, url: str, /) -> datetime | None:
        return self._arrival(url)[0] if url in self._state.articles else None

    def changed_at(self, url: str, /) -> datetime | None:
        return self._change(url)[0] if url in self._state.articles else None

    def count(self) -> int:
        return len(self._state.articles)

    def _require(self, after: str | None) -> None:
        if after is not None and after not in self._state.articles:
            raise StoreError(":memory:", f"there is no article {after} to go on from")

    def _now(self, url: str) -> Article:
        return self._state.articles[url][-1].fact.article

    def _change(self, url: str) -> tuple[datetime, int]:
        return self._state.articles[url][-1].first_seen, self._state.arrivals[url]

    def _wanted(self, query: ArticleQuery) -> list[str]:
        site = None if query.site is None else site_named(query.site)
        of_source = self._state.articles if query.source_url is None else self._of(query.source_url)
        of_site = (url for url in of_source if site is None or site_of_article(url) == site)
        return [url for url in of_site if self._is_wanted(url, query)]

    def _is_wanted(self, url: str, query: ArticleQuery) -> bool:
        article, first_seen, changed_at = self._now(url), self._arrival(url)[0], self._change(url)[0]
        return (
            (query.section is None or clipped(article.section) == clipped(query.section))
            and (query.language is None or clipped(article.language) == clipped(query.language))
            and (query.since is None or first_seen >= query.since)
            and (query.until is None or first_seen < query.until)
            and (query.changed_after is None or changed_at > query.changed_after)
        )

    def _arrival(self, url: str) -> tuple[datetime, int]:
        return self._state.articles[url][0].first_seen, self._state.arrivals[url]

    def _of(self, source_url: str) -> Iterator[str]:
        sighted = {url for place, url in self._state.sighted if place == source_url}
        led_to = {url for requested, url in self._state.redirects if requested in sighted}
        return (url for url in self._state.articles if url in sighted | led_to)


def _counted(facts: Iterable[str | None]) -> tuple[tuple[str, int], ...]:
    counts = Counter(clipped(fact) or "" for fact in facts if fact)
    return tuple(sorted(counts.items(), key=lambda count: (-count[1], count[0]))[:MOST_FACETS])


@dataclass(frozen=True, slots=True)
class Stories:
    """Stories with their reports; an article is a report of one story at a time."""

    _state: State

    def keep(self, coverage: Coverage, /) -> bool:
        kept = as_kept(coverage)
        if self._state.stories.get(kept.id) == kept:
            return False
        before = self._state.stories.get(kept.id)
        for report in before.reports if before else ():
            self._state.reported.pop(report.url, None)
        for report in kept.reports:
            self._take(report.url)
            self._state.reported[report.url] = kept.id
        self._state.stories[kept.id] = kept
        self._state.story_numbers.setdefault(kept.id, len(self._state.story_numbers))
        return True

    def merge(self, story_id: str, into: str, at: datetime, /) -> None:
        part, story = self._known(story_id), self._known(self._now(into))
        if self._now(story_id) == story.id != story_id:
            return
        if part.id == story.id:
            raise StoreError(":memory:", f"the story {story_id} cannot become a part of itself")
        whole = joined(story, part)
        self._state.stories[part.id] = dataclasses.replace(part, reports=(), changed_at=at, merged_into=story.id)
        for url in (report.url for report in part.reports):
            self._state.reported[url] = story.id
        self._state.stories[story.id] = whole
        for one in [one for one in self._state.stories.values() if one.merged_into == part.id]:
            self._state.stories[one.id] = dataclasses.replace(one, merged_into=story.id)

    def get(self, story_id: str, /) -> Coverage | None:
        return self._state.stories.get(self._now(story_id))

    def of(self, url: str, /) -> Coverage | None:
        story_id = self._state.reported.get(url)
        return None if story_id is None else self._state.stories[story_id]

    def find(self, query: StoryQuery, /) -> tuple[Coverage, ...]:
        field, is_descending = order_named(query.order)

        def place(story: Coverage) -> tuple[Any, int]:
            return getattr(story, field), self._state.story_numbers[story.id]

        found = [story for story in self._state.stories.values() if story.reports and _is_wanted(story, query)]
        if query.after is not None:
            last = place(self._known(query.after))
            found = [story for story in found if (place(story) < last if is_descending else place(story) > last)]
        ranked = sorted(found, key=place, reverse=is_descending)
        return tuple(ranked[: max(query.limit, 0)])

    def count(self) -> int:
        return sum(1 for story in self._state.stories.values() if story.reports)

    def _now(self, story_id: str) -> str:
        story = self._state.stories.get(story_id)
        return story_id if story is None else story.merged_into or story_id

    def _known(self, story_id: str) -> Coverage:
        if story_id not in self._state.stories:
            raise StoreError(":memory:", f"there is no story {story_id}")
        return self._state.stories[story_id]

    def _take(self, url: str) -> None:
        loser = self._state.stories.get(self._state.reported.get(url, ""))
        if loser is not None:
            rest = tuple(report for report in loser.reports if report.url != url)
            self._state.stories[loser.id] = dataclasses.replace(loser, reports=rest)


def _is_wanted(story: Coverage, query: StoryQuery) -> bool:
    return (
        len(story.papers) >= query.least_papers
        and (query.section is None or story.section == query.section)
        and (query.language is None or story.language == query.language)
        and (query.paper is None or not {query.paper, site_named(query.paper)}.isdisjoint(story.papers))
        and (query.since is None or story.last_seen >= query.since)
        and (query.until is None or story.last_seen < query.until)
        and (query.changed_after is None or story.changed_at > query.changed_after)
        and (query.least_newness is None or story.newness >= query.least_newness)
    )


@dataclass(frozen=True, slots=True)
class Topics:
    """What months of news are about."""

    _state: State

    def replace(self, topics: tuple[Topic, ...], /) -> None:
        for topic_id in tuple(self._state.topics):
            del self._state.topics[topic_id]
        for topic in topics:
            self._state.topics[topic.id] = topic

    def get(self, topic_id: str, /) -> Topic | None:
        return self._state.topics.get(topic_id)

    def all(self) -> tuple[Topic, ...]:
        ranked = sorted(self._state.topics.values(), key=lambda topic: (-topic.size, topic.id))
        return tuple(map(_without_members, ranked))

    def of(self, url: str, /) -> Topic | None:
        nearest = [
            (-closeness, topic.id)
            for topic in self._state.topics.values()
            for member, closeness in topic.members
            if member == url
        ]
        return _without_members(self._state.topics[min(nearest)[1]]) if nearest else None


def _without_members(topic: Topic) -> Topic:
    return dataclasses.replace(topic, members=())


@dataclass(frozen=True, slots=True)
class Marks:
    """Notes of work that goes on for ever."""

    _state: State

    def read(self, name: str, /) -> str | None:
        return self._state.notes.get(name)

    def write(self, name: str, note: str, /) -> None:
        self._state.notes[name] = note

    def claim(self, name: str, owner: str, now: datetime, lease_seconds: float, /) -> bool:
        holder, until = self._state.claims.get(name, (owner, now))
        if holder != owner and until > now:
            return False
        self._state.claims[name] = (owner, now + timedelta(seconds=lease_seconds))
        return True

    def release(self, name: str, owner: str, /) -> None:
        holder, _ = self._state.claims.get(name, ("", None))
        if holder == owner:
            self._state.claims.pop(name, None)
