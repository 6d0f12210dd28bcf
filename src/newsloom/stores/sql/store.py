"""A store in SQL: opens transactions on an engine. Holds what SQLite and PostgreSQL share; the rest is passed in."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import SQLAlchemyError

from newsloom.errors import StoreError
from newsloom.logs import WARNING, log_event, stage_logger
from newsloom.stores.sql.accounts import SqlAccounts, SqlApiKeys, SqlSessions
from newsloom.stores.sql.articles import SqlArticles
from newsloom.stores.sql.bodies import BodyCache
from newsloom.stores.sql.bookmarks import SqlBookmarks, SqlFollowings
from newsloom.stores.sql.checkpoints import SqlCheckpoints
from newsloom.stores.sql.derived import log_damage
from newsloom.stores.sql.drawings import SqlDrawings
from newsloom.stores.sql.executor import Begin, Executor
from newsloom.stores.sql.facets import SqlFacets
from newsloom.stores.sql.items import SqlItems
from newsloom.stores.sql.links import SqlLinks
from newsloom.stores.sql.lookups import SqlLookups
from newsloom.stores.sql.pages import SqlPages
from newsloom.stores.sql.removals import SqlRemovals
from newsloom.stores.sql.repairs import SqlDamages, note_damages
from newsloom.stores.sql.run_log import SqlRunLog
from newsloom.stores.sql.schema import FIND_VERSION, check_unchanged, is_current, migrate
from newsloom.stores.sql.search import SearchIndex
from newsloom.stores.sql.segment_tables import SqlSegmentTables
from newsloom.stores.sql.sources import SqlSchedule, SqlSources
from newsloom.stores.sql.stories import SqlStories
from newsloom.stores.sql.templates import SqlTemplates
from newsloom.stores.sql.topics import SqlTopics
from newsloom.stores.sql.visits import SqlVisits

__all__ = ["Backend", "SqlStore", "SqlTransaction"]

_LOG: Final = stage_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    """The parts of a store that are specific to a dialect.

    The connections of ``engine`` do not begin transactions by themselves; ``writing`` and ``reading`` say how to begin
    either kind. ``write_lock`` is taken by writers, ``migration_lock`` by migrations; None if beginning to write takes
    the lock. ``index`` is the search index of articles.
    """

    engine: Engine
    place: str
    translate: Callable[[SQLAlchemyError], StoreError]
    index: SearchIndex
    writing: Begin
    reading: Begin
    write_lock: Executable | None = None
    migration_lock: Executable | None = None


class SqlTransaction:
    """The roles within one transaction; each is created on access."""

    __slots__ = ("_cache", "_executor", "_index")

    def __init__(self, executor: Executor, cache: BodyCache, index: SearchIndex) -> None:
        self._executor = executor
        self._cache = cache
        self._index = index

    @property
    def sources(self) -> SqlSources:
        return SqlSources(self._executor)

    @property
    def schedule(self) -> SqlSchedule:
        return SqlSchedule(self._executor)

    @property
    def pages(self) -> SqlPages:
        return SqlPages(self._executor, self._cache)

    @property
    def drawings(self) -> SqlDrawings:
        return SqlDrawings(self._executor)

    @property
    def links(self) -> SqlLinks:
        return SqlLinks(self._executor)

    @property
    def items(self) -> SqlItems:
        return SqlItems(self._executor)

    @property
    def articles(self) -> SqlArticles:
        return SqlArticles(self._executor, self._index)

    @property
    def facets(self) -> SqlFacets:
        return SqlFacets(self._executor)

    @property
    def lookups(self) -> SqlLookups:
        return SqlLookups(self._executor)

    @property
    def removals(self) -> SqlRemovals:
        return SqlRemovals(self._executor, self._cache, self._index)

    @property
    def run_log(self) -> SqlRunLog:
        return SqlRunLog(self._executor)

    @property
    def stories(self) -> SqlStories:
        return SqlStories(self._executor)

    @property
    def topics(self) -> SqlTopics:
        return SqlTopics(self._executor)

    @property
    def checkpoints(self) -> SqlCheckpoints:
        return SqlCheckpoints(self._executor)

    @property
    def templates(self) -> SqlTemplates:
        return SqlTemplates(self._executor)

    @property
    def segment_tables(self) -> SqlSegmentTables:
        return SqlSegmentTables(self._executor)

    @property
    def damages(self) -> SqlDamages:
        return SqlDamages(self._executor)

    @property
    def accounts(self) -> SqlAccounts:
        return SqlAccounts(self._executor)

    @property
    def sessions(self) -> SqlSessions:
        return SqlSessions(self._executor)

    @property
    def api_keys(self) -> SqlApiKeys:
        return SqlApiKeys(self._executor)

    @property
    def followings(self) -> SqlFollowings:
        return SqlFollowings(self._executor)

    @property
    def bookmarks(self) -> SqlBookmarks:
        return SqlBookmarks(self._executor)

    @property
    def visits(self) -> SqlVisits:
        return SqlVisits(self._executor)


class SqlStore:
    """Opens transactions on a database, and brings its schema up to date first."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._cache = BodyCache()
        self._guard = _ThreadGuard(backend.place)
        self._noted: set[tuple[str, Any]] = set()
        self._process = os.getpid()
        self._is_closed = False
        try:
            self._prepare()
        except BaseException:
            self._dispose()
            raise

    @contextmanager
    def transaction(self) -> Iterator[SqlTransaction]:
        """A transaction for writing: it is committed at the end of the block, or rolled back if the block raises."""
        with self._open(self._backend.writing) as executor:
            yield SqlTransaction(executor, self._cache, self._backend.index)
            if executor.damages:
                note_damages(executor, executor.damages)

    @contextmanager
    def read(self) -> Iterator[SqlTransaction]:
        """A transaction that only reads, and sees the store as it was when the transaction began."""
        with self._open(self._backend.reading) as executor:
            yield SqlTransaction(executor, self._cache, self._backend.index)
        self._note(executor)

    @contextmanager
    def query(self) -> Iterator[SqlLookups]:
        """Lookups without a transaction; two of them may see different states."""
        self._ready()
        backend = self._backend
        try:
            with self._guard.hold(), backend.engine.connect() as connection:
                executor = self._executor(connection)
                yield SqlLookups(executor)
        except SQLAlchemyError as error:
            raise backend.translate(error) from error
        self._note(executor)

    def close(self) -> None:
        self._is_closed = True
        self._dispose()

    def _prepare(self) -> None:
        backend = self._backend
        try:
            # Here SQLAlchemy runs its own transactions for the migrations, on the same driver connection.
            with backend.engine.connect() as connection, connection.begin():
                self._executor(connection).begin(backend.reading)
                if is_current(connection, backend.place):
                    return
            with backend.engine.connect() as connection, connection.begin():
                self._executor(connection).begin(backend.writing)
                if backend.migration_lock is not None:
                    connection.execute(backend.migration_lock)
                migrate(connection, backend.place, backend.index)
        except SQLAlchemyError as error:
            raise backend.translate(error) from error

    def _note(self, reader: Executor) -> None:
        """Note damage found by a transaction that may not write; each record once in a process."""
        new = {record: reason for record, reason in reader.damages.items() if record not in self._noted}
        if not new:
            return
        self._noted.update(new)
        for (kind, _), reason in new.items():
            log_damage(_LOG, kind, reason)
        try:
            with self._open(self._backend.writing) as executor:
                note_damages(executor, new)
        except StoreError as error:
            # A reader may have no permission to write, and has already read what it wanted.
            log_event(_LOG, WARNING, "damage could not be recorded: %(reason)s", reason=str(error))

    @contextmanager
    def _open(self, kind: Begin) -> Iterator[Executor]:
        self._ready()
        backend = self._backend
        try:
            with self._guard.hold(), backend.engine.connect() as connection:
                executor = self._executor(connection)
                try:
                    check_unchanged(executor.begin(kind, FIND_VERSION), backend.place)
                    yield executor
                    executor.commit()
                except BaseException:
                    executor.rollback()
                    raise
        except SQLAlchemyError as error:
            raise backend.translate(error) from error

    def _executor(self, connection: Connection) -> Executor:
        backend = self._backend
        return Executor(
            connection,
            place=backend.place,
            translate=backend.translate,
            write_lock=backend.write_lock,
        )

    def _ready(self) -> None:
        if self._is_closed:
            raise StoreError(self._backend.place, "the store is closed")
        # A forked process has inherited its parent's connections; two processes cannot share one.
        if self._process != os.getpid():
            self._dispose(close=False)
            self._process = os.getpid()

    def _dispose(self, *, close: bool = True) -> None:
        self._backend.engine.dispose(close=close)


class _ThreadGuard:
    """Refuses a transaction within a transaction of the same thread, which would wait for itself forever."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._open = threading.local()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Mark this thread as having a transaction open. Raises ``StoreError`` if it has one already."""
        if getattr(self._open, "is_held", False):
            raise StoreError(self._place, "a transaction is open in this thread already; end it before opening another")
        self._open.is_held = True
        try:
            yield
        finally:
            self._open.is_held = False
