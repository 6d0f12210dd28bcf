"""The ``Newsroom`` class, which holds a store and offers everything that can be done with it.

Methods that fetch block until they are done, even within a running event loop; each also has an async form. This
module makes no decisions: the settings choose, and the use cases in ``pipeline`` do the work.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from newsloom.fetch import run_to_end
from newsloom.newsroom.articles import NewsroomArticles
from newsloom.newsroom.pages import NewsroomPages
from newsloom.newsroom.readers import NewsroomReaders
from newsloom.newsroom.sources import NewsroomSources
from newsloom.newsroom.stories import NewsroomEvents, NewsroomStories, NewsroomTopics
from newsloom.newsroom.templates import NewsroomTemplates
from newsloom.pipeline import arguments
from newsloom.pipeline.desk.state import Edition
from newsloom.pipeline.failures import UnresolvedFailure, unresolved_failures
from newsloom.pipeline.gathering.collect import Gatherer, RunProgress, is_idle
from newsloom.pipeline.gathering.heartbeat import last_beat
from newsloom.pipeline.removal import prune
from newsloom.pipeline.repair import Repair, repair_store
from newsloom.records import Damage, Failure, Run
from newsloom.settings import Settings, read_settings, without_secrets
from newsloom.stores.protocol import Store
from newsloom.wiring import gatherer_of, page_reader, store_of

__all__ = ["Counts", "Newsroom", "open_newsroom"]


def _utc_now() -> datetime:
    return datetime.now(UTC)


def open_newsroom(
    place: str | Path | None = None, *, settings: Settings | None = None, now: Callable[[], datetime] = _utc_now
) -> Newsroom:
    """The newsroom at a path or a postgresql:// address. It is created if it does not exist.

    Without ``settings``, newsloom.toml in the current folder and the environment are read. ``now`` is its clock. Raises
    ``StoreError`` if it cannot be opened, ``SettingsError`` for invalid settings, and ``TypeError`` for arguments of
    the wrong type.
    """
    where = arguments.place(place)
    if settings is not None and not isinstance(settings, Settings):
        raise TypeError(
            f"settings must be Settings or None, not a {type(settings).__name__}. read_settings makes them."
        )
    chosen = settings or read_settings(environment=os.environ)
    if where is not None:
        chosen = replace(chosen, newsroom=where)
    return Newsroom(store_of(chosen), chosen, now=now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much a newsroom holds. ``waiting`` is the number of links still to be fetched."""

    articles: int
    stories: int
    waiting: int


class Newsroom:
    """One store and all use cases. Close it, or use it in a ``with`` block."""

    def __init__(self, store: Store, settings: Settings, *, now: Callable[[], datetime] = _utc_now) -> None:
        self.store = store
        self.settings = settings
        self._now = now
        self.sources = NewsroomSources(store, settings, now)
        self.articles = NewsroomArticles(store, settings, now)
        self.stories = NewsroomStories(store, settings, now)
        self.events = NewsroomEvents(store, self.stories, now)
        self.topics = NewsroomTopics(store, settings, now)
        self.pages = NewsroomPages(store, settings, now)
        self.templates = NewsroomTemplates(store, settings, now)
        self.readers = NewsroomReaders(store)
        # Short names for user programs. Newsloom itself uses the attributes above: tests/test_boundaries.py.
        self.add, self.add_async = self.sources.add, self.sources.add_async
        self.import_opml, self.remove = self.sources.import_opml, self.sources.remove
        self.article, self.article_named = self.articles.get, self.articles.named
        self.latest, self.search, self.related = self.articles.latest, self.articles.search, self.articles.related
        self.sections, self.languages = self.articles.sections, self.articles.languages
        self.export, self.reextract = self.articles.export, self.articles.reextract
        self.take_down = self.articles.take_down
        self.story, self.story_of, self.additions = self.stories.get, self.stories.of, self.stories.additions
        self.group = self.stories.group
        self.followed_events = self.events.followed
        self.follow_event, self.unfollow_event = self.events.follow, self.events.unfollow
        self.topic, self.make_topics = self.topics.get, self.topics.make
        self.page, self.history, self.change = self.pages.get, self.pages.history, self.pages.change
        self.links, self.items, self.lives = self.pages.links, self.pages.items, self.pages.lives
        self.learn_templates, self.drifts = self.templates.learn, self.templates.drifts

    def __repr__(self) -> str:
        return f"Newsroom({without_secrets(self.settings.newsroom)!r})"

    def now(self) -> datetime:
        """The current time by the newsroom's clock."""
        return self._now()

    @property
    def is_local(self) -> bool:
        """Whether the store answers at once, within this process: it never waits for a server or another writer."""
        return self.store.is_local

    def gather(self, *, report: RunProgress | None = None) -> Run:
        """Fetch, extract and store everything that is due, once, and bring the stories up to date."""
        return run_to_end(self.gather_async(report=report))

    async def gather_async(self, *, report: RunProgress | None = None) -> Run:
        """The async form of ``gather``."""
        async with self.gatherer() as gatherer:
            run = await gatherer.gather(report=report)
            if not is_idle(run):
                await asyncio.get_running_loop().run_in_executor(gatherer.threads.store, self.update)
        return run

    def gatherer(self) -> AbstractAsyncContextManager[Gatherer]:
        """A worker that can gather repeatedly."""
        return gatherer_of(self.settings, self.store, self._now)

    def update(self, is_ending: Callable[[], bool] = lambda: False) -> Edition | None:
        """Do the work that follows a gathering: bring the stories up to date, then maintain the newsroom.

        Returns what ``stories.group`` returns. ``is_ending`` is polled and may stop the work; the next call continues.
        """
        edition = self.stories.group(is_ending)
        self.maintain(is_ending)
        return edition

    def maintain(self, is_ending: Callable[[], bool] = lambda: False) -> None:
        """Learn the templates of sites that have news, and delete what the settings no longer keep."""
        if not is_ending():
            self.templates.learn(None, is_ending)
            self.prune()

    def prune(self) -> tuple[int, int]:
        """Delete what the settings no longer keep. Returns how many page versions, and how many articles."""
        return prune(
            self.store,
            self._now(),
            versions_days=self.settings.keep_versions_days,
            articles_days=self.settings.keep_articles_days,
        )

    def runs(self, limit: int = 20) -> tuple[Run, ...]:
        """The latest runs of gatherers, the latest first."""
        with self.store.read() as transaction:
            return transaction.run_log.runs(limit)

    def gathering_seen_at(self) -> datetime | None:
        """When a gatherer last showed that it is running. None if none has started or the last one ended normally."""
        with self.store.read() as transaction:
            return last_beat(transaction)

    def failures(self, limit: int = 100, *, url: str | None = None) -> tuple[Failure, ...]:
        """The failures of one address or of all, the latest first."""
        with self.store.read() as transaction:
            return transaction.run_log.failures(limit, url=url)

    def unresolved_failures(
        self, limit: int = 100, *, stage: str | None = None, after: str | None = None
    ) -> tuple[UnresolvedFailure, ...]:
        """The addresses whose last fetch or extraction failed, with the reason and when they are due again.

        ``stage`` is "fetch", "extract" (stories) or "discovery" (sources). ``after`` is the last address of the
        previous batch.
        """
        return unresolved_failures(self.store, limit=limit, stage=stage, after=after)

    def damages(self, limit: int = 100) -> tuple[Damage, ...]:
        """Stored articles and pages whose bytes are damaged, in the order in which this was found."""
        with self.store.read() as transaction:
            return transaction.damages.all(limit)

    def repair(self) -> Repair:
        """Check everything that is stored and repair what is damaged: articles are extracted again from their pages."""
        with closing(page_reader(self.settings)) as reader:
            return repair_store(self.store, reader, now=self._now)

    def counts(self) -> Counts:
        """How many articles, stories and waiting links there are."""
        with self.store.read() as transaction:
            return Counts(
                articles=transaction.articles.count(),
                stories=transaction.stories.count(),
                waiting=transaction.links.waiting(),
            )

    def close(self) -> None:
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.close()
