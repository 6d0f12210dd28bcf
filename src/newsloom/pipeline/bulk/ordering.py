"""Processes pages in other processes and returns the results in order, with a bounded number of pages in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Generic, TypeVar

from newsloom.engines.local.pool import WorkerPool
from newsloom.pipeline.bulk.entries import PageEntry
from newsloom.records import Failure

__all__ = ["PageQueue", "read_in_order"]

Outcome = TypeVar("Outcome")

# Pages may have 8 MB each, and a line contains the text of an article three times.
_MOST_BYTES: Final = 64 * 1024 * 1024
# Pages that wait for a free process.
_READ_AHEAD: Final = 64


def read_in_order(
    pool: WorkerPool[Any, Any],
    step: Callable[[tuple[int, PageEntry]], tuple[int, Outcome]],
    entries: Iterator[PageEntry],
    most_pages: int,
) -> Iterator[tuple[PageEntry, Outcome | Failure]]:
    """The pages with their results of the step, in order, each as soon as those before it are done."""
    queue: PageQueue[Outcome] = PageQueue(most_pages)
    for outcome in pool.map(step, queue.numbered(entries), _READ_AHEAD, queue.has_room):
        yield from queue.settled(outcome)


class PageQueue(Generic[Outcome]):
    """The pages that were taken from the input and are not written yet. Their number is bounded."""

    def __init__(self, most_pages: int) -> None:
        self._most_pages = most_pages
        self._pages: dict[int, PageEntry] = {}
        self._ready: dict[int, Outcome | Failure] = {}
        self._size = 0
        self._next = 0

    def has_room(self) -> bool:
        return not self._pages or (len(self._pages) < self._most_pages and self._size < _MOST_BYTES)

    def numbered(self, entries: Iterator[PageEntry]) -> Iterator[tuple[str, tuple[int, PageEntry]]]:
        """The entries with their numbers. A failure is reported under the number as its name."""
        for number, entry in enumerate(entries):
            self._pages[number] = entry
            self._size += entry.size
            yield str(number), (number, entry)

    def settled(self, outcome: tuple[int, Outcome] | Failure) -> Iterator[tuple[PageEntry, Outcome | Failure]]:
        """The pages that can be written now that this one is done."""
        number = int(outcome.url) if isinstance(outcome, Failure) else outcome[0]
        self._ready[number] = outcome if isinstance(outcome, Failure) else outcome[1]
        while self._next in self._ready:
            entry = self._pages.pop(self._next)
            self._size -= entry.size
            yield entry, self._ready.pop(self._next)
            self._next += 1
