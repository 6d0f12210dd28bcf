"""A model of a store: what the roles must answer, written in the plainest way over dictionaries.

Tests do the same to it and to a store in SQL and compare the answers. It knows nothing of transactions.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tests.stores.sql.matching import matched
from tests.stores.sql.model_gathering import Links as LinksModel
from tests.stores.sql.model_gathering import Pages, Schedule, Sources
from tests.stores.sql.model_state import State, insert, standing

from newsloom.errors import StoreError
from newsloom.records import (
    Article,
    ArticleQuery,
    Coverage,
    Hit,
    Revision,
    StoryQuery,
    Topic,
    reports_in_order,
)
from newsloom.stores.digests import reading_digest
from newsloom.stores.search import search_query_of, snippet_of, stems_of_article
from newsloom.stores.sites import clipped, site_named, site_of_article
from newsloom.stores.sql.intervals import Interval
from newsloom.stores.sql.stories import as_kept, order_named
from newsloom.text.categories import filed_under

__all__ = ["Model"]


class Model:
    """The roles over one state."""

    def __init__(self) -> None:
        state = State()
        self.sources = Sources(state)
        self.schedule = Schedule(state)
        self.pages = Pages(state)
        self.links = LinksModel(state)
        self.articles = Articles(state)
        self.facets = Facets(state)
        self.lookups = Lookups(state)
        self.stories = Stories(state)
        self.topics = Topics(state)
        self.checkpoints = Checkpoints(state)


@dataclass(frozen=True, slots=True)
class Articles:
    """Stories with their edit history."""

    _state: State

    def keep(self, revision: Revision, /) -> bool:
        url = revision.article.url
        if url is None:
            raise StoreError(":memory:", "an article without an address cannot be stored")
        seen = Interval(
            digest=reading_digest(revision.article),
            first_seen=revision.seen_at,
            last_seen=revision.seen_at,
            fact=revision,
        )
        holder, self._state.articles[url] = insert(self._state.articles.get(url, ()), seen)
        self._state.arrivals.setdefault(url, len(self._state.arrivals))
        return holder is seen

    def get(self, url: str, at: datetime | None = None, /) -> Article | None:
        interval = standing(self._state.articles.get(url, ()), at)
        return None if interval is None else interval.fact.article

    def revisions(self, url: str, /) -> tuple[Revision, ...]:
        intervals = self._state.articles.get(url, ())
        return tuple(dataclasses.replace(interval.fact, seen_at=interval.first_seen) for interval in intervals)

    def find(self, query: ArticleQuery, /) -> tuple[Article, ...]:
        if query.after is not None and query.after not in self._state.articles:
            raise StoreError(":memory:", f"there is no article {query.after} to continue from")
        order = query.order or ("latest" if query.changed_after is None else "changed")
        place = self._change if order == "changed" else self._arrival
        ranked = sorted(self._wanted(query), key=place, reverse=order == "latest")
        if query.after is not None:
            last = place(query.after)
            ranked = [url for url in ranked if (place(url) < last if order == "latest" else place(url) > last)]
        return tuple(map(self._now, ranked[: max(query.limit, 0)]))

    def search(self, words: str, query: ArticleQuery, /) -> tuple[Hit, ...]:
        languages = (
            [query.language] if query.language else [None, *(name for name, _ in Facets(self._state).languages())]
        )
        question = search_query_of(words, languages)
        if question is None:
            return ()
        scores = {url: matched(stems_of_article(self._now(url)), question) for url in self._wanted(query)}
        found = [(score, self._arrival(url), url) for url, score in scores.items() if score is not None]
        page = sorted(found, reverse=True)[max(query.skip, 0) :][: max(query.limit, 0)]
        return tuple(Hit(url=url, score=score, snippet=snippet_of(self._now(url), question)) for score, _, url in page)

    def count(self) -> int:
        return len(self._state.articles)

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
            (query.section is None or filed(article.section) == filed(query.section))
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


@dataclass(frozen=True, slots=True)
class Facets:
    """What articles can be chosen by."""

    _state: State

    def sections(self) -> tuple[tuple[str, int], ...]:
        return _counted(filed(self._state.articles[url][-1].fact.article.section) for url in self._state.articles)

    def languages(self) -> tuple[tuple[str, int], ...]:
        return _counted(self._state.articles[url][-1].fact.article.language for url in self._state.articles)


@dataclass(frozen=True, slots=True)
class Lookups:
    """Many articles at once."""

    _state: State

    def times(self, urls: Iterable[str], /) -> dict[str, tuple[datetime, datetime]]:
        known = {url: self._state.articles[url] for url in urls if url in self._state.articles}
        return {url: (stood[0].first_seen, stood[-1].first_seen) for url, stood in known.items()}


def _counted(facts: Iterable[str | None]) -> tuple[tuple[str, int], ...]:
    counts = Counter(clipped(fact) or "" for fact in facts if fact)
    return tuple(sorted(counts.items(), key=lambda count: (-count[1], count[0])))


def joined(story: Coverage, part: Coverage) -> Coverage:
    """The story with another one's reports."""
    return dataclasses.replace(
        story,
        reports=reports_in_order((*story.reports, *part.reports)),
        first_seen=min(story.first_seen, part.first_seen),
        last_seen=max(story.last_seen, part.last_seen),
    )


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
        and (query.section is None or story.section == filed(query.section))
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
class Checkpoints:
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


def filed(section: str | None) -> str | None:
    """What a section is compared by."""
    return clipped(filed_under(None, section))
