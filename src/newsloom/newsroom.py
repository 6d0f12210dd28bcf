"""The newsroom: one warehouse and everything that can be done with it, each a short method over a use case.

A place goes in ("newsloom.db", "postgresql://…"), records come out. Methods that fetch run an event loop of their own,
so they are not for use within one. Nothing is decided here: settings choose, the use cases do.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from newsloom.discovery.opml import read_opml
from newsloom.errors import InputError
from newsloom.pipeline.collect import Gatherer, Report, Threads
from newsloom.pipeline.export import stored_articles, write_articles
from newsloom.pipeline.follow import find_sources
from newsloom.pipeline.fronts import ItemLife, item_lives, items_at
from newsloom.pipeline.history import (
    Change,
    History,
    article_at,
    change_between,
    history_of,
    links_at,
    page_at,
)
from newsloom.records import Appointment, Article, Failure, Item, Link, Page, Run, Source
from newsloom.settings import Settings, read_settings
from newsloom.stores.protocol import Store
from newsloom.text.addresses import normalised
from newsloom.wiring import client_of, owner_name, reading_room, store_of

__all__ = ["Followed", "Newsroom", "open_newsroom"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A source with its appointment; ``failure`` is the last thing that went wrong with it, if it is failing."""

    source: Source
    appointment: Appointment
    failure: Failure | None = None


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
            return tuple(
                Followed(
                    source=source,
                    appointment=appointment,
                    failure=next(iter(shift.diary.failures(1, url=source.url)), None) if appointment.failures else None,
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
        """Fetch, read and keep everything that is due, once."""

        async def work() -> Run:
            async with self.gatherer() as gatherer:
                return await gatherer.gather(report=report)

        return asyncio.run(work())

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


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(str(file), getattr(error, "strerror", None) or str(error)) from error
