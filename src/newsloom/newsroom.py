"""The newsroom: one warehouse and everything that can be done with it, each a short method over a use case.

A place goes in ("newsloom.db", "postgresql://…"), records come out. Methods that fetch run an event loop of their own,
so they are not for use within one. Nothing is decided here: settings choose, the use cases do.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from newsloom.discovery.opml import read_opml
from newsloom.errors import InputError
from newsloom.pipeline.desk.additions import Addition, additions_of
from newsloom.pipeline.desk.followed import FollowedEvent, read_followed, unfollow_event
from newsloom.pipeline.desk.note import CatchUp, Edition
from newsloom.pipeline.desk.related import LEAST_NEWNESS, related_articles
from newsloom.pipeline.export import stored_articles, write_articles
from newsloom.pipeline.fronts import ItemLife, item_lives, items_at
from newsloom.pipeline.gathering.collect import Gatherer, Report, Threads, is_idle
from newsloom.pipeline.gathering.follow import find_sources
from newsloom.pipeline.history import (
    Change,
    History,
    article_at,
    change_between,
    history_of,
    links_at,
    page_at,
)
from newsloom.pipeline.templates.reextract import Difference, Rereading, Which, read_again
from newsloom.pipeline.templates.tending import Tending
from newsloom.records import (
    Appointment,
    Article,
    ArticleQuery,
    Coverage,
    Drift,
    Failure,
    Hit,
    Item,
    Link,
    Page,
    Run,
    SiteTemplate,
    Source,
    StoryQuery,
    Topic,
)
from newsloom.settings import Settings, read_settings
from newsloom.stores.choosing import site_named, site_of_article
from newsloom.stores.digests import article_id
from newsloom.stores.protocol import Shift, Store
from newsloom.text.addresses import normalised
from newsloom.wiring import (
    client_of,
    desk_of,
    followed_since,
    owner_name,
    reading_room,
    store_of,
    templates_of,
    topics_of,
)

__all__ = ["Followed", "Newsroom", "article_id", "open_newsroom"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A source with its appointment; ``failure`` is the last thing that went wrong with it, if it is failing.

    ``template`` is the one that most pages of its site are printed from, ``drift`` the last time they stopped fitting.
    """

    source: Source
    appointment: Appointment
    failure: Failure | None = None
    template: SiteTemplate | None = None
    drift: Drift | None = None


def open_newsroom(place: str | None = None, *, settings: Settings | None = None) -> Newsroom:
    """The newsroom at a path or a postgresql:// address; it is made where there is none.

    Without ``settings`` newsloom.toml here and the environment are read. Raises ``StoreError`` where it cannot be
    opened, ``SettingsError`` for settings that cannot be.
    """
    chosen = settings or read_settings(environment=os.environ)
    if place is not None:
        chosen = replace(chosen, newsroom=place)
    return Newsroom(store_of(chosen), chosen)


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Newsroom:
    """A warehouse and all use cases. Close it, or use it in a ``with`` block."""

    def __init__(self, store: Store, settings: Settings, *, now: Callable[[], datetime] = _utc_now) -> None:
        self.store = store
        self.settings = settings
        self._now = now
        self._desk: CatchUp | None = None

    def now(self) -> datetime:
        """What time it is in the newsroom."""
        return self._now()

    def add(self, url: str, *, category: str | None = None, only: bool = False) -> tuple[Source, ...]:
        """Follow what is found at an address: its feeds, news sitemaps, home and section pages; or ``only`` it."""
        return self._follow(asyncio.run(self._find(url, only=only)), category)

    def import_opml(self, file: str | Path | bytes) -> tuple[Source, ...]:
        """Follow the feeds of a reading list; its folders are their categories."""
        return self._follow(read_opml(file if isinstance(file, bytes) else _bytes_of(Path(file))))

    def sources(self) -> tuple[Followed, ...]:
        """What is followed, by newspaper."""
        with self.store.look() as shift:
            appointments = {appointment.url: appointment for appointment in shift.schedule.all()}
            followed = [(source, appointments[source.url]) for source in shift.sources.all()]
            sites = {source.url: site_of_article(source.home or source.url) for source, _ in followed}
            states = {site: _template_state(shift, site) for site in set(sites.values())}
            return tuple(
                Followed(
                    source=source,
                    appointment=appointment,
                    failure=next(iter(shift.diary.failures(1, url=source.url)), None) if appointment.failures else None,
                    template=states[sites[source.url]][0],
                    drift=states[sites[source.url]][1],
                )
                for source, appointment in followed
            )

    def remove(self, url: str) -> tuple[str, ...]:
        """Follow an address no more, nor what was followed because of it; what was gathered stays.

        The addresses that were followed until now come back.
        """
        spellings = {url, normalised(url)}
        with self.store.begin() as shift:
            gone = [one.url for one in shift.sources.all() if one.url in spellings or one.home in spellings]
            return tuple(address for address in gone if shift.sources.remove(address))

    def gather(self, *, report: Report | None = None) -> Run:
        """Fetch, read and keep everything that is due, once, and bring the stories up to date."""

        async def work() -> Run:
            async with self.gatherer() as gatherer:
                return await gatherer.gather(report=report)

        run = asyncio.run(work())
        if not is_idle(run):
            self.group()
            self.learn_templates()
        return run

    @asynccontextmanager
    async def gatherer(self) -> AsyncIterator[Gatherer]:
        """A worker that can gather again and again."""
        room, threads = reading_room(self.settings), Threads()
        try:
            async with client_of(self.settings, self._now) as client:
                yield Gatherer(
                    store=self.store,
                    client=client,
                    room=room,
                    threads=threads,
                    owner=owner_name(),
                    now=self._now,
                    lease_seconds=self.settings.lease_seconds,
                )
        finally:
            threads.close()
            room.close()

    def runs(self, limit: int = 20) -> tuple[Run, ...]:
        """What was done lately."""
        with self.store.look() as shift:
            return shift.diary.runs(limit)

    def history(self, url: str) -> History | None:
        """All that is known of an address over time, or None."""
        return history_of(self.store, url, self._now())

    def page(self, url: str, at: datetime | None = None) -> Page | None:
        """A page byte for byte as it was known at a time, or is now."""
        return page_at(self.store, url, at)

    def article(self, url: str, at: datetime | None = None) -> Article | None:
        """A story as it read at a time, or reads now."""
        return article_at(self.store, url, at, self.settings.extractor)

    def links(self, url: str, at: datetime | None = None) -> tuple[Link, ...]:
        """What stood on a source at a time, or stands there now."""
        return links_at(self.store, url, at or self._now())

    def items(self, url: str, at: datetime | None = None) -> tuple[Item, ...] | None:
        """The news items of a kept front page as of a time, or now; None where no version of it is kept."""
        return items_at(self.store, url, at, self.settings.reader)

    def lives(self, url: str) -> tuple[ItemLife, ...]:
        """The life of every item a source has announced: when it came, rose, fell, was reworded and went."""
        return item_lives(self.store, url)

    def change(self, url: str, since: datetime, until: datetime) -> Change:
        """What came and went on a source, or how a story was edited, between two times."""
        return change_between(self.store, url, since, until, self.settings.extractor)

    def group(self, is_ending: Callable[[], bool] = lambda: False) -> Edition | None:
        """Bring stories up to date with the articles that arrived; None where another worker is at it.

        ``is_ending`` is asked now and then and may stop it; the next time goes on.
        """
        self._desk = self._desk or desk_of(self.settings, self.store, self._now)
        return self._desk(is_ending)

    def stories(self, query: StoryQuery | None = None) -> tuple[Coverage, ...]:
        """What many papers tell together, the biggest first, or as the query asks."""
        with self.store.look() as shift:
            return shift.stories.find(query or StoryQuery())

    def story(self, story_id: str) -> Coverage | None:
        """A story by its id, or the one that it became a part of."""
        with self.store.look() as shift:
            return shift.stories.get(story_id)

    def story_of(self, url: str) -> Coverage | None:
        """The story that an article is a report of."""
        with self.store.look() as shift:
            return shift.stories.of(url)

    def additions(self, story: Coverage, since: datetime | None = None) -> tuple[Addition, ...]:
        """What each report of a story added, in order of arrival, or those that came after a time; copies add none."""
        return additions_of(self.store, story, since)

    def events(self, query: StoryQuery | None = None, *, least_newness: float = LEAST_NEWNESS) -> tuple[Coverage, ...]:
        """The stories whose first report told of something new, the one that began last first."""
        return self.stories(replace(query or StoryQuery(), order="began", least_newness=least_newness))

    def followed_events(self) -> tuple[FollowedEvent, ...]:
        """The events that are followed, with the reports found since, the latest followed first."""
        return read_followed(self.store)

    def follow_event(self, urls: Sequence[str]) -> FollowedEvent:
        """Follow what one to four kept articles tell; its reports are found among what is kept and what will come."""
        return followed_since(self.store, urls, self._now())

    def unfollow_event(self, event_id: str) -> bool:
        """Follow it no more; False if it was not followed."""
        return unfollow_event(self.store, event_id)

    def topics(self) -> tuple[Topic, ...]:
        """What months of news are about, the largest topic first, without their members."""
        with self.store.look() as shift:
            return shift.topics.all()

    def topic(self, topic_id: str) -> Topic | None:
        """A topic with its members, the closest first."""
        with self.store.look() as shift:
            return shift.topics.get(topic_id)

    def make_topics(self, count: int | None = None) -> tuple[Topic, ...]:
        """Make the topics of the last months anew, so many of them or as many as fit."""
        return topics_of(self.store, self._now(), count)

    def related(self, url: str, limit: int = 10) -> tuple[Article, ...]:
        """Other reports of the article's story, then the closest articles of its topic."""
        return related_articles(self.store, url, limit)

    def search(self, words: str, query: ArticleQuery | None = None) -> tuple[Hit, ...]:
        """The articles that hold all the words or phrases, the best answers first."""
        with self.store.look() as shift:
            return shift.articles.search(words, query or ArticleQuery())

    def latest(self, query: ArticleQuery | None = None) -> tuple[Article, ...]:
        """The articles that came last, or, where the query asks for what changed, in the order of their changes."""
        with self.store.look() as shift:
            return shift.articles.latest(query or ArticleQuery())

    def article_named(self, article_id: str) -> Article | None:
        """An article by the public id of its address."""
        with self.store.look() as shift:
            return shift.articles.named(article_id)

    def sections(self) -> tuple[tuple[str, int], ...]:
        """The sections that articles have, with how many, the most frequent first."""
        with self.store.look() as shift:
            return shift.articles.sections()

    def languages(self) -> tuple[tuple[str, int], ...]:
        """The languages that articles have, with how many, the most frequent first."""
        with self.store.look() as shift:
            return shift.articles.languages()

    def templates(self, site: str) -> tuple[SiteTemplate, ...]:
        """All templates that a site ever had, by the time from which they were valid."""
        with self.store.look() as shift:
            return shift.templates.history(_site(site) or site)

    def learn_templates(self, site: str | None = None, is_ending: Callable[[], bool] = lambda: False) -> Tending:
        """Learn a site's templates anew; or look after those of all sites that have news, and notice what changed.

        ``is_ending`` is asked between two sites and may stop it; the next time goes on.
        """
        return templates_of(self.settings, self.store, self._now(), _site(site), is_ending)

    def drifts(self, site: str | None = None, limit: int = 100) -> tuple[Drift, ...]:
        """When pages of a site, or of any, stopped fitting its templates, the latest first."""
        with self.store.look() as shift:
            return shift.templates.drifts(site=_site(site), limit=limit)

    def reextract(
        self,
        *,
        site: str | None = None,
        since: datetime | None = None,
        extractor: str | None = None,
        is_dry: bool = False,
        report: Callable[[Difference], None] | None = None,
    ) -> Rereading:
        """Read kept pages again with the present extractor and templates; ``is_dry`` only shows the difference."""
        which = Which(site=_site(site), since=since)
        room = reading_room(replace(self.settings, extractor=extractor or self.settings.extractor))
        try:
            return read_again(self.store, room, which, now=self._now, is_dry=is_dry, report=report)
        finally:
            room.close()

    def articles(
        self, *, source_url: str | None = None, since: datetime | None = None, until: datetime | None = None
    ) -> Iterator[Article]:
        """Every kept story, or those of a source, or those first seen between two times."""
        return stored_articles(self.store, source_url=source_url, since=since, until=until)

    def export(
        self,
        target: Path | IO[str],
        *,
        form: str = "jsonl",
        source_url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> int:
        """Write the kept stories as "jsonl" or "parquet", or every version of their pages as "warc"; how many."""
        articles = self.articles(source_url=source_url, since=since, until=until)
        return write_articles(self.store, articles, target, form)

    def close(self) -> None:
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.close()

    async def _find(self, url: str, *, only: bool) -> tuple[Source, ...]:
        async with client_of(self.settings, self._now) as client:
            return await find_sources(url, client, only=only)

    def _follow(self, found: tuple[Source, ...], category: str | None = None) -> tuple[Source, ...]:
        now = self._now()
        sources = [replace(source, category=category or source.category, added_at=now) for source in found]
        with self.store.begin() as shift:
            for source in sources:
                shift.sources.add(source)
        return tuple(sources)


def _site(name: str | None) -> str | None:
    """A site as people name it: by its domain, a host or an address."""
    if not name:
        return None
    return site_of_article(name) if "://" in name else site_named(name)


def _template_state(shift: Shift, site: str) -> tuple[SiteTemplate | None, Drift | None]:
    return next(iter(shift.templates.at(site)), None), next(iter(shift.templates.drifts(site=site, limit=1)), None)


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(str(file), getattr(error, "strerror", None) or str(error)) from error
