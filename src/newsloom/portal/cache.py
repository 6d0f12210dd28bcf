"""Caches that keep values for some seconds.

``CachedValue`` keeps one value, for threads. ``PageCache`` keeps rendered pages, bounded by their size, for the event
loop; concurrent requests for one page wait for the same rendering. ``AnswerCache`` keeps some answers, for threads;
without a time limit, those that never grow old since their question contains all that they depend on.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

__all__ = ["AnswerCache", "CachedPage", "CachedValue", "PageCache"]

T = TypeVar("T")


class CachedValue(Generic[T]):
    """One value. ``clock`` counts seconds and never goes back. While a thread refreshes it, others get the old one."""

    def __init__(self, ask: Callable[[], T], seconds: float, clock: Callable[[], float]) -> None:
        self._ask = ask
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._answer: tuple[float, T] | None = None

    def is_at_hand(self) -> bool:
        """Whether ``get`` returns at once: the value is fresh, or another thread is refreshing it."""
        known = self._answer
        return known is not None and (self._clock() < known[0] or self._lock.locked())

    def get(self) -> T:
        known = self._answer
        if known is not None and self._clock() < known[0]:
            return known[1]
        # Without an old value there is nothing to do but wait.
        if not self._lock.acquire(blocking=known is None) and known is not None:
            return known[1]
        try:
            fresh = self._answer
            if fresh is None or fresh is known:
                fresh = self._answer = (self._clock() + self._seconds, self._ask())
            return fresh[1]
        finally:
            self._lock.release()


class AnswerCache:
    """The answers to the latest questions, for threads: kept for good, or for some seconds of ``clock``.

    All readers share them: nothing of one reader belongs here.
    """

    def __init__(self, most: int, *, seconds: float = math.inf, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._answers: OrderedDict[Hashable, tuple[float, Any]] = OrderedDict()

    def get(self, question: Hashable, find: Callable[[], T]) -> T:
        """The cached answer, else that of ``find``. Threads that miss at the same time each call ``find``."""
        now = self._clock()
        with self._lock:
            until, known = self._answers.get(question, (-math.inf, None))
            if now < until:
                self._answers.move_to_end(question)
                answer: T = known
                return answer
        answer = find()
        with self._lock:
            # Its age counts from before the call.
            self._answers[question] = (now + self._seconds, answer)
            self._answers.move_to_end(question)
            while len(self._answers) > self._most:
                self._answers.popitem(last=False)
        return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedPage:
    """A page as it is sent. ``packed`` is the body compressed; None if the page is for one reader alone."""

    body: bytes
    etag: str
    status: int = 200
    packed: bytes | None = None


class PageCache:
    """Rendered pages by their key. The least recently used are dropped when there are too many bytes."""

    def __init__(self, seconds: float, most_bytes: int, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._most_bytes = most_bytes
        self._clock = clock
        self._pages: OrderedDict[Hashable, tuple[float, CachedPage]] = OrderedDict()
        self._bytes = 0
        self._awaited: dict[Hashable, asyncio.Future[CachedPage]] = {}

    async def get(self, key: Hashable, print_page: Callable[[], Awaitable[CachedPage]]) -> CachedPage:
        """The cached page, or a newly rendered one if that is missing or too old."""
        known = self._known(key)
        if known is not None:
            return known
        awaited = self._awaited.get(key)
        if awaited is None:
            awaited = self._awaited[key] = asyncio.ensure_future(print_page())
            awaited.add_done_callback(lambda done: self._take(key, done))
        # Shielded: a reader who leaves early does not cancel the page for others.
        return await asyncio.shield(awaited)

    def get_inline(self, key: Hashable, print_page: Callable[[], CachedPage]) -> CachedPage:
        """The same for a page that is rendered on the event loop."""
        found = self._known(key)
        if found is None:
            found = print_page()
            self._keep(key, found)
        return found

    def _known(self, key: Hashable) -> CachedPage | None:
        known = self._pages.get(key)
        if known is None or self._clock() >= known[0]:
            return None
        self._pages.move_to_end(key)
        return known[1]

    def _take(self, key: Hashable, done: asyncio.Future[CachedPage]) -> None:
        del self._awaited[key]
        if not done.cancelled() and done.exception() is None:
            self._keep(key, done.result())

    def _keep(self, key: Hashable, page: CachedPage) -> None:
        self._drop(key)
        self._pages[key] = (self._clock() + self._seconds, page)
        self._bytes += _size(page)
        while self._bytes > self._most_bytes:
            self._drop(next(iter(self._pages)))

    def _drop(self, key: Hashable) -> None:
        known = self._pages.pop(key, None)
        self._bytes -= _size(known[1]) if known else 0


def _size(page: CachedPage) -> int:
    return len(page.body) + len(page.packed or b"")
