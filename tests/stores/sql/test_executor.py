"""Statements are compiled once and run by the driver; the second answer is the first."""

from __future__ import annotations

import gc
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import bindparam, insert, select, text
from sqlalchemy.dialects import sqlite

from newsloom.errors import StoreError
from newsloom.records import Article, ArticleQuery, Fetch, Link, Page, Revision, Run
from newsloom.stores import open_store
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.executor import _COMPILED, compiled
from newsloom.stores.sql.pages import FETCHES

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
URL = "https://lorne.example/a"
FEED = "https://lorne.example/feed"

QUESTIONS = {
    "page": lambda transaction: transaction.pages.at(URL),
    "page then": lambda transaction: transaction.pages.at(URL, NOON),
    "versions": lambda transaction: transaction.pages.versions(URL),
    "last fetch": lambda transaction: transaction.pages.last_fetch(URL),
    "article": lambda transaction: transaction.articles.get(URL),
    "revisions": lambda transaction: transaction.articles.revisions(URL),
    "list": lambda transaction: transaction.articles.find(ArticleQuery(language="en")),
    "search": lambda transaction: transaction.articles.search("ferry", ArticleQuery()),
    "sections": lambda transaction: transaction.facets.sections(),
    "links": lambda transaction: transaction.links.on(FEED, NOON),
    "waiting": lambda transaction: transaction.links.waiting(),
    "runs": lambda transaction: transaction.run_log.runs(5),
    "nothing": lambda transaction: transaction.articles.get("https://lorne.example/none"),
}


@pytest.fixture(params=["sqlite", "postgres"])
def store(request, tmp_path):
    is_file = request.param == "sqlite"
    place = str(tmp_path / "newsloom.db") if is_file else request.getfixturevalue("postgres_dsn")
    with closing(open_store(place)) as opened:
        yield opened


def keep(transaction, url: str, at: datetime) -> None:
    page = Page(url=url, fetched_at=at, body=f"<p>Ferry {at}\x00 ".encode(), rights=("noai",), etag='"1"')
    transaction.pages.log(Fetch(url=url, fetched_at=at, status=200, digest="d", size=3, seconds=0.5))
    transaction.pages.keep(page)
    article = Article(url=url, title="Ferry \x00 late", text="The ferry.", section="Town", language="en", published=at)
    transaction.articles.keep(Revision(article=article, seen_at=at))
    transaction.links.sight(FEED, (Link(url=url, title="Ferry"),), at)
    transaction.run_log.keep_run(Run(id="run", started_at=at, pages=1))


def test_the_first_answer_and_the_later_ones_are_the_same(store):
    for number in range(3):
        with store.transaction() as transaction:
            keep(transaction, f"{URL}{number}", NOON)
            keep(transaction, URL, NOON + timedelta(hours=number))
    for name, ask in QUESTIONS.items():
        with store.read() as transaction:
            first, *later = [ask(transaction) for _ in range(3)]
        assert later == [first, first], name
        assert bool(first) == (name != "nothing"), name
    with store.read() as transaction:
        assert transaction.articles.count() == 4
        assert len(transaction.pages.versions(URL)) == 3
        assert transaction.pages.last_fetch(URL).fetched_at == NOON + timedelta(hours=2)
        assert transaction.articles.get(URL).title == "Ferry \x00 late"
        assert transaction.facets.sections() == (("Town", 4),)


def test_a_value_that_does_not_fit_is_told_alike_each_time(store):
    reasons = set()
    for _ in range(3):
        with pytest.raises(StoreError) as caught, store.transaction() as transaction:
            transaction.checkpoints.claim("desk", "me", NOON.replace(tzinfo=None), 60.0)
        reasons.add(str(caught.value))
    assert len(reasons) == 1


def test_what_the_database_refuses_is_told_alike_each_time(store):
    with store.transaction() as transaction:
        transaction.checkpoints.write("desk", "one")
        transaction.checkpoints.write("desk", "two")
    reasons = set()
    for _ in range(3):
        with pytest.raises(StoreError) as caught, store.read() as transaction:
            transaction.checkpoints.write("desk", "three")
        reasons.add(str(caught.value))
    assert len(reasons) == 1
    assert "read-only" in reasons.pop()
    with store.read() as transaction:
        assert transaction.checkpoints.read("desk") == "two"


def keep_and_fail(transaction) -> None:
    keep(transaction, f"{URL}2", NOON)
    transaction.articles.keep(Revision(article=Article(url=None), seen_at=NOON))


def test_a_transaction_that_fails_leaves_nothing(store):
    with store.transaction() as transaction:
        keep(transaction, URL, NOON)
    with pytest.raises(StoreError), store.transaction() as transaction:
        keep_and_fail(transaction)
    with store.read() as transaction:
        assert transaction.articles.count() == 1
        assert transaction.articles.get(f"{URL}2") is None


def test_a_statement_is_compiled_once():
    statement = select(ADDRESSES.c.id).where(ADDRESSES.c.digest == bindparam("digest")).limit(1)
    ready = compiled(statement, ("digest",), sqlite.dialect())
    assert ready is compiled(statement, ("digest",), sqlite.dialect())
    assert ready.bound({"digest": "00ff"})[1] == (b"\x00\xff", 1, 0)
    (row,) = ready.rows([(7,)], [("id", None)])
    assert (row.id, row[0], dict(row._mapping)) == (7, 7, {"id": 7})


def test_an_insertion_is_compiled_for_each_set_of_columns():
    statement = insert(FETCHES)
    short, long = {"address_id": 1, "fetched_at": NOON}, {"address_id": 1, "fetched_at": NOON, "status": 200}
    assert "status" not in compiled(statement, tuple(short), sqlite.dialect()).bound(short)[0]
    assert "status" in compiled(statement, tuple(long), sqlite.dialect()).bound(long)[0]


@pytest.mark.parametrize("length", [0, 1, 3, 2])
def test_a_list_is_written_out_whatever_its_length(store, length):
    urls = [f"{URL}{number}" for number in range(length)]
    with store.transaction() as transaction:
        for url in (URL, *urls):
            keep(transaction, url, NOON)
        for _ in range(2):
            assert transaction.lookups.times(urls) == dict.fromkeys(urls, (NOON, NOON))


def test_several_lists_and_values_keep_their_places():
    digests, numbers = bindparam("digests", expanding=True), bindparam("digests_1", expanding=True)
    statement = select(ADDRESSES.c.id).where(
        ADDRESSES.c.digest.in_(digests), ADDRESSES.c.id.in_(numbers), ADDRESSES.c.id != bindparam("but")
    )
    ready = compiled(statement, ("digests", "digests_1", "but"), sqlite.dialect())
    for _ in range(2):
        text, values = ready.bound({"digests": ["00", "ff"], "digests_1": [7, 8], "but": 9})
        assert (text.count("?"), values) == (5, (b"\x00", b"\xff", 7, 8, 9))
    assert ready.bound({"digests": [], "digests_1": [7], "but": 9})[1] == (7, 9)


def test_a_statement_made_for_the_occasion_is_forgotten():
    gc.collect()
    before = len(_COMPILED)
    for number in range(50):
        compiled(text(f"SELECT {number}"), (), sqlite.dialect())
    gc.collect()
    assert len(_COMPILED) == before
