"""The PostgreSQL store: opens transactions on a server given by its address.

Any number of workers can take leases at the same time (``FOR UPDATE SKIP LOCKED``). All other writes are done by one
transaction at a time, under an advisory lock: each compares with what is there before it writes, and two at once would
deadlock.
"""

from __future__ import annotations

import functools
import time
from typing import Any, Final

from sqlalchemy import URL, Dialect, Engine, Executable, create_engine, event, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

from newsloom.errors import StoreError
from newsloom.extras import require
from newsloom.stores.postgres.errors import translator
from newsloom.stores.postgres.index import PostgresIndex
from newsloom.stores.sql.executor import Begin
from newsloom.stores.sql.store import Backend, SqlStore

__all__ = ["PostgresStore", "shown"]

# Advisory locks are identified by numbers, which should not collide with anyone else's. They spell "newsloom" and the
# purpose of the lock.
_MIGRATION_LOCK: Final = 0x6E657773_6C6F6F01
_WRITE_LOCK: Final = 0x6E657773_6C6F6F02

# The second setting frees the locks of a worker whose machine died within a transaction; the first limits how long
# others wait for a lock.
_PATIENCE: Final = "-c lock_timeout=120s -c idle_in_transaction_session_timeout=60s"

# The usual value for disks without moving heads. With the default of 4 the server scans whole tables of a store that is
# still small (benchmarks/warehouse.py: 287 articles a second instead of 410). Our queries are too short for compilation
# to pay.
_PLANNING: Final = "-c random_page_cost=1.1 -c jit=off"

_CONNECT_SECONDS: Final = 10
# If a server's machine or network vanishes silently, it is given up after a minute; TCP by itself waits for hours.
_ALIVE: Final = {
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}

# No server restarts faster than this.
_REST_SECONDS: Final = 0.1
_RESTED_SINCE: Final = "newsloom_rested_since"


class PostgresStore(SqlStore):
    """A warehouse on a server. Raises ``StoreError`` if it cannot be reached; passwords are never shown."""

    is_local: bool = False

    def __init__(self, dsn: str, /) -> None:
        require("postgres", "a newsroom on PostgreSQL")
        url = _parsed(dsn)
        place = shown(url)
        super().__init__(
            Backend(
                engine=_engine(url),
                place=place,
                translate=translator(place, url.password),
                index=PostgresIndex(),
                writing=Begin(statement="BEGIN"),
                reading=Begin(statement="BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
                write_lock=_lock(_WRITE_LOCK),
                migration_lock=_lock(_MIGRATION_LOCK),
            )
        )


def shown(url: URL, /) -> str:
    """The address in a form that may be shown: without password and options."""
    user = f"{url.username}@" if url.username else ""
    port = f":{url.port}" if url.port else ""
    return f"postgresql://{user}{url.host or ''}{port}/{url.database or ''}"


def _parsed(dsn: str) -> URL:
    try:
        url = make_url(dsn)
    except (ArgumentError, ValueError):
        url = None
    # An @ in the host is part of a password that was not quoted.
    if url is None or "@" in (url.host or ""):
        # Raised without the cause and without the address: both would show the password.
        raise StoreError(
            "postgresql://…",
            "is not an address of the form postgresql://user:password@host:port/database; in a password write @ as "
            "%40, : as %3A and / as %2F",
        )
    return url.set(drivername="postgresql+psycopg")


def _engine(url: URL) -> Engine:
    options = " ".join([_PATIENCE, _PLANNING, *_texts(url.query.get("options"))])
    connect: dict[str, Any] = {"options": options, "application_name": "newsloom"}
    own = {"connect_timeout": _CONNECT_SECONDS, **_ALIVE}
    connect |= {name: value for name, value in own.items() if name not in url.query}
    # The driver must leave transactions to us: its own BEGIN would cost a round trip to the server.
    engine = create_engine(url, connect_args=connect, hide_parameters=True, isolation_level="AUTOCOMMIT")
    event.listen(engine, "checkin", _note_rest)
    event.listen(engine, "checkout", functools.partial(_ask, engine.dialect))
    return engine


def _note_rest(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info[_RESTED_SINCE] = time.monotonic()


def _ask(dialect: Dialect, connection: Any, record: ConnectionPoolEntry, _proxy: object) -> None:
    """Check that an idle connection still works, so that the next transaction finds a restarted server again.

    A connection that was in use a moment ago is not checked, because that takes as long as a query.
    """
    now = time.monotonic()
    if now - record.info.get(_RESTED_SINCE, now) < _REST_SECONDS:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        # The other connections in the pool have lost their server, too.
        raise InvalidatePoolError from error


def _texts(value: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return () if value is None else (value,) if isinstance(value, str) else value


def _lock(number: int) -> Executable:
    return select(func.pg_advisory_xact_lock(number))
