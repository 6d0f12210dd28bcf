"""Lets a newsroom gather the made-up papers.

First a tour of past days, with the clock set from one time to the next; then the current day, until it is ended. The
papers are read only over HTTP. Nothing is scored here.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from newsloom.newsroom import Newsroom
from newsloom.pipeline.gathering.collect import Gatherer, is_idle
from newsloom.press.clock import PressClock
from newsloom.press.week import Press
from newsloom.records import Run

__all__ = ["Follower", "follow_papers", "tour"]

Told = Callable[[Run], None]

# How long a follower pauses between two runs; in the made-up day that is minutes.
_PAUSE_SECONDS: Final = 2.0


def follow_papers(room: Newsroom, press: Press) -> int:
    """Add every paper that is not followed yet; returns how many sources are followed now."""
    followed = {one.source.home for one in room.sources()}
    for paper in press.papers:
        if f"{press.address(paper)}/" not in followed:
            room.sources.add(press.address(paper))
    return len(room.sources())


def tour(room: Newsroom, clock: PressClock, times: Iterable[datetime], told: Told) -> None:
    """Gather at each of the times, then group what came; calls ``told`` with every run."""

    async def work() -> None:
        async with room.gatherer() as gatherer:
            for time in times:
                clock.set(time)
                run = await gatherer.gather()
                await _edited(room, gatherer, run)
                told(run)

    asyncio.run(work())


class Follower:
    """Gathers and groups in a thread of its own, for the duration of the block."""

    def __init__(self, room: Newsroom, told: Told) -> None:
        self._room = room
        self._told = told
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="newsloom-demo")

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._thread.join()

    def _follow(self) -> None:
        asyncio.run(self._work())

    async def _work(self) -> None:
        stop = asyncio.Event()
        watcher = asyncio.create_task(self._watch(stop))
        async with self._room.gatherer() as gatherer:
            while not stop.is_set():
                run = await gatherer.gather(stop=stop)
                if not is_idle(run):
                    await _edited(self._room, gatherer, run)
                    self._told(run)
                await _rest(stop)
        await watcher

    async def _watch(self, stop: asyncio.Event) -> None:
        """Set ``stop`` on the event loop when another thread ends the block."""
        await asyncio.to_thread(self._ending.wait)
        stop.set()


async def _rest(stop: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(_PAUSE_SECONDS):
            await stop.wait()
    except TimeoutError:
        return


async def _edited(room: Newsroom, gatherer: Gatherer, run: Run) -> None:
    """Update stories and templates, in the thread that uses the store."""
    if is_idle(run):
        return
    await asyncio.get_running_loop().run_in_executor(gatherer.threads.store, room.update)
