"""A store in SQL: an engine in, transactions out. What SQLite and PostgreSQL have in common; the rest is handed in."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import SQLAlchemyError

from newsloom.errors import StoreError
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.roles import (
    SqlAccounts,
    SqlArticles,
    SqlBookmarks,
    SqlClippings,
    SqlDiary,
    SqlLinks,
    SqlMarks,
    SqlPages,
    SqlSchedule,
    SqlSources,
    SqlStories,
    SqlTemplates,
    SqlTopics,
)
from newsloom.stores.sql.schema import is_current, migrate
from newsloom.stores.sql.searching import Index
from newsloom.stores.sql.shelf import Shelf
from newsloom.stores.turns import Turns

__all__ = ["Backend", "SqlTransaction", "Warehouse"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    """What a dialect does in its own way.

    ``writing`` and ``reading`` are SQLAlchemy's options of a connection for either kind of transaction. ``queue`` lets
    in one at a time of those who file something, ``gate`` of those who migrate; None where writing does so by itself.
    ``index`` is where articles are searched. ``autocommit`` gives connections that begin no transaction by themselves;
    None where those of ``engine`` do not either.
    """

    engine: Engine
    place: str
    translate: Callable[[SQLAlchemyError], StoreError]
    index: Index
    writing: Mapping[str, Any] = field(default_factory=dict)
    reading: Mapping[str, Any] = field(default_factory=dict)
    queue: Executable | None = None
    gate: Executable | None = None
    autocommit: Engine | None = None

    @property
    def engines(self) -> tuple[Engine, ...]:
        return (self.engine,) if self.autocommit is None else (self.engine, self.autocommit)


@dataclass(frozen=True, slots=True)
class SqlTransaction:
    """The roles within one transaction."""

    sources: SqlSources
    schedule: SqlSchedule
    pages: SqlPages
    links: SqlLinks
    articles: SqlArticles
    clippings: SqlClippings
    diary: SqlDiary
    stories: SqlStories
    topics: SqlTopics
    marks: SqlMarks
    templates: SqlTemplates
    accounts: SqlAccounts
    bookmarks: SqlBookmarks

    @classmethod
    def over(cls, executor: Executor, shelf: Shelf, index: Index) -> SqlTransaction:
        return cls(
            sources=SqlSources(executor),
            schedule=SqlSchedule(executor),
            pages=SqlPages(executor, shelf),
            links=SqlLinks(executor),
            articles=SqlArticles(executor, index),
            clippings=SqlClippings(executor),
            diary=SqlDiary(executor),
            stories=SqlStories(executor),
            topics=SqlTopics(executor),
            marks=SqlMarks(executor),
            templates=SqlTemplates(executor),
            accounts=SqlAccounts(executor),
            bookmarks=SqlBookmarks(executor),
        )


class Warehouse:
    """Opens transactions on a database, and brings its schema up to date first."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._shelf = Shelf()
        self._turns = Turns(backend.place)
        self._process = os.getpid()
        self._is_closed = False
        try:
            self._prepare()
        except BaseException:
            self._dispose()
            raise

    @contextmanager
    def transaction(self) -> Iterator[SqlTransaction]:
        """A transaction that writes: all of it, or nothing if the block raises."""
        with self._executor(self._backend.writing) as executor:
            yield SqlTransaction.over(executor, self._shelf, self._backend.index)

    @contextmanager
    def read(self) -> Iterator[SqlTransaction]:
        """A transaction that only reads, and sees the store as it was when it began to."""
        with self._executor(self._backend.reading) as executor:
            yield SqlTransaction.over(executor, self._shelf, self._backend.index)

    @contextmanager
    def query(self) -> Iterator[SqlClippings]:
        """Questions for which no transaction is begun; two may see two states."""
        self._ready()
        backend = self._backend
        try:
            with self._turns.take(), (backend.autocommit or backend.engine).connect() as connection:
                yield SqlClippings(self._over(connection))
        except SQLAlchemyError as error:
            raise backend.translate(error) from error

    def close(self) -> None:
        self._is_closed = True
        self._dispose()

    def _prepare(self) -> None:
        backend = self._backend
        try:
            with backend.engine.connect().execution_options(**backend.reading) as connection, connection.begin():
                if is_current(connection, backend.place):
                    return
            with backend.engine.connect().execution_options(**backend.writing) as connection, connection.begin():
                if backend.gate is not None:
                    connection.execute(backend.gate)
                migrate(connection, backend.place, backend.index)
        except SQLAlchemyError as error:
            raise backend.translate(error) from error

    @contextmanager
    def _executor(self, options: Mapping[str, Any]) -> Iterator[Executor]:
        self._ready()
        backend = self._backend
        try:
            with (
                self._turns.take(),
                backend.engine.connect().execution_options(**options) as connection,
                connection.begin(),
            ):
                yield self._over(connection)
        except SQLAlchemyError as error:
            raise backend.translate(error) from error

    def _over(self, connection: Connection) -> Executor:
        backend = self._backend
        return Executor(
            connection,
            place=backend.place,
            translate=backend.translate,
            queue=backend.queue,
        )

    def _ready(self) -> None:
        if self._is_closed:
            raise StoreError(self._backend.place, "the store is closed")
        # A forked process has its parent's connections in its hands; two that speak on one are not understood.
        if self._process != os.getpid():
            self._dispose(close=False)
            self._process = os.getpid()

    def _dispose(self, *, close: bool = True) -> None:
        for engine in self._backend.engines:
            engine.dispose(close=close)
