"""The SQLite store: opens transactions on a file. Readers never wait; writers take turns, also between processes.

Every commit waits until the data is on the disk (``synchronous=FULL``), so that an acknowledged write survives a killed
process and a power cut.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from newsloom.errors import StoreError
from newsloom.stores.sql.executor import Begin
from newsloom.stores.sql.store import Backend, SqlStore
from newsloom.stores.sqlite.errors import translator
from newsloom.stores.sqlite.index import SqliteIndex

__all__ = ["SqliteStore", "backend_of"]

# How long a writer waits for the others before it gives up.
_BUSY_SECONDS: Final = 60.0

# A longer write-ahead log is truncated when it has been emptied, so that a night's import does not stay on the disk
# twice.
_LOG_BYTES: Final = 64_000_000


class SqliteStore(SqlStore):
    """A warehouse in one file. Raises ``StoreError`` if the file is not one, or cannot be written."""

    is_local: bool = True

    def __init__(self, path: str | Path, /) -> None:
        place = str(path)
        if not place:
            raise StoreError("''", "a store needs the path of a file")
        super().__init__(backend_of(_engine(place), place))


def backend_of(engine: Engine, place: str, /) -> Backend:
    """The SQLite-specific parts of a store, for any SQLite engine."""
    event.listen(engine, "connect", _set_up)
    return Backend(
        engine=engine,
        place=place,
        translate=translator(place),
        index=SqliteIndex(),
        writing=Begin(statement="BEGIN IMMEDIATE", setting="PRAGMA query_only = OFF"),
        reading=Begin(statement="BEGIN", setting="PRAGMA query_only = ON"),
    )


def _engine(path: str) -> Engine:
    return create_engine(
        URL.create("sqlite", database=path),
        connect_args={"timeout": _BUSY_SECONDS},
        poolclass=QueuePool,
        max_overflow=-1,  # a connection for each thread that needs one
        hide_parameters=True,
    )


def _set_up(connection: Any, _record: object) -> None:
    # The driver must leave transactions to us: by itself it begins them late, and never IMMEDIATE.
    connection.isolation_level = None
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"journal_size_limit = {_LOG_BYTES}",
    ):
        connection.execute(f"PRAGMA {pragma}").close()
