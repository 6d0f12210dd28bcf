from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from newsloom.errors import SchemaChanged, StoreError
from newsloom.stores import open_store
from newsloom.stores.postgres.index import PostgresIndex
from newsloom.stores.sql.schema import MIGRATIONS, REVISIONS, VERSION_TABLE, migrate
from newsloom.stores.sql.types import METADATA

OPEN = "import sys; from newsloom.stores import open_store; s = open_store(sys.argv[1]); s.close()"


def engine_of(place):
    return create_engine(
        place.replace("postgresql:", "postgresql+psycopg:") if "://" in place else f"sqlite:///{place}"
    )


def is_common(name, kind, _parents):
    # What is searched is kept in each dialect's own way; FTS5 has tables of its own beside it.
    return kind != "table" or not name.startswith("search_words")


def changed(place, statement):
    engine = engine_of(place)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def test_migrations_make_the_tables_of_today(place):
    open_store(place).close()
    engine = engine_of(place)
    with engine.connect() as connection:
        options = {"version_table": VERSION_TABLE, "compare_type": True, "include_name": is_common}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_the_revisions_are_those_of_the_folder():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    assert tuple(script.revision for script in reversed(list(scripts.walk_revisions()))) == REVISIONS


def test_a_store_from_the_future_is_refused(place):
    open_store(place).close()
    changed(place, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")  # noqa: S608 - our own name
    with pytest.raises(StoreError, match="later Newsloom"):
        open_store(place)


@pytest.mark.parametrize("kind", ["transaction", "read"])
def test_a_store_that_was_upgraded_since_is_neither_written_nor_read(place, kind):
    with closing(open_store(place)) as store:
        changed(place, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")  # noqa: S608 - our own name
        with pytest.raises(SchemaChanged, match="its schema is 9999"), getattr(store, kind)():
            pytest.fail("the transaction was begun")


def test_an_upgrade_waits_for_transactions_under_way(postgres_dsn):
    with closing(open_store(postgres_dsn)) as store, store.transaction() as transaction:
        transaction.articles.count()
        engine = engine_of(postgres_dsn)
        with engine.connect() as connection:
            connection.execute(text("SET lock_timeout = '50ms'"))
            with pytest.raises(OperationalError, match="lock timeout"):
                migrate(connection, postgres_dsn, PostgresIndex())
        engine.dispose()


def test_a_store_can_be_opened_by_many_at_once(place):
    openers = [subprocess.Popen([sys.executable, "-c", OPEN, place], stderr=subprocess.PIPE) for _ in range(5)]
    for opener in openers:
        _, complaint = opener.communicate(timeout=60)
        assert opener.returncode == 0, complaint.decode()


def test_opening_again_changes_nothing(place):
    open_store(place).close()
    with closing(open_store(place)) as store, store.read() as transaction:
        assert transaction.articles.count() == 0


def test_the_database_of_another_program_is_refused(tmp_path):
    place = tmp_path / "cookies.db"
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("CREATE TABLE cookies (name TEXT)")
        connection.commit()
    with pytest.raises(StoreError, match="another program"):
        open_store(str(place))


def test_a_shared_server_may_hold_other_tables(postgres_dsn):
    changed(postgres_dsn, "CREATE TABLE cookies (name TEXT)")
    open_store(postgres_dsn).close()


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path):
    place = str(tmp_path / "newsloom.db")
    # The last table of the migration is there already, under another's name for it.
    with closing(sqlite3.connect(place)) as connection:
        connection.execute(f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL)")
        connection.execute("CREATE TABLE failures (name TEXT)")
        connection.commit()
    with pytest.raises(StoreError):
        open_store(place)
    with closing(sqlite3.connect(place)) as connection:
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables == {VERSION_TABLE, "failures"}
