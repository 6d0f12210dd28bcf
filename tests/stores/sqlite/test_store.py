from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest

from newsloom.errors import StoreError
from newsloom.records import Page, Source
from newsloom.stores.sqlite import SqliteStore
from newsloom.stores.sqlite import store as store_module

NOW = datetime(2026, 11, 1, tzinfo=UTC)
SOURCE = Source(url="https://lorne.example/", added_at=NOW)


@pytest.fixture
def place(tmp_path):
    return tmp_path / "newsloom.db"


@pytest.fixture
def store(place):
    with closing(SqliteStore(place)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("pragma", "wanted"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)],
    ids=["readers do not wait", "a commit waits for the disk", "nothing points nowhere"],
)
def test_sqlite_is_asked_for_what_it_does_not_do_by_itself(store, pragma, wanted):
    with store.transaction() as transaction:
        connection = transaction.sources._executor._connection
        assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == wanted


def test_a_reader_is_not_kept_waiting_by_a_writer(store):
    seen = []

    def read():
        with store.read() as transaction:
            seen.append(transaction.sources.get(SOURCE.url))

    with store.transaction() as transaction:
        transaction.sources.add(SOURCE)
        reader = threading.Thread(target=read)
        reader.start()
        reader.join(timeout=30)
        assert seen == [None]


def test_a_reader_sees_the_store_as_it_was_when_it_began_to_read(store):
    def write():
        with store.transaction() as transaction:
            transaction.sources.add(SOURCE)

    with store.read() as transaction:
        assert transaction.sources.all() == ()
        writer = threading.Thread(target=write)
        writer.start()
        writer.join(timeout=30)
        assert transaction.sources.all() == ()
    with store.read() as transaction:
        assert transaction.sources.all() == (SOURCE,)


def test_a_writer_that_waits_too_long_is_told_who_is_in_its_way(place, monkeypatch):
    monkeypatch.setattr(store_module, "_BUSY_SECONDS", 0.01)
    with closing(SqliteStore(place)) as store, closing(sqlite3.connect(place)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked"), store.transaction():
            pass


def test_what_is_not_a_database_is_refused(place):
    place.write_bytes(b"<html>Not a database, but longer than a header of one.</html>" * 99)
    with pytest.raises(StoreError, match="not a database"):
        SqliteStore(place)


def test_a_damaged_file_is_called_damaged(place):
    with closing(SqliteStore(place)) as store, store.transaction() as transaction:
        for number in range(300):
            transaction.sources.add(Source(url=f"https://lorne.example/{number}", added_at=NOW))
    with place.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (place.stat().st_size - 4096))
    with pytest.raises(StoreError, match="damaged"), closing(SqliteStore(place)) as store, store.read() as transaction:
        transaction.sources.all()


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(StoreError, match="does the folder exist"):
        SqliteStore(tmp_path / "nowhere" / "newsloom.db")


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="may we write"):
        SqliteStore(tmp_path / "newsloom.db")


def test_a_full_disk_is_called_full_and_nothing_is_lost(store):
    with store.transaction() as transaction:
        transaction.sources.add(SOURCE)
    # The file may not grow any more, as on a full disk.
    with store.transaction() as transaction:
        connection = transaction.sources._executor._connection
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
        with pytest.raises(StoreError, match="disk is full"):
            transaction.pages.keep(Page(url=SOURCE.url, fetched_at=NOW, body=os.urandom(500_000)))
        connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")
        connection.get_transaction().rollback()
    with store.read() as transaction:
        assert transaction.sources.all() == (SOURCE,)
        assert transaction.pages.versions(SOURCE.url) == ()


def test_a_time_without_a_zone_is_refused(store):
    with pytest.raises(StoreError, match="no time zone"), store.transaction() as transaction:
        transaction.sources.add(Source(url=SOURCE.url, added_at=datetime(2026, 11, 1)))


def test_a_forked_process_uses_a_connection_of_its_own(store):
    with store.transaction() as transaction:
        transaction.sources.add(SOURCE)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            with store.transaction() as transaction:
                code = 0 if not transaction.sources.add(SOURCE) else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    with store.read() as transaction:
        assert transaction.sources.all() == (SOURCE,)
