"""A worker that gathers what is due, sleeps until more is due, and stops at a safe point on a signal.

Any number of workers on any number of machines can share a store; leases keep them from doing the same work. Only one
of them at a time groups new articles into stories and updates the templates of sites.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, TypeVar

from newsloom.errors import SchemaChanged, StoreError
from newsloom.logs import DEBUG, INFO, WARNING, log_event, stage_logger
from newsloom.newsroom import Newsroom
from newsloom.pipeline.gathering.collect import Gatherer, RunProgress, is_idle
from newsloom.records import Run

__all__ = ["Clock", "Listeners", "ending_signals", "gather_once", "nap_seconds", "system_clock", "watch"]

_LOG: Final = stage_logger(__name__)

Result = TypeVar("Result")

# The limit applies even if no source is due for long: links wait for retries, and other workers add sources.
_LONGEST_NAP_SECONDS: Final = 30.0
# A source that another worker has leased is still due; it must not cause a busy loop.
_SHORTEST_NAP_SECONDS: Final = 1.0
# The pause between two editions of the stories: at least this long, and at least ten times as long as the last took.
_EDITION_PAUSE: Final = timedelta(seconds=30)
_EDITION_SHARE: Final = 10


def gather_once(newsroom: Newsroom, *, report: RunProgress | None = None) -> Run:
    """Gather everything that is due, once. SIGTERM and SIGINT end it at a safe point."""

    async def work() -> Run:
        stop = asyncio.Event()
        with ending_signals(stop):
            async with newsroom.gatherer() as gatherer:
                run = await gatherer.gather(stop=stop, report=report)
                # A worker that was killed may have left articles ungrouped, or sites without templates.
                if not is_idle(run) or await _in_store_thread(gatherer, newsroom.stories.is_behind):
                    await _in_store_thread(gatherer, newsroom.update, stop.is_set)
                else:
                    await _in_store_thread(gatherer, newsroom.maintain, stop.is_set)
                return run

    return asyncio.run(work())


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """``now`` is the time in UTC. ``pause`` waits for some seconds, or until the event is set. Tests replace both."""

    now: Callable[[], datetime]
    pause: Callable[[float, asyncio.Event], Awaitable[None]]


def system_clock() -> Clock:
    """The clock of this machine."""
    return Clock(now=lambda: datetime.now(UTC), pause=_pause)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listeners:
    """Callbacks of ``watch``.

    ``report`` is called after each transaction, ``finished`` after each run that did something, ``troubled`` on each
    store error.
    """

    report: RunProgress | None = None
    finished: Callable[[Run], None] | None = None
    troubled: Callable[[StoreError], None] | None = None


def watch(newsroom: Newsroom, listeners: Listeners | None = None, *, clock: Clock | None = None) -> None:
    """Gather until SIGTERM or SIGINT, which end it at a safe point.

    If the store fails (when a server is restarted, say), the worker tries again. It does not if another version of
    Newsloom has upgraded the store: then it raises ``SchemaChanged``.
    """

    async def work() -> None:
        stop = asyncio.Event()
        with ending_signals(stop):
            log_event(_LOG, INFO, "watching")
            await _watch(newsroom, stop, clock or system_clock(), listeners or Listeners())
            log_event(_LOG, INFO, "stopped watching")

    asyncio.run(work())


async def _watch(newsroom: Newsroom, stop: asyncio.Event, clock: Clock, listeners: Listeners) -> None:
    async with newsroom.gatherer() as gatherer:
        editor = _Editor(newsroom, gatherer, stop, clock)
        while not stop.is_set():
            try:
                nap = await _one_round(gatherer, editor, stop, clock, listeners)
            except SchemaChanged:
                raise
            except StoreError as error:
                if listeners.troubled:
                    listeners.troubled(error)
                nap = _LONGEST_NAP_SECONDS
                message = "the store failed: %(reason)s; trying again in %(wait_seconds).0f s"
                log_event(_LOG, WARNING, message, reason=str(error), wait_seconds=nap)
            await clock.pause(nap, stop)


async def _one_round(
    gatherer: Gatherer, editor: _Editor, stop: asyncio.Event, clock: Clock, listeners: Listeners
) -> float:
    run = await gatherer.gather(stop=stop, report=listeners.report)
    if not is_idle(run):
        editor.has_news = True
        if listeners.finished:
            listeners.finished(run)
    await editor.edit()
    nap = nap_seconds(await gatherer.next_due(), clock.now())
    log_event(_LOG, DEBUG, "sleeping for %(wait_seconds).0f s", wait_seconds=nap)
    return nap


class _Editor:
    """Groups new articles if there are any and enough time has passed since the last grouping."""

    def __init__(self, newsroom: Newsroom, gatherer: Gatherer, stop: asyncio.Event, clock: Clock) -> None:
        self._newsroom = newsroom
        self._gatherer = gatherer
        self._stop = stop
        self._clock = clock
        self._next_at: datetime | None = None
        # A worker that was killed may have left articles ungrouped.
        self.has_news = True

    async def edit(self) -> None:
        began = self._clock.now()
        if self._stop.is_set() or not self.has_news or (self._next_at is not None and began < self._next_at):
            return
        # None: another worker is grouping, and may have started before our articles were stored.
        self.has_news = await _in_store_thread(self._gatherer, self._newsroom.update, self._stop.is_set) is None
        ended = self._clock.now()
        self._next_at = ended + max(_EDITION_PAUSE, _EDITION_SHARE * (ended - began))


async def _in_store_thread(gatherer: Gatherer, work: Callable[..., Result], /, *arguments: object) -> Result:
    return await asyncio.get_running_loop().run_in_executor(gatherer.threads.store, work, *arguments)


def nap_seconds(due_at: datetime | None, now: datetime) -> float:
    """How long to sleep until the next source is due. ``due_at`` is None if no source is followed."""
    if due_at is None:
        return _LONGEST_NAP_SECONDS
    return min(max((due_at - now).total_seconds(), _SHORTEST_NAP_SECONDS), _LONGEST_NAP_SECONDS)


@contextmanager
def ending_signals(stop: asyncio.Event) -> Iterator[None]:
    """Makes SIGTERM and SIGINT set the event. A second signal has its usual effect."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGTERM, signal.SIGINT)

    def end() -> None:
        stop.set()
        for number in signals:
            loop.remove_signal_handler(number)

    for number in signals:
        loop.add_signal_handler(number, end)
    try:
        yield
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


async def _pause(seconds: float, until: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(seconds):
            await until.wait()
    except TimeoutError:
        return
