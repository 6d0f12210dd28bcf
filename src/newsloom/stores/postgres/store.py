"""The PostgreSQL store: an address of a server in, transactions out.

Leases are taken by any number of workers at once (``FOR UPDATE SKIP LOCKED``). All else is written by one transaction
at a time, under an advisory lock: each compares with what is there before it writes, and two at once would deadlock.
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

# Locks that are numbers: nobody else's, one hopes. They spell "newsloom" and what the lock is for.
_MIGRATION_LOCK: Final = 0x6E657773_6C6F6F01
_WRITE_LOCK: Final = 0x6E657773_6C6F6F02

# A worker whose machine has died in the middle of a transaction is let go after this, and no one waits for it longer.
_PATIENCE: Final = "-c lock_timeout=120s -c idle_in_transaction_session_timeout=60s"

# As for any disk without a moving head. With the default of 4 the server walks through whole tables of a store that is
# still young (benchmarks/warehouse.py: 287 articles a second instead of 410).
# No question of ours is so long that compiling it pays.
_PLANNING: Final = "-c random_page_cost=1.1 -c jit=off"

_CONNECT_SECONDS: Final = 10
# A server whose machine or network has gone without a word is given up after a minute; by itself TCP waits for hours.
_ALIVE: Final = {
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}

# No server is restarted in less.
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
    """The address as it may be shown: without password and options."""
    user = f"{url.username}@" if url.username else ""
    port = f":{url.port}" if url.port else ""
    return f"postgresql://{user}{url.host or ''}{port}/{url.database or ''}"


def _parsed(dsn: str) -> URL:
    try:
        url = make_url(dsn)
    except (ArgumentError, ValueError):
        url = None
    # An @ in the host is the end of a password that was not quoted.
    if url is None or "@" in (url.host or ""):
        # Without its cause and without the address: either would show the password.
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
    # The driver shall leave transactions to us: a BEGIN of its own is a journey to the server of its own.
    engine = create_engine(url, connect_args=connect, hide_parameters=True, isolation_level="AUTOCOMMIT")
    event.listen(engine, "checkin", _note_rest)
    event.listen(engine, "checkout", functools.partial(_ask, engine.dialect))
    return engine


def _note_rest(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info[_RESTED_SINCE] = time.monotonic()


def _ask(dialect: Dialect, connection: Any, record: ConnectionPoolEntry, _proxy: object) -> None:
    """Ask a connection that has rested whether it still lives: a server that was restarted is found again with the next
    transaction. One that was in use a moment ago is not asked, for that takes as long as a question.
    """
    now = time.monotonic()
    if now - record.info.get(_RESTED_SINCE, now) < _REST_SECONDS:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        # The others in the pool have lost their server, too.
        raise InvalidatePoolError from error


def _texts(value: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return () if value is None else (value,) if isinstance(value, str) else value


def _lock(number: int) -> Executable:
    return select(func.pg_advisory_xact_lock(number))
