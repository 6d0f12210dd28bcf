"""Runs a coroutine for callers that do not await, and returns its result."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

__all__ = ["run_to_end"]

Result = TypeVar("Result")


def run_to_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine and wait for it. If a loop is already running, as in a notebook, it runs in another thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    return _run_in_thread(work)


def _run_in_thread(work: Coroutine[Any, Any, Result]) -> Result:
    under_way: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = []

    async def noted() -> Result:
        task = asyncio.current_task()
        if task is not None:
            under_way.append((asyncio.get_running_loop(), task))
        return await work

    with ThreadPoolExecutor(1, "newsloom-loop") as thread:
        waiting = thread.submit(asyncio.run, noted())
        try:
            return waiting.result()
        except KeyboardInterrupt:
            # A notebook's stop button reaches this thread only.
            for loop, task in under_way:
                loop.call_soon_threadsafe(task.cancel)
            raise
