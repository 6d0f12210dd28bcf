"""Gathering in tests: a newspaper on loopback, a store, in memory if no other, and a clock set by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from tests.newspaper import Newspaper

from newsloom.fetch import Client, ClientSettings, Runtime
from newsloom.pipeline.gathering.collect import Fetcher, Gatherer, Threads
from newsloom.pipeline.gathering.intervals import NO_RULES, SourceRules
from newsloom.pipeline.gathering.outcomes import TaskResult
from newsloom.pipeline.gathering.pool import InlineReader, PageReader, ReadingPool
from newsloom.records import ArticleQuery, Run, Source
from newsloom.stores.protocol import Store
from newsloom.stores.sqlite import MemoryStore

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
CLIENT = ClientSettings(allow_hosts=("127.0.0.1",), delay_seconds=0.0, per_host=8, attempts=1)

INLINE = InlineReader(extractor="loom", reader="loom")


@contextmanager
def overloaded_reader() -> Iterator[PageReader]:
    """A reader with a budget that no page meets."""
    pool = ReadingPool(extractor="loom", reader="loom", processes=1, page_seconds=1e-4)
    try:
        yield pool
    finally:
        pool.close()


class GatheringFixture:
    """A store with a newspaper to gather, and a clock."""

    def __init__(self, paper: Newspaper, store: Store | None = None) -> None:
        self.paper = paper
        self.store = store or MemoryStore()
        self.now = NOON
        self.filed: list[TaskResult] = []
        self.fetcher: Callable[[Client], Fetcher] = lambda client: client

    def follow(self, path: str, kind: str = "feed", **facts: str) -> None:
        with self.store.transaction() as transaction:
            transaction.sources.add(Source(url=self.paper.url + path, kind=kind, added_at=self.now, **facts))

    def gather(self, **options) -> Run:
        return asyncio.run(self.gathering(**options))

    async def gathering(
        self,
        *,
        owner: str = "desk",
        stop=None,
        report=None,
        lease_seconds: float = 300.0,
        reader: PageReader = INLINE,
        drawer=None,
        render: str = "never",
        rules: SourceRules = NO_RULES,
    ) -> Run:
        threads = Threads()
        try:
            async with Client(CLIENT, runtime=Runtime(now=lambda: self.now)) as client:
                return await Gatherer(
                    store=self.store,
                    client=self.fetcher(client),
                    reader=reader,
                    threads=threads,
                    owner=owner,
                    now=lambda: self.now,
                    lease_seconds=lease_seconds,
                    drawer=drawer,
                    render=render,
                    rules=rules,
                ).gather(stop=stop, report=report or (lambda _, filed: self.filed.extend(filed)))
        finally:
            threads.close()

    def look(self, question: Callable):
        with self.store.read() as transaction:
            return question(transaction)

    def articles(self) -> list:
        return list(
            self.look(lambda transaction: transaction.articles.find(ArticleQuery(order="earliest", limit=1000)))
        )
