"""Gathering: fetch, read and save everything that is due, until nothing is due and no link waits.

Takes a store, a client and a page reader, writes pages, articles and appointments to the store, and returns a ``Run``.
Three stages work at the same time, connected by short queues: fetching on the event loop, reading in other processes,
and saving in a separate thread, many pages per transaction. A page is acknowledged only when it is saved. A task that
was claimed but not saved can be claimed again when its lease ends. The scheduler decides when to gather next.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Protocol, TypeVar

from newsloom.errors import FetchError, MissingExtra, NewsloomError, RenderError, StoreError, UnstorableValue
from newsloom.fetch import ANYTHING, READABLE, Accept, Fetched
from newsloom.logs import DEBUG, INFO, WARNING, log_event, log_failure, log_fault, stage_logger
from newsloom.pipeline.gathering.drawing import DrawingPolicy
from newsloom.pipeline.gathering.heartbeat import BEAT_SECONDS, beat, rest
from newsloom.pipeline.gathering.intervals import NO_RULES, SourceRules
from newsloom.pipeline.gathering.outcomes import OutcomeWriter, RunCounts, TaskOutcome, TaskResult, log_end
from newsloom.pipeline.gathering.pool import OutcomeReader, PageReader
from newsloom.pipeline.gathering.tasks import Claim, GatherTask, SourceTask, claim_tasks, release_tasks
from newsloom.pipeline.multipage import page_after
from newsloom.records import Article, Failure, Page, Run
from newsloom.stores.protocol import Store

__all__ = ["Drawer", "Fetcher", "Gatherer", "RunProgress", "Threads", "is_idle"]

_LOG: Final = stage_logger(__name__)

Result = TypeVar("Result")
_Saved = tuple[Run, tuple[TaskResult, ...], tuple[Failure, ...]]
RunProgress = Callable[[Run, tuple[TaskResult, ...]], None]

# Enough to keep many slow hosts busy, few enough to hold in memory.
_MAX_OPEN_TASKS: Final = 256
_MAX_SOURCES_PER_CLAIM: Final = 32
# Pages read and saved together: a transaction costs the same for one page as for many.
_BATCH_SIZE: Final = 64
_MAX_REASON: Final = 500
# A task must be fetched within this share of its lease, since another worker may claim it when the lease ends.
_LEASE_SHARE: Final = 0.8


class Fetcher(Protocol):
    """The part of the client that a gatherer uses."""

    async def fetch(
        self, url: str, *, etag: str | None = None, last_modified: str | None = None, accept: Accept = READABLE
    ) -> Fetched: ...


class Drawer(Protocol):
    """Draws fetched pages with a browser."""

    async def draw(self, page: Page) -> Page: ...


class Threads:
    """The threads for blocking work, one per kind of work, because stores keep one connection per thread."""

    def __init__(self) -> None:
        self.reading = ThreadPoolExecutor(1, "newsloom-reading")
        self.store = ThreadPoolExecutor(1, "newsloom-store")

    def close(self) -> None:
        self.reading.shutdown()
        self.store.shutdown()


@dataclass(frozen=True, kw_only=True)
class Gatherer:
    """One worker. Any number may share a store. ``owner`` is its name on leases, ``now`` its clock."""

    store: Store
    client: Fetcher
    reader: PageReader
    threads: Threads
    owner: str
    now: Callable[[], datetime]
    lease_seconds: float
    rules: SourceRules = NO_RULES
    drawer: Drawer | None = None
    """Draws pages if their source or ``render`` says so."""
    render: str = "never"

    async def gather(self, *, stop: asyncio.Event | None = None, report: RunProgress | None = None) -> Run:
        """Gather everything that is due, once. ``stop`` ends it early; pages fetched by then are saved.

        ``report`` is called after each transaction, with the run so far and the results it saved.
        """
        started_at = self.now()
        run = Run(id=f"{started_at:%Y%m%dT%H%M%S.%fZ}-{self.owner}", started_at=started_at, owner=self.owner)
        return await _GatheringRun(self, run, stop or asyncio.Event(), report).finish()

    async def rest(self) -> None:
        """Remove the heartbeat: this gatherer ends normally."""
        await asyncio.get_running_loop().run_in_executor(self.threads.store, self._rest)

    def _rest(self) -> None:
        with self.store.transaction() as transaction:
            rest(transaction)

    async def next_due(self) -> datetime | None:
        """When the next source is due. None if no source is followed."""
        return await asyncio.get_running_loop().run_in_executor(self.threads.store, self._next_due)

    def _next_due(self) -> datetime | None:
        with self.store.read() as transaction:
            return next((appointment.due_at for appointment in transaction.schedule.all()), None)


def is_idle(run: Run) -> bool:
    """Whether there was nothing to do."""
    return not (run.sources or run.pages or run.unchanged or run.failures)


class _GatheringRun:
    """The state of one run: the open tasks, and the queues between the stages."""

    def __init__(self, gatherer: Gatherer, run: Run, stop: asyncio.Event, report: RunProgress | None) -> None:
        self._gatherer = gatherer
        self._run = run
        self._stop = stop
        self._report = report
        self._open: set[tuple[bool, str]] = set()
        self._fetching: dict[GatherTask, asyncio.Task[None]] = {}
        self._fetched: asyncio.Queue[TaskOutcome | None] = asyncio.Queue(_BATCH_SIZE)
        self._read: asyncio.Queue[tuple[TaskOutcome, ...] | None] = asyncio.Queue(1)
        # Set when tasks have finished or the run was stopped: time to claim again.
        self._wake = asyncio.Event()
        self._is_started = False
        self._group: asyncio.TaskGroup | None = None
        self._beat_at: datetime | None = None
        self._reader = OutcomeReader(gatherer.store, gatherer.reader, gatherer.now)
        self._drawing = DrawingPolicy(gatherer.render) if gatherer.drawer else None

    async def finish(self) -> Run:
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                stopping = group.create_task(self._wake_when_stopped())
                group.create_task(self._read_pages())
                group.create_task(self._save_pages())
                await self._fetch_pages(group)
                stopping.cancel()
        except BaseExceptionGroup as several:
            # The first is the cause and the one that a caller can handle.
            raise several.exceptions[0] from None
        return await self._close()

    async def _wake_when_stopped(self) -> None:
        await self._stop.wait()
        self._wake.set()

    async def _fetch_pages(self, group: asyncio.TaskGroup) -> None:
        while not self._stop.is_set():
            self._wake.clear()
            claimed = await self._claim()
            for task in claimed:
                self._open.add(_key(task))
                self._fetching[task] = group.create_task(self._fetch(task))
            if not claimed:
                if not self._open:
                    break
                # A source that is saved meanwhile may bring new links.
                await self._wake.wait()
        fetching = tuple(self._fetching.values())
        for one in fetching:
            one.cancel()
        await asyncio.gather(*fetching, return_exceptions=True)
        await self._fetched.put(None)

    async def _claim(self) -> tuple[GatherTask, ...]:
        if self._beat_at is None or self._gatherer.now() - self._beat_at >= timedelta(seconds=BEAT_SECONDS):
            await self._in_store(self._beat)
        room = _MAX_OPEN_TASKS - len(self._open)
        if room < _BATCH_SIZE:
            return ()
        claimed = await self._in_store(lambda: self._claimed(room))
        if claimed:
            self._log_claim(claimed)
        # Our own task may be claimed again if its lease ended before it was saved. It is already in progress.
        return tuple(task for task in claimed if _key(task) not in self._open)

    def _beat(self) -> None:
        # In a transaction of its own, so that claims do not wait for writers.
        with self._gatherer.store.transaction() as transaction:
            self._beat_at = self._gatherer.now()
            beat(transaction, self._beat_at)

    def _claimed(self, room: int) -> tuple[GatherTask, ...]:
        with self._gatherer.store.transaction() as transaction:
            sources = min(room, _MAX_SOURCES_PER_CLAIM)
            return claim_tasks(transaction, self._claim_now(), sources=sources, links=room - sources)

    def _claim_now(self) -> Claim:
        gatherer = self._gatherer
        return Claim(owner=gatherer.owner, now=gatherer.now(), lease_seconds=gatherer.lease_seconds)

    def _log_claim(self, claimed: tuple[GatherTask, ...]) -> None:
        if not self._is_started:
            # Logged at the first claim only: a watching worker looks for work every few seconds.
            self._is_started = True
            log_event(_LOG, INFO, "run %(run)s started", run=self._run.id, owner=self._run.owner)
        sources = sum(isinstance(task, SourceTask) for task in claimed)
        links = len(claimed) - sources
        log_event(_LOG, DEBUG, "claimed %(sources)d sources, %(links)d links", sources=sources, links=links)

    async def _fetch(self, task: GatherTask) -> None:
        try:
            async with asyncio.timeout(self._gatherer.lease_seconds * _LEASE_SHARE):
                outcome = await self._outcome(task)
        except TimeoutError:
            # Too many pages of its host were queued first, and its lease is about to end.
            self._open.remove(_key(task))
            self._wake.set()
            log_event(_LOG, DEBUG, "%(url)s was not fetched within its lease", url=task.url)
        else:
            await self._fetched.put(outcome)
        del self._fetching[task]

    async def _outcome(self, task: GatherTask) -> TaskOutcome:
        # A page that could not be read last time is requested in full.
        last = None if task.is_unread else task.last
        etag, last_modified = (last.etag, last.last_modified) if last else (None, None)
        # Sitemaps often come as gzip files, stories never do.
        is_sitemap = isinstance(task, SourceTask) and task.source.kind == "sitemap"
        accept = ANYTHING if is_sitemap else READABLE
        fetch = self._gatherer.client.fetch
        try:
            fetched = await fetch(task.url, etag=etag, last_modified=last_modified, accept=accept)
        except FetchError as error:
            return TaskOutcome(task=task, at=self._gatherer.now(), fetched=error)
        except NewsloomError:
            # Not about this page: the archive cannot be written.
            raise
        except Exception as error:  # noqa: BLE001 - whatever one page does, the others are gathered
            return TaskOutcome(task=task, at=self._gatherer.now(), fetched=_fault(task, error))
        outcome = TaskOutcome(task=task, at=fetched.fetch.fetched_at, fetched=fetched)
        if self._drawing and self._drawing.is_drawn_at_once(outcome):
            return await self._drawn(outcome)
        return outcome

    async def _drawn(self, outcome: TaskOutcome) -> TaskOutcome:
        """The outcome with its page drawn, or unchanged if it cannot be drawn."""
        fetched, drawer = outcome.fetched, self._gatherer.drawer
        if drawer is None or isinstance(fetched, FetchError) or fetched.page is None:
            return outcome
        try:
            page = await drawer.draw(fetched.page)
        except (RenderError, MissingExtra) as error:
            log_event(_LOG, WARNING, "%(url)s was not drawn: %(reason)s", url=outcome.task.url, reason=str(error))
            return outcome
        return replace(outcome, fetched=replace(fetched, page=page))

    async def _read_pages(self) -> None:
        while (batch := await _next_batch(self._fetched)) is not None:
            loop = asyncio.get_running_loop()
            read = await loop.run_in_executor(self._gatherer.threads.reading, self._reader.read, batch)
            judged = tuple(self._drawing.judged(outcome) if self._drawing else outcome for outcome in read)
            whole = tuple(one for one in judged if not (self._tries_drawing(one) or self._goes_on(one)))
            if whole:
                await self._read.put(whole)
        await self._read.put(None)

    def _tries_drawing(self, outcome: TaskOutcome) -> bool:
        """Whether the page may be empty only because it needs a browser. If so, starts drawing it to read it again."""
        if self._stop.is_set() or self._group is None or not self._drawing or not self._drawing.is_to_try(outcome):
            return False
        self._fetching[outcome.task] = self._group.create_task(self._draw_and_read_again(outcome))
        return True

    async def _draw_and_read_again(self, outcome: TaskOutcome) -> None:
        drawn = await self._drawn(outcome)
        if drawn is outcome:
            await self._read.put((outcome,))
        else:
            await self._fetched.put(replace(drawn, undrawn=outcome))
        del self._fetching[outcome.task]

    def _goes_on(self, outcome: TaskOutcome) -> bool:
        """Whether the story has another page. If so, starts fetching it to read the story again with that page."""
        if self._stop.is_set() or not isinstance(outcome.contents, Article):
            return False
        following = page_after(outcome.contents, [page.url for page in outcome.pages])
        if following is None or self._group is None:
            return False
        self._fetching[outcome.task] = self._group.create_task(self._fetch_further(outcome, following))
        return True

    async def _fetch_further(self, outcome: TaskOutcome, url: str) -> None:
        try:
            async with asyncio.timeout(self._gatherer.lease_seconds * _LEASE_SHARE):
                fetched = await self._gatherer.client.fetch(url)
        except (FetchError, TimeoutError) as error:
            # Saved without the next page, whose address the article keeps.
            log_event(_LOG, DEBUG, "the next page %(url)s was not fetched: %(reason)s", url=url, reason=str(error))
            await self._read.put((outcome,))
        else:
            is_new = fetched.page is not None and fetched.page.url not in {page.url for page in outcome.pages}
            if is_new:
                await self._fetched.put(replace(outcome, further=(*outcome.further, fetched)))
            else:
                await self._read.put((outcome,))
        del self._fetching[outcome.task]

    async def _save_pages(self) -> None:
        while (batch := await self._read.get()) is not None:
            saved = await self._in_store(functools.partial(self._saved, batch))
            self._open -= {_key(outcome.task) for outcome in batch}
            self._wake.set()
            for run, results, failures in saved:
                for failure in failures:
                    log_failure(_LOG, failure)
                if self._report:
                    self._report(run, results)

    def _saved(self, batch: tuple[TaskOutcome, ...]) -> list[_Saved]:
        """Saves the batch in one transaction, or in one per page if a page cannot be stored."""
        try:
            return [self._saved_at_once(batch)]
        except StoreError as error:
            if not isinstance(error, UnstorableValue):
                raise
            fault: Exception = error
        except Exception as error:  # noqa: BLE001 - whatever one page does, the others are gathered
            fault = error
        if len(batch) > 1:
            return [saved for outcome in batch for saved in self._saved((outcome,))]
        (outcome,) = batch
        return [self._saved_at_once((replace(outcome, fetched=_fault(outcome.task, fault), contents=None),))]

    def _saved_at_once(self, batch: tuple[TaskOutcome, ...]) -> _Saved:
        counts = RunCounts()
        with self._gatherer.store.transaction() as transaction:
            writer = OutcomeWriter(
                transaction=transaction,
                owner=self._gatherer.owner,
                counts=counts,
                rules=self._gatherer.rules,
            )
            results = writer.write_all(batch)
            run = counts.added_to(self._timed())
            transaction.run_log.keep_run(run)
        self._run = run
        return run, results, tuple(counts.failed)

    async def _close(self) -> Run:
        left = tuple(self._fetching)
        run = replace(self._timed(), ended_at=self._gatherer.now())
        if left or not is_idle(run):
            await self._in_store(lambda: self._closed(run, left))
            log_end(run, len(left))
        return run

    def _closed(self, run: Run, left: tuple[GatherTask, ...]) -> None:
        with self._gatherer.store.transaction() as transaction:
            release_tasks(transaction, self._claim_now(), left)
            transaction.run_log.keep_run(run)

    def _timed(self) -> Run:
        return replace(self._run, seconds=(self._gatherer.now() - self._run.started_at).total_seconds())

    async def _in_store(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._gatherer.threads.store, work)


def _fault(task: GatherTask, error: Exception) -> FetchError:
    """Logs an unexpected exception that a page caused, and returns it as that page's failure."""
    log_fault(_LOG, task.url, error)
    return FetchError(task.url, "fault", f"{type(error).__name__}: {error}"[:_MAX_REASON])


def _key(task: GatherTask) -> tuple[bool, str]:
    """The key of a task. The same address may be a source and a story at the same time."""
    return isinstance(task, SourceTask), task.url


async def _next_batch(queue: asyncio.Queue[TaskOutcome | None]) -> tuple[TaskOutcome, ...] | None:
    """The outcomes waiting in the queue, at least one. None at the end."""
    first = await queue.get()
    if first is None:
        return None
    batch = [first]
    while len(batch) < _BATCH_SIZE and not queue.empty():
        following = queue.get_nowait()
        if following is None:
            # Put back: it ends the next batch.
            queue.put_nowait(None)
            break
        batch.append(following)
    return tuple(batch)
