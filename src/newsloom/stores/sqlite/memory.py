"""The memory store: SQLite in memory, for the lifetime of the process.

It has one connection, so all threads take turns, including those that only read.
"""

from __future__ import annotations

import functools
import sqlite3
import threading
from typing import Final

from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import QueuePool

from newsloom.stores.sql.store import SqlStore
from newsloom.stores.sqlite.store import backend_of

__all__ = ["MemoryStore"]

_PLACE: Final = ":memory:"

# Longer than any transaction of a process: a waiting thread waits until another ends its transaction.
_WAIT_SECONDS: Final = 3600.0


class MemoryStore(SqlStore):
    """A warehouse for the lifetime of the process; threads take turns."""

    is_local: bool = False  # writers make readers wait

    def __init__(self) -> None:
        super().__init__(backend_of(_engine(_copy_of_empty()), _PLACE))


def _engine(connection: sqlite3.Connection) -> Engine:
    # A forked process makes a new pool, and uses the copy of the database that it inherited.
    return create_engine(
        "sqlite://",
        creator=lambda: connection,
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=_WAIT_SECONDS,
        hide_parameters=True,
    )


def _connection() -> sqlite3.Connection:
    return sqlite3.connect(_PLACE, check_same_thread=False)


def _copy_of_empty() -> sqlite3.Connection:
    copy = _connection()
    with _LOCK:
        _empty().backup(copy)
    return copy


_LOCK: Final = threading.Lock()


@functools.cache
def _empty() -> sqlite3.Connection:
    """An empty store with all its tables. Migrating takes a hundred times as long as copying it."""
    connection = _connection()
    SqlStore(backend_of(_engine(connection), _PLACE))
    return connection
