"""Reads pages in a pool of processes and returns a result for each, in the same order.

Pages are untrusted and their parser is C code, so each is read in another process and within a time budget. The
processes are kept between batches: starting one costs more than reading a hundred pages. ``InlineReader`` reads in
this process without a budget, for tests and for trusted pages. ``OutcomeReader`` provides a reader with what it needs
for each fetched page: earlier versions, and the templates of its site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, Protocol

from newsloom.engines.local.pool import WorkerPool
from newsloom.errors import FetchError, InputError
from newsloom.pipeline.gathering.drawing import without_resources
from newsloom.pipeline.gathering.outcomes import TaskOutcome
from newsloom.pipeline.gathering.reading import SourceContents, SourcePage, StoryPage, read_page
from newsloom.pipeline.gathering.tasks import SourceTask
from newsloom.pipeline.history import earlier_pages
from newsloom.pipeline.templates.lookup import SiteTemplateCache
from newsloom.records import Article, Failure, Link, Page, Source
from newsloom.stores.protocol import Store

__all__ = ["InlineReader", "OutcomeReader", "PageReader", "ReadingPool"]

PageToRead = SourcePage | StoryPage
Result = SourceContents | Article | Failure

# Reading ahead costs nothing: the batch is already in memory.
_READ_AHEAD: Final = 64

_FIRST_URL: Final = "https://paper.invalid/"
_FIRST_PAGE: Final = b"""<html><title>Harbour opens</title><body><h1>Harbour opens</h1><p>By Ada Strand, 3 May 2024</p>
<p>The harbour opened on Monday after nine years of work, and the first ship came in at noon.</p>
<h2><a href="/2024/ferry">The ferry is late again, and nobody knows why</a></h2></body></html>"""


class PageReader(Protocol):
    """Reads pages. Used by one thread at a time."""

    def read(self, pages: tuple[PageToRead, ...], /) -> tuple[Result, ...]: ...

    def close(self) -> None: ...


class ReadingPool:
    """Reads in other processes. A page that takes longer than ``page_seconds`` is a failure."""

    def __init__(self, *, extractor: str, reader: str, processes: int, page_seconds: float) -> None:
        self._step = ReadingStep(extractor=extractor, reader=reader)
        self._pool: WorkerPool[tuple[int, PageToRead], tuple[int, SourceContents | Article]]
        self._pool = WorkerPool(processes, page_seconds)

    def read(self, pages: tuple[PageToRead, ...], /) -> tuple[Result, ...]:
        # A failure identifies its item by name: here the page's number.
        named = ((str(number), (number, page)) for number, page in enumerate(pages))
        return _in_order(self._pool.map(self._step, named, _READ_AHEAD), len(pages))

    def close(self) -> None:
        self._pool.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingStep:
    """The step that the pool runs: takes a number and a page, and returns the number and the page's contents."""

    extractor: str
    reader: str

    def __call__(self, numbered: tuple[int, PageToRead]) -> tuple[int, SourceContents | Article]:
        return read_page(numbered, extractor=self.extractor, reader=self.reader)

    def prepare(self) -> None:
        """Load models and word lists by reading a story and a front page."""
        page = Page(url=_FIRST_URL, fetched_at=datetime(2024, 5, 3, tzinfo=UTC), body=_FIRST_PAGE)
        self((0, StoryPage(link=Link(url=_FIRST_URL), page=page)))
        self((0, SourcePage(source=Source(url=_FIRST_URL, kind="page"), page=page)))


@dataclass(frozen=True, kw_only=True)
class InlineReader:
    """Reads in this process. An ``InputError`` becomes a failure; any other exception is raised."""

    extractor: str
    reader: str

    def read(self, pages: tuple[PageToRead, ...], /) -> tuple[Result, ...]:
        return _in_order(map(self._read, enumerate(pages)), len(pages))

    def close(self) -> None:
        pass

    def _read(self, numbered: tuple[int, PageToRead]) -> tuple[int, SourceContents | Article] | Failure:
        try:
            return read_page(numbered, extractor=self.extractor, reader=self.reader)
        except InputError as error:
            return Failure(url=str(numbered[0]), stage="read", kind=type(error).__name__, reason=str(error))


class OutcomeReader:
    """Reads fetched pages: adds the contents to outcomes. Reads the store."""

    def __init__(self, store: Store, reader: PageReader, now: Callable[[], datetime]) -> None:
        self._store = store
        self._reader = reader
        self._templates = SiteTemplateCache(store, now)

    def read(self, batch: tuple[TaskOutcome, ...], /) -> tuple[TaskOutcome, ...]:
        pages = {index: page for index, outcome in enumerate(batch) if (page := self._page_of(outcome))}
        contents = dict(zip(pages, self._reader.read(tuple(pages.values())), strict=True))
        return tuple(_with_contents(outcome, contents.get(index)) for index, outcome in enumerate(batch))

    def _page_of(self, outcome: TaskOutcome) -> PageToRead | None:
        task, fetched = outcome.task, outcome.fetched
        if isinstance(fetched, FetchError) or fetched.page is None:
            return None
        page = without_resources(fetched.page)
        if isinstance(task, SourceTask):
            return SourcePage(source=task.source, page=page, earlier=self._earlier(task.source, page))
        return StoryPage(
            link=task.link,
            page=page,
            source=task.source,
            templates=self._templates.of(fetched.page.url),
            further=outcome.pages[1:],
        )

    def _earlier(self, source: Source, page: Page) -> tuple[Page, ...]:
        if source.kind != "page":
            return ()
        with self._store.read() as transaction:
            return earlier_pages(transaction, source.url, page)


def _with_contents(outcome: TaskOutcome, contents: Result | None) -> TaskOutcome:
    if outcome.further and isinstance(contents, Failure):
        # A failure of a further page must not discard the story that was read without it.
        return outcome
    return replace(outcome, contents=contents)


def _in_order(outcomes: Iterable[tuple[int, SourceContents | Article] | Failure], count: int) -> tuple[Result, ...]:
    results: dict[int, Result] = {}
    for outcome in outcomes:
        if isinstance(outcome, Failure):
            # The page's number means nothing to the reader of the reason.
            reason = outcome.reason.removeprefix(f"{outcome.url}: ")
            results[int(outcome.url)] = replace(outcome, reason=reason)
        else:
            results[outcome[0]] = outcome[1]
    return tuple(results[number] for number in range(count))
