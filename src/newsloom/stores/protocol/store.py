"""The store itself, and the transaction that gives access to its roles."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from newsloom.stores.protocol.articles import Articles, Facets, Lookups
from newsloom.stores.protocol.desk import Checkpoints, SegmentTables, Stories, Templates, Topics
from newsloom.stores.protocol.gathering import (
    Damages,
    Drawings,
    Items,
    Links,
    Pages,
    Removals,
    RunLog,
    Schedule,
    Sources,
)
from newsloom.stores.protocol.readers import Accounts, ApiKeys, Bookmarks, Followings, Sessions, Visits

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
    def drawings(self) -> Drawings: ...
    @property
    def links(self) -> Links: ...
    @property
    def items(self) -> Items: ...
    @property
    def articles(self) -> Articles: ...
    @property
    def facets(self) -> Facets: ...
    @property
    def lookups(self) -> Lookups: ...
    @property
    def removals(self) -> Removals: ...
    @property
    def run_log(self) -> RunLog: ...
    @property
    def stories(self) -> Stories: ...
    @property
    def topics(self) -> Topics: ...
    @property
    def checkpoints(self) -> Checkpoints: ...
    @property
    def templates(self) -> Templates: ...
    @property
    def segment_tables(self) -> SegmentTables: ...
    @property
    def damages(self) -> Damages: ...
    @property
    def accounts(self) -> Accounts: ...
    @property
    def sessions(self) -> Sessions: ...
    @property
    def api_keys(self) -> ApiKeys: ...
    @property
    def followings(self) -> Followings: ...
    @property
    def bookmarks(self) -> Bookmarks: ...
    @property
    def visits(self) -> Visits: ...


class Store(Protocol):
    """A warehouse: ``transaction`` opens a transaction for writing, ``read`` one that only reads.

    ``query`` opens no transaction, which saves a third of the cost of a read. It is for a single query: two queries may
    see different states. ``is_local`` means that everything is answered in this process and at once, without waiting
    for a server or for writers.
    """

    @property
    def is_local(self) -> bool: ...

    def transaction(self) -> AbstractContextManager[Transaction]: ...

    def read(self) -> AbstractContextManager[Transaction]: ...

    def query(self) -> AbstractContextManager[Lookups]: ...

    def close(self) -> None: ...
