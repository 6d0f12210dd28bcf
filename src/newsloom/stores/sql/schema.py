"""The schema of a store brought up to date: a connection in a transaction in, the tables of this version out.

A new store is made by migrating an empty one, so there is one way to come by the tables. A store that a later Newsloom
has written is refused: this one would not know what it breaks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select, text

from newsloom.errors import SchemaChanged, StoreError
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.search import SearchIndex

__all__ = ["HEAD", "MIGRATIONS", "REVISIONS", "VERSION_TABLE", "check_unchanged", "is_current", "migrate"]

MIGRATIONS: Final = Path(__file__).parent / "migrations"
VERSION_TABLE: Final = "newsloom_schema"

# In order; read off the names of the files, so that an up-to-date store is opened without loading Alembic.
REVISIONS: Final = tuple(sorted(file.name[1:5] for file in (MIGRATIONS / "versions").glob("v[0-9]*.py")))
HEAD: Final = REVISIONS[-1]

_VERSION: Final = Table(VERSION_TABLE, MetaData(), Column("version_num", String(32)))
_FIND_VERSION: Final = select(_VERSION.c.version_num)


def is_current(connection: Connection, place: str, /) -> bool:
    """Whether there is nothing to do. Raises ``StoreError`` if the store is not ours, or a later version's."""
    version = _version(connection)
    if version is None:
        _refuse_strangers(connection, place)
    elif version not in REVISIONS:
        raise StoreError(
            place, f"was written by a later Newsloom (its schema is {version}, ours {HEAD}); install that version"
        )
    return version == HEAD


def check_unchanged(executor: Executor, /) -> None:
    """Raises ``SchemaChanged`` if the store was upgraded since it was opened.

    Asked in every transaction: a gatherer that runs on after an upgrade would write what the new version never reads.
    """
    row = executor.row(_FIND_VERSION)
    if row is None or row.version_num != HEAD:
        found = "unknown" if row is None else row.version_num
        raise SchemaChanged(
            executor.place,
            f"another version of Newsloom has upgraded this store (its schema is {found}, ours {HEAD}); nothing was "
            "written. Start again with that version",
        )


def migrate(connection: Connection, place: str, index: SearchIndex, /) -> None:
    """Bring the schema up to date, and the search index with it; only one may do so at a time."""
    if connection.dialect.name == "postgresql" and inspect(connection).has_table(VERSION_TABLE):
        # Every transaction reads it first: so those under way are waited for, and later ones see the new version.
        connection.execute(text(f"LOCK TABLE {VERSION_TABLE} IN ACCESS EXCLUSIVE MODE"))
    if is_current(connection, place):
        return
    # Heavy, and needed once in the life of a version.
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
    row = connection.execute(_FIND_VERSION).first()
    return None if row is None else str(row.version_num)


def _refuse_strangers(connection: Connection, place: str) -> None:
    # A database server is shared by many programs, a file is not: it is a mistake to write into another one's.
    if connection.dialect.name == "sqlite" and inspect(connection).get_table_names():
        raise StoreError(place, "is a database of another program; choose another file")
