"""The memory store: transactions out, one at a time; what one wrote is taken back if it fails."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from newsloom.errors import StoreError
from newsloom.stores.memory.accounts import MemoryAccounts
from newsloom.stores.memory.articles import MemoryArticles
from newsloom.stores.memory.bookmarks import MemoryBookmarks
from newsloom.stores.memory.clippings import MemoryClippings
from newsloom.stores.memory.diary import MemoryDiary
from newsloom.stores.memory.ledger import PLACE
from newsloom.stores.memory.ledgers import Ledgers
from newsloom.stores.memory.links import MemoryLinks
from newsloom.stores.memory.marks import MemoryMarks
from newsloom.stores.memory.pages import MemoryPages
from newsloom.stores.memory.sources import MemorySchedule, MemorySources
from newsloom.stores.memory.stories import MemoryStories
from newsloom.stores.memory.templates import MemoryTemplates
from newsloom.stores.memory.topics import MemoryTopics
from newsloom.stores.turns import Turns

__all__ = ["MemoryStore"]


@dataclass(frozen=True, slots=True)
class MemoryTransaction:
    """The roles over one set of ledgers."""

    sources: MemorySources
    schedule: MemorySchedule
    pages: MemoryPages
    links: MemoryLinks
    articles: MemoryArticles
    clippings: MemoryClippings
    diary: MemoryDiary
    stories: MemoryStories
    topics: MemoryTopics
    marks: MemoryMarks
    templates: MemoryTemplates
    accounts: MemoryAccounts
    bookmarks: MemoryBookmarks

    @classmethod
    def over(cls, ledgers: Ledgers) -> MemoryTransaction:
        return cls(
            sources=MemorySources(ledgers),
            schedule=MemorySchedule(ledgers),
            pages=MemoryPages(ledgers),
            links=MemoryLinks(ledgers),
            articles=MemoryArticles(ledgers),
            clippings=MemoryClippings(ledgers),
            diary=MemoryDiary(ledgers),
            stories=MemoryStories(ledgers),
            topics=MemoryTopics(ledgers),
            marks=MemoryMarks(ledgers),
            templates=MemoryTemplates(ledgers),
            accounts=MemoryAccounts(ledgers),
            bookmarks=MemoryBookmarks(ledgers),
        )


class MemoryStore:
    """A warehouse for as long as the process lives; threads take turns."""

    is_near: bool = False  # those who file keep readers waiting

    def __init__(self) -> None:
        self._ledgers = Ledgers()
        self._transaction = MemoryTransaction.over(self._ledgers)
        self._lock = threading.Lock()
        self._turns = Turns(PLACE)
        self._is_closed = False

    @contextmanager
    def transaction(self) -> Iterator[MemoryTransaction]:
        """A transaction that writes: all of it, or nothing if the block raises."""
        with self._turn():
            self._ledgers.open()
            try:
                yield self._transaction
            except BaseException:
                self._ledgers.undo()
                raise
            self._ledgers.commit()

    @contextmanager
    def read(self) -> Iterator[MemoryTransaction]:
        """A transaction that only reads."""
        with self._turn():
            yield self._transaction

    @contextmanager
    def query(self) -> Iterator[MemoryClippings]:
        """Questions for which no transaction is begun; here all the same."""
        with self._turn():
            yield self._transaction.clippings

    def close(self) -> None:
        self._is_closed = True

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if self._is_closed:
            raise StoreError(PLACE, "the store is closed")
        with self._turns.take(), self._lock:
            yield
