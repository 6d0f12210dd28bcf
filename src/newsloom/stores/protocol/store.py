"""The store itself, and the transaction in which its roles work together."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from newsloom.stores.protocol.clippings import Clippings
from newsloom.stores.protocol.gathering import Diary, Links, Schedule, Sources
from newsloom.stores.protocol.grouping import Marks, Stories, Topics
from newsloom.stores.protocol.keeping import Articles, Pages
from newsloom.stores.protocol.moulds import Templates
from newsloom.stores.protocol.readers import Accounts, Bookmarks

__all__ = ["Store", "Transaction"]


class Transaction(Protocol):
    """The roles of a store within one transaction."""

    @property
    def sources(self) -> Sources: ...
    @property
    def schedule(self) -> Schedule: ...
    @property
    def pages(self) -> Pages: ...
    @property
    def links(self) -> Links: ...
    @property
    def articles(self) -> Articles: ...
    @property
    def clippings(self) -> Clippings: ...
    @property
    def diary(self) -> Diary: ...
    @property
    def stories(self) -> Stories: ...
    @property
    def topics(self) -> Topics: ...
    @property
    def marks(self) -> Marks: ...
    @property
    def templates(self) -> Templates: ...
    @property
    def accounts(self) -> Accounts: ...
    @property
    def bookmarks(self) -> Bookmarks: ...


class Store(Protocol):
    """A warehouse: ``transaction`` opens one for writing, ``read`` one that only reads.

    ``query`` opens none, which costs a third of a read: it is for one question, and two of one query may see two
    states. ``is_near`` says that all is answered in this process, and at once: nobody waits for a server, or for
    those who file.
    """

    @property
    def is_near(self) -> bool: ...

    def transaction(self) -> AbstractContextManager[Transaction]: ...

    def read(self) -> AbstractContextManager[Transaction]: ...

    def query(self) -> AbstractContextManager[Clippings]: ...

    def close(self) -> None: ...
