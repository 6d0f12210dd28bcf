"""Stores: where a newsroom keeps everything it gathers, with one room for each kind of database.

``open_store`` opens the store that a place names: a path, the address of a PostgreSQL server, or ":memory:".
"""

from __future__ import annotations

import re
from typing import Final

from newsloom.errors import StoreError
from newsloom.stores.protocol import Store

__all__ = ["open_store"]

_MEMORY: Final = ":memory:"
_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_SERVERS: Final = ("postgresql", "postgres")


def open_store(place: str, /) -> Store:
    """Open the store at a place and bring its schema up to date. A file that does not exist is created.

    Raises ``StoreError`` if it cannot be opened, and ``MissingExtra`` if the place names a server and its driver is
    missing.
    """
    # Each room is loaded only if it is chosen: SQLAlchemy alone takes longer than most commands.
    if place == _MEMORY:
        from newsloom.stores.sqlite import MemoryStore  # noqa: PLC0415

        return MemoryStore()
    scheme = _SCHEME.match(place)
    if scheme is None:
        from newsloom.stores.sqlite import SqliteStore  # noqa: PLC0415

        return SqliteStore(place)
    if scheme.group(1).lower() not in _SERVERS:
        kind = f"{scheme.group(1)}://…"
        raise StoreError(kind, "is neither a path nor an address of the form postgresql://user@host/database")
    from newsloom.stores.postgres import PostgresStore  # noqa: PLC0415

    return PostgresStore(place)
