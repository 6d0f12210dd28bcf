"""Gathering: what is due is fetched, read and filed, until nothing is due and nothing waits.

A store, a client and a reading room go in; pages, articles and appointments end up in the store, and a ``Run``
comes out. Three stages work at the same time, joined by short queues: fetching on the event loop, reading in other
processes, filing in a thread of its own, many pages to a transaction. Nothing is acknowledged before it is filed, and
what was claimed and not filed is somebody's again when its lease ends. When the next gathering comes is not decided
here.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol, TypeVar

from newsloom.errors import FetchError
from newsloom.fetch import ANYTHING, READABLE, Accept, Fetched
from newsloom.logs import DEBUG, INFO, log_event, log_failure, stage_logger
from newsloom.pipeline.gathering.errands import Claim, Errand, SourceErrand, claim_errands, give_back
from newsloom.pipeline.gathering.filing import Filed, Filing, Outcome, Tally
from newsloom.pipeline.gathering.reading import SourceReading, StoryReading
from newsloom.pipeline.gathering.readingroom import ReadingRoom
from newsloom.pipeline.templates.lookup import SiteMoulds
from newsloom.records import Run
from newsloom.stores.protocol import Store

__all__ = ["Fetcher", "Gatherer", "Report", "Threads", "is_idle"]

_LOG: Final = stage_logger(__name__)

Result = TypeVar("Result")
Report = Callable[[Run, tuple[Filed, ...]], None]

# Errands under way at most: enough to keep many hosts busy that are each asked slowly, few enough to hold in memory.
_OPEN_ERRANDS: Final = 256
_SOURCES_AT_ONCE: Final = 32
# Pages read and filed together: a transaction costs the same for one as for many.
_BATCH: Final = 64
# An errand that cannot be done well before its lease ends is given back; somebody else may have it by then.
_LEASE_SHARE: Final = 0.8


class Fetcher(Protocol):
    """What a gatherer needs of the client."""

    async def fetch(
        self, url: str, *, etag: str | None = None, last_modified: str | None = None, accept: Accept = READABLE
    ) -> Fetched: ...


class Threads:
    """Where the event loop may not wait: one thread each, for stores keep a connection to a thread."""

    def __init__(self) -> None:
        self.reading = ThreadPoolExecutor(1, "newsloom-reading")
        self.filing = ThreadPoolExecutor(1, "newsloom-filing")

    def close(self) -> None:
        self.reading.shutdown()
        self.filing.shutdown()


@dataclass(frozen=True, kw_only=True)
class Gatherer:
    """One worker of any number: ``owner`` is its name on the leases, ``now`` its clock."""

    store: Store
    client: Fetcher
    room: ReadingRoom
    threads: Threads
    owner: str
    now: Callable[[], datetime]
    lease_seconds: float

    async def gather(self, *, stop: asyncio.Event | None = None, report: Report | None = None) -> Run:
        """Everything due and waiting, once; ``stop`` ends it early with all that was fetched filed.

        ``report`` is called after each transaction, with the run so far and what was filed in it.
        """
        started_at = self.now()
        run = Run(id=f"{started_at:%Y%m%dT%H%M%S.%fZ}-{self.owner}", started_at=started_at, owner=self.owner)
        return await _Gathering(self, run, stop or asyncio.Event(), report).finish()

    async def next_due(self) -> datetime | None:
        """When the next source is due; None where none is followed."""
        return await asyncio.get_running_loop().run_in_executor(self.threads.filing, self._next_due)

    def _next_due(self) -> datetime | None:
        with self.store.read() as transaction:
            return next((appointment.due_at for appointment in transaction.schedule.all()), None)


def is_idle(run: Run) -> bool:
    """Whether there was nothing to do."""
    return not (run.sources or run.pages or run.unchanged or run.failures)


class _Gathering:
    """The state of one run: what is out, and the queues between the stages."""

    def __init__(self, gatherer: Gatherer, run: Run, stop: asyncio.Event, report: Report | None) -> None:
        self._gatherer = gatherer
        self._run = run
        self._stop = stop
        self._report = report
        self._open: set[tuple[bool, str]] = set()
        self._unfinished: dict[Errand, asyncio.Task[None]] = {}
        self._fetched: asyncio.Queue[Outcome | None] = asyncio.Queue(_BATCH)
        self._read: asyncio.Queue[tuple[Outcome, ...] | None] = asyncio.Queue(1)
        self._news = asyncio.Event()
        self._is_begun = False
        self._moulds = SiteMoulds(gatherer.store, gatherer.now)

    async def finish(self) -> Run:
        try:
            async with asyncio.TaskGroup() as group:
                ringing = group.create_task(self._ring())
                group.create_task(self._read_pages())
                group.create_task(self._file_pages())
                await self._send_out(group)
                ringing.cancel()
        except BaseExceptionGroup as several:
            # The first is the cause, and the one a caller can make something of.
            raise several.exceptions[0] from None
        return await self._close()

    async def _ring(self) -> None:
        await self._stop.wait()
        self._news.set()

    async def _send_out(self, group: asyncio.TaskGroup) -> None:
        while not self._stop.is_set():
            self._news.clear()
            errands = await self._claim()
            for errand in errands:
                self._open.add(_key(errand))
                self._unfinished[errand] = group.create_task(self._fetch(errand))
            if not errands:
                if not self._open:
                    break
                # Something filed may have named new links, and makes room in any case.
                await self._news.wait()
        tasks = tuple(self._unfinished.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._fetched.put(None)

    async def _claim(self) -> tuple[Errand, ...]:
        room = _OPEN_ERRANDS - len(self._open)
        if room < _BATCH:
            return ()
        claimed = await self._in_store(lambda: self._claimed(room))
        if claimed:
            self._log_claim(claimed)
        # An errand of our own whose lease ran out before it was filed: it is ours again, and under way already.
        return tuple(errand for errand in claimed if _key(errand) not in self._open)

    def _log_claim(self, claimed: tuple[Errand, ...]) -> None:
        if not self._is_begun:
            # Not before: a worker that watches looks for work every few seconds.
            self._is_begun = True
            log_event(_LOG, INFO, "run %(run)s started", run=self._run.id, owner=self._run.owner)
        sources = sum(isinstance(errand, SourceErrand) for errand in claimed)
        links = len(claimed) - sources
        log_event(_LOG, DEBUG, "claimed %(sources)d sources, %(links)d links", sources=sources, links=links)

    def _claimed(self, room: int) -> tuple[Errand, ...]:
        with self._gatherer.store.transaction() as transaction:
            sources = min(room, _SOURCES_AT_ONCE)
            return claim_errands(transaction, self._now_claim(), sources=sources, links=room - sources)

    def _now_claim(self) -> Claim:
        gatherer = self._gatherer
        return Claim(owner=gatherer.owner, now=gatherer.now(), lease_seconds=gatherer.lease_seconds)

    async def _fetch(self, errand: Errand) -> None:
        try:
            async with asyncio.timeout(self._gatherer.lease_seconds * _LEASE_SHARE):
                outcome = await self._outcome(errand)
        except TimeoutError:
            # Too many pages of its host stood in line before it. Its lease is about to end: then it is anyone's.
            self._open.remove(_key(errand))
            self._news.set()
            log_event(_LOG, DEBUG, "%(url)s was not fetched within its lease", url=errand.url)
        else:
            await self._fetched.put(outcome)
        del self._unfinished[errand]

    async def _outcome(self, errand: Errand) -> Outcome:
        last = errand.last
        etag, last_modified = (last.etag, last.last_modified) if last else (None, None)
        # Sitemaps often come as gzip files, which no story does.
        is_sitemap = isinstance(errand, SourceErrand) and errand.source.kind == "sitemap"
        accept = ANYTHING if is_sitemap else READABLE
        fetch = self._gatherer.client.fetch
        try:
            fetched = await fetch(errand.url, etag=etag, last_modified=last_modified, accept=accept)
        except FetchError as error:
            return Outcome(errand=errand, at=self._gatherer.now(), fetched=error)
        return Outcome(errand=errand, at=fetched.fetch.fetched_at, fetched=fetched)

    async def _read_pages(self) -> None:
        while (batch := await _next_batch(self._fetched)) is not None:
            loop = asyncio.get_running_loop()
            await self._read.put(await loop.run_in_executor(self._gatherer.threads.reading, self._readings, batch))
        await self._read.put(None)

    def _readings(self, batch: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
        readable = {
            place: reading for place, outcome in enumerate(batch) if (reading := _reading_of(outcome, self._moulds))
        }
        results = self._gatherer.room.read(tuple(readable.values()))
        read = dict(zip(readable, results, strict=True))
        return tuple(replace(outcome, reading=read.get(place)) for place, outcome in enumerate(batch))

    async def _file_pages(self) -> None:
        while (batch := await self._read.get()) is not None:
            tally = Tally()
            run, filed = await self._in_store(functools.partial(self._filed, batch, tally))
            self._run = run
            self._open -= {_key(outcome.errand) for outcome in batch}
            self._news.set()
            for failure in tally.failed:
                log_failure(_LOG, failure)
            if self._report:
                self._report(run, filed)

    def _filed(self, batch: tuple[Outcome, ...], tally: Tally) -> tuple[Run, tuple[Filed, ...]]:
        with self._gatherer.store.transaction() as transaction:
            filing = Filing(transaction=transaction, owner=self._gatherer.owner, tally=tally)
            filed = tuple(map(filing.file, batch))
            run = tally.added_to(self._timed())
            transaction.diary.keep_run(run)
        return run, filed

    async def _close(self) -> Run:
        left = tuple(self._unfinished)
        run = replace(self._timed(), ended_at=self._gatherer.now())
        if left or not is_idle(run):
            await self._in_store(lambda: self._closed(run, left))
            _log_end(run, len(left))
        return run

    def _closed(self, run: Run, left: tuple[Errand, ...]) -> None:
        with self._gatherer.store.transaction() as transaction:
            give_back(transaction, self._now_claim(), left)
            transaction.diary.keep_run(run)

    def _timed(self) -> Run:
        return replace(self._run, seconds=(self._gatherer.now() - self._run.started_at).total_seconds())

    async def _in_store(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._gatherer.threads.filing, work)


def _log_end(run: Run, left: int) -> None:
    message = (
        "run %(run)s ended after %(seconds).1f s: %(sources)d sources, %(links)d new links, %(pages)d pages, "
        "%(unchanged)d unchanged, %(articles)d articles, %(received_bytes)d bytes, %(failed)d failures, "
        "%(given_back)d given back"
    )
    counted = ("seconds", "sources", "links", "pages", "unchanged", "articles", "received_bytes")
    facts = {name: getattr(run, name) for name in counted}
    failed = sum(run.failures.values())
    log_event(_LOG, INFO, message, run=run.id, **facts, failed=failed, failures=dict(run.failures), given_back=left)


def _key(errand: Errand) -> tuple[bool, str]:
    """One address may be followed and, at the same time, be linked as a story."""
    return isinstance(errand, SourceErrand), errand.url


async def _next_batch(queue: asyncio.Queue[Outcome | None]) -> tuple[Outcome, ...] | None:
    """What waits in the queue, at least one; None behind the last."""
    first = await queue.get()
    if first is None:
        return None
    batch = [first]
    while len(batch) < _BATCH and not queue.empty():
        following = queue.get_nowait()
        if following is None:
            # Seen too early: it ends the next batch.
            queue.put_nowait(None)
            break
        batch.append(following)
    return tuple(batch)


def _reading_of(outcome: Outcome, moulds: SiteMoulds) -> SourceReading | StoryReading | None:
    errand, fetched = outcome.errand, outcome.fetched
    if isinstance(fetched, FetchError) or fetched.page is None:
        return None
    if isinstance(errand, SourceErrand):
        return SourceReading(source=errand.source, page=fetched.page)
    return StoryReading(
        link=errand.link, page=fetched.page, source=errand.source, templates=moulds.of(fetched.page.url)
    )
