from __future__ import annotations

import os
import socket
import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from newsloom.errors import StoreError
from newsloom.records import Link, Page, Source
from newsloom.stores.postgres import PostgresStore
from newsloom.stores.postgres.errors import translator
from newsloom.stores.postgres.store import _WRITE_LOCK, shown

psycopg = pytest.importorskip("psycopg")

NOW = datetime(2026, 11, 1, tzinfo=UTC)
SOURCE = Source(url="https://lorne.example/", added_at=NOW)


def added(store, then=lambda: None):
    with store.transaction() as transaction:
        is_new = transaction.sources.add(SOURCE)
        then()
        return is_new


def test_a_server_that_was_restarted_is_found_again(postgres_server, postgres_dsn):
    with closing(PostgresStore(postgres_dsn)) as store:
        with store.transaction() as transaction:
            transaction.sources.add(SOURCE)
        postgres_server.stop()
        postgres_server.start()
        with store.read() as transaction:
            assert transaction.sources.all() == (SOURCE,)


def test_a_transaction_in_which_the_server_goes_away_fails_and_leaves_nothing(postgres_server, postgres_dsn):
    with closing(PostgresStore(postgres_dsn)) as store:
        with pytest.raises(StoreError, match="server"):
            added(store, then=postgres_server.stop)
        postgres_server.start()
        assert added(store)


@pytest.mark.parametrize(("query", "idle"), [("", 30), ("?keepalives_idle=7", 7)])
def test_a_server_that_vanishes_without_a_word_is_given_up_after_a_minute(postgres_dsn, query, idle):
    with closing(PostgresStore(postgres_dsn + query)) as store, store._backend.engine.connect() as connection:
        descriptor = os.dup(connection.connection.driver_connection.fileno())
        with socket.socket(fileno=descriptor) as wire:
            assert wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == idle
            assert wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT) == 3
            assert wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 60_000


def test_a_server_that_is_not_there_is_named_without_the_password():
    with pytest.raises(StoreError, match="no connection") as caught:
        PostgresStore("postgresql://ann:geheim@127.0.0.1:1/news?password=geheim2")
    shown_everywhere = f"{caught.value} {caught.value.place} {caught.value.reason}"
    assert "geheim" not in shown_everywhere
    assert "ann@127.0.0.1:1/news" in shown_everywhere


def test_a_database_that_is_not_there_is_to_be_created(postgres_server):
    with pytest.raises(StoreError, match='database "nowhere" does not exist'):
        PostgresStore(postgres_server.dsn("nowhere"))


@pytest.mark.parametrize("address", ["ann:geheim@db.example:port/news", "ann:geheim@geheim@db.example/news"])
def test_an_address_that_is_none_is_refused_without_the_password(address):
    with pytest.raises(StoreError, match="of the form") as caught:
        PostgresStore(f"postgresql://{address}")
    assert "geheim" not in f"{caught.value} {caught.value.__cause__} {caught.value.__context__}"


@pytest.mark.parametrize(
    ("dsn", "place"),
    [
        ("postgresql://ann:p%40ss@db.example:5432/news", "postgresql://ann@db.example:5432/news"),
        ("postgresql://:secret@/news?host=/run/pg", "postgresql:///news"),
        ("postgresql://db.example/news?password=secret", "postgresql://db.example/news"),
    ],
)
def test_a_place_is_shown_without_password_and_options(dsn, place):
    assert shown(make_url(dsn)) == place


def test_a_user_without_rights_is_told_which_to_ask_for(postgres_server):
    address = postgres_server.new_database()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE ROLE guest LOGIN")
    with pytest.raises(StoreError, match="right to write"):
        PostgresStore(address.replace("newsloom@", "guest@"))


def test_a_worker_that_waits_too_long_to_file_is_told_so(postgres_dsn):
    with (
        closing(PostgresStore(f"{postgres_dsn}?options=-c%20lock_timeout%3D50ms")) as store,
        psycopg.connect(postgres_dsn) as other,
    ):
        other.execute("SELECT pg_advisory_xact_lock(%s)", [_WRITE_LOCK])
        with pytest.raises(StoreError, match="writing for too long"):
            added(store)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("08006", "is it running"),
        ("40P01", "try again"),
        ("53100", "disk is full"),
        ("53300", "no connection left"),
        ("57P01", "shutting down"),
        ("22000", "the server says: word … for word"),
    ],
)
def test_an_error_is_told_in_our_words_without_the_password(state, reason):
    cause = psycopg.errors.lookup(state)("word geheim for word\nand more")
    error = DBAPIError("SELECT", {}, cause)
    assert reason in str(translator("postgresql://db.example/news", "geheim")(error))


def test_options_of_the_address_are_heeded(postgres_dsn):
    with closing(PostgresStore(f"{postgres_dsn}?options=-c%20search_path%3Dpublic&connect_timeout=3")) as store:
        assert added(store)


def test_leases_are_taken_while_another_worker_files(postgres_dsn):
    with closing(PostgresStore(postgres_dsn)) as store:
        with store.transaction() as transaction:
            transaction.sources.add(SOURCE)
        claimed = []

        def claim():
            with store.transaction() as transaction:
                claimed.extend(transaction.schedule.claim("bob", NOW, 600.0, 9))

        with store.transaction() as transaction:
            transaction.pages.keep(Page(url=SOURCE.url, fetched_at=NOW, body=b"front"))
            worker = threading.Thread(target=claim)
            worker.start()
            worker.join(timeout=30)
            assert [one.url for one in claimed] == [SOURCE.url]


def test_workers_that_file_the_same_links_in_opposite_order_do_not_wait_for_each_other(postgres_dsn):
    links = [Link(url=f"https://lorne.example/{number}") for number in range(40)]
    failures, new = [], []
    with closing(PostgresStore(postgres_dsn)) as store:
        start = threading.Barrier(4)

        def file(name, order):
            start.wait()
            try:
                with store.transaction() as transaction:
                    for link in order:
                        new.extend(transaction.links.sight(f"https://lorne.example/{name}/{link.url}", (link,), NOW))
            except StoreError as error:
                failures.append(error)

        workers = [threading.Thread(target=file, args=(name, links if name % 2 else links[::-1])) for name in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(timeout=60)
    assert failures == []
    assert sorted(link.url for link in new) == sorted(link.url for link in links)
