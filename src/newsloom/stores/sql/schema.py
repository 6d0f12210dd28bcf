"""Brings the schema of a store up to date, on a connection in a transaction.

A new store is created by migrating an empty one, so there is only one way to create the tables. A store written by a
later Newsloom is refused, because this version cannot know what it would break.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from newsloom.errors import SchemaChanged, StoreError
from newsloom.stores.sql.search import SearchIndex

__all__ = [
    "FIND_VERSION",
    "HEAD",
    "MIGRATIONS",
    "REVISIONS",
    "VERSION_TABLE",
    "check_unchanged",
    "is_current",
    "migrate",
]

MIGRATIONS: Final = Path(__file__).parent / "migrations"
VERSION_TABLE: Final = "newsloom_schema"

# In order. Taken from the file names, so that an up-to-date store is opened without loading Alembic.
REVISIONS: Final = tuple(sorted(file.name[1:5] for file in (MIGRATIONS / "versions").glob("v[0-9]*.py")))
HEAD: Final = REVISIONS[-1]

FIND_VERSION: Final = f"SELECT version_num FROM {VERSION_TABLE}"  # noqa: S608 - our own name


def is_current(connection: Connection, place: str, /) -> bool:
    """Whether the schema is up to date. Raises ``StoreError`` if the store is not ours, or a later version's."""
    version = _version(connection)
    if version is None:
        _refuse_strangers(connection, place)
    elif version not in REVISIONS:
        raise StoreError(
            place, f"was written by a later Newsloom (its schema is {version}, ours {HEAD}); install that version"
        )
    return version == HEAD


def check_unchanged(version: str | None, place: str, /) -> None:
    """Raise ``SchemaChanged`` if the store was upgraded since it was opened; ``FIND_VERSION`` queries the version.

    Checked in every transaction: a gatherer that keeps running after an upgrade would write data that the new version
    never reads.
    """
    if version != HEAD:
        raise SchemaChanged(
            place,
            f"another version of Newsloom has upgraded this store (its schema is {version or 'unknown'}, ours {HEAD}); "
            "nothing was written. Start again with that version",
        )


def migrate(connection: Connection, place: str, index: SearchIndex, /) -> None:
    """Bring the schema up to date, and the search index with it. Only one process may do so at a time."""
    if connection.dialect.name == "postgresql" and inspect(connection).has_table(VERSION_TABLE):
        # Every transaction reads it first, so this waits for current ones, and later ones see the new version.
        connection.execute(text(f"LOCK TABLE {VERSION_TABLE} IN ACCESS EXCLUSIVE MODE"))
    if is_current(connection, place):
        return
    # Slow to load, and needed once in the life of a version.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes.update(connection=connection, index=index)
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    version = connection.execute(text(FIND_VERSION)).scalar()
    return None if version is None else str(version)


def _refuse_strangers(connection: Connection, place: str) -> None:
    # A database is shared by many programs on a server, but a file is not: writing into another program's is a mistake.
    if connection.dialect.name == "sqlite" and inspect(connection).get_table_names():
        raise StoreError(place, "is a database of another program; choose another file")
