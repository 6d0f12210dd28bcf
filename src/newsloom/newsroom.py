"""The newsroom: one warehouse and everything that can be done with it, each a short method over a use case.

A place goes in ("newsloom.db", "postgresql://…"), records come out. Methods that fetch run an event loop of their own,
so they are not for use within one. Nothing is decided here: settings choose, the use cases do.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Self, TypeVar

from newsloom.discovery.opml import read_opml
from newsloom.errors import InputError
from newsloom.pipeline import arguments
from newsloom.pipeline.desk.additions import Addition, additions_of
from newsloom.pipeline.desk.followed import FollowedEvent, read_followed, unfollow_event
from newsloom.pipeline.desk.note import CatchUp, Edition
from newsloom.pipeline.desk.related import LEAST_NEWNESS, related_articles
from newsloom.pipeline.export import stored_articles, write_articles
from newsloom.pipeline.following import Followed, follow, followed_sources, unfollow
from newsloom.pipeline.fronts import ItemLife, item_lives, items_at
from newsloom.pipeline.gathering.collect import Gatherer, RunProgress, is_idle
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
    Article,
    ArticleQuery,
    Coverage,
    Drift,
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
from newsloom.stores.protocol import Store, Transaction
from newsloom.wiring import (
    desk_of,
    followed_since,
    gatherer_of,
    page_reader,
    sources_at,
    store_of,
    templates_of,
    topics_of,
)

__all__ = ["Followed", "Newsroom", "article_id", "open_newsroom"]

Answer = TypeVar("Answer")


def open_newsroom(place: str | Path | None = None, *, settings: Settings | None = None) -> Newsroom:
    """The newsroom at a path or a postgresql:// address; it is made where there is none.

    Without ``settings`` newsloom.toml here and the environment are read. Raises ``StoreError`` where it cannot be
    opened, ``SettingsError`` for settings that cannot be, ``TypeError`` for what is neither place nor settings.
    """
    where = arguments.place(place)
    if settings is not None and not isinstance(settings, Settings):
        raise TypeError(f"settings are Settings or None, not a {type(settings).__name__}. read_settings makes them.")
    chosen = settings or read_settings(environment=os.environ)
    if where is not None:
        chosen = replace(chosen, newsroom=where)
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
        return follow(self.store, sources_at(url, self.settings, self._now, only=only), self._now(), category)

    def import_opml(self, file: str | Path | bytes) -> tuple[Source, ...]:
        """Follow the feeds of a reading list; its folders are their categories."""
        found = read_opml(file if isinstance(file, bytes) else _bytes_of(Path(file)))
        return follow(self.store, found, self._now())

    def sources(self) -> tuple[Followed, ...]:
        """What is followed, by newspaper."""
        return followed_sources(self.store)

    def remove(self, url: str) -> tuple[str, ...]:
        """Follow an address no more, nor what was followed because of it; what was gathered stays.

        The addresses that were followed until now come back.
        """
        return unfollow(self.store, url)

    def gather(self, *, report: RunProgress | None = None) -> Run:
        """Fetch, read and keep everything that is due, once, and bring the stories up to date."""

        async def work() -> Run:
            async with self.gatherer() as gatherer:
                return await gatherer.gather(report=report)

        run = asyncio.run(work())
        if not is_idle(run):
            self.group()
            self.learn_templates()
        return run

    def gatherer(self) -> AbstractAsyncContextManager[Gatherer]:
        """A worker that can gather again and again."""
        return gatherer_of(self.settings, self.store, self._now)

    def runs(self, limit: int = 20) -> tuple[Run, ...]:
        """What was done lately."""
        return self._ask(lambda transaction: transaction.diary.runs(limit))

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
        return self._ask(lambda transaction: transaction.stories.find(query or StoryQuery()))

    def story(self, story_id: str) -> Coverage | None:
        """A story by its id, or the one that it became a part of."""
        return self._ask(lambda transaction: transaction.stories.get(story_id))

    def story_of(self, url: str) -> Coverage | None:
        """The story that an article is a report of."""
        return self._ask(lambda transaction: transaction.stories.of(url))

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
        return self._ask(lambda transaction: transaction.topics.all())

    def topic(self, topic_id: str) -> Topic | None:
        """A topic with its members, the closest first."""
        return self._ask(lambda transaction: transaction.topics.get(topic_id))

    def make_topics(self, count: int | None = None) -> tuple[Topic, ...]:
        """Make the topics of the last months anew, so many of them or as many as fit."""
        return topics_of(self.store, self._now(), count)

    def related(self, url: str, limit: int = 10) -> tuple[Article, ...]:
        """Other reports of the article's story, then the closest articles of its topic."""
        return related_articles(self.store, url, limit)

    def search(self, words: str, query: ArticleQuery | None = None) -> tuple[Hit, ...]:
        """The articles that hold all the words or phrases, the best answers first."""
        return self._ask(lambda transaction: transaction.articles.search(words, query or ArticleQuery()))

    def latest(self, query: ArticleQuery | None = None) -> tuple[Article, ...]:
        """The articles that came last, or, where the query asks for what changed, in the order of their changes."""
        return self._ask(lambda transaction: transaction.articles.latest(query or ArticleQuery()))

    def article_named(self, article_id: str) -> Article | None:
        """An article by the public id of its address."""
        return self._ask(lambda transaction: transaction.articles.named(article_id))

    def sections(self) -> tuple[tuple[str, int], ...]:
        """The sections that articles have, with how many, the most frequent first."""
        return self._ask(lambda transaction: transaction.articles.sections())

    def languages(self) -> tuple[tuple[str, int], ...]:
        """The languages that articles have, with how many, the most frequent first."""
        return self._ask(lambda transaction: transaction.articles.languages())

    def templates(self, site: str) -> tuple[SiteTemplate, ...]:
        """All templates that a site ever had, by the time from which they were valid."""
        return self._ask(lambda transaction: transaction.templates.history(_site(site) or site))

    def learn_templates(self, site: str | None = None, is_ending: Callable[[], bool] = lambda: False) -> Tending:
        """Learn a site's templates anew; or look after those of all sites that have news, and notice what changed.

        ``is_ending`` is asked between two sites and may stop it; the next time goes on.
        """
        return templates_of(self.settings, self.store, self._now(), _site(site), is_ending)

    def drifts(self, site: str | None = None, limit: int = 100) -> tuple[Drift, ...]:
        """When pages of a site, or of any, stopped fitting its templates, the latest first."""
        return self._ask(lambda transaction: transaction.templates.drifts(site=_site(site), limit=limit))

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
        chosen = replace(self.settings, extractor=extractor or self.settings.extractor)
        which = Which(site=_site(site), since=since)
        with closing(page_reader(chosen)) as room:
            return read_again(self.store, room, which, now=self._now, is_dry=is_dry, report=report)

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

    def _ask(self, question: Callable[[Transaction], Answer]) -> Answer:
        with self.store.read() as transaction:
            return question(transaction)


def _site(name: str | None) -> str | None:
    """A site as people name it: by its domain, a host or an address."""
    if not name:
        return None
    return site_of_article(name) if "://" in name else site_named(name)


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(str(file), getattr(error, "strerror", None) or str(error)) from error
