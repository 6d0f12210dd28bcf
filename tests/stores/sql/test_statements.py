"""Statements that are used again run without SQLAlchemy: nobody must be able to tell."""

from __future__ import annotations

import gc
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import bindparam, delete, insert, select, text
from sqlalchemy.dialects import sqlite

from newsloom.errors import StoreError
from newsloom.records import Article, ArticleQuery, Fetch, Link, Page, Revision, Run
from newsloom.stores import open_store
from newsloom.stores.sql.statements import Statements
from newsloom.stores.sql.tables.addresses import ADDRESSES
from newsloom.stores.sql.tables.pages import FETCHES

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
    "list": lambda transaction: transaction.articles.latest(ArticleQuery(language="en")),
    "search": lambda transaction: transaction.articles.search("ferry", ArticleQuery()),
    "sections": lambda transaction: transaction.articles.sections(),
    "links": lambda transaction: transaction.links.on(FEED, NOON),
    "waiting": lambda transaction: transaction.links.waiting(),
    "runs": lambda transaction: transaction.diary.runs(5),
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
    transaction.diary.keep_run(Run(id="run", started_at=at, pages=1))


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
        assert transaction.articles.sections() == (("Town", 4),)


def test_a_value_that_does_not_fit_is_told_alike_each_time(store):
    reasons = set()
    for _ in range(3):
        with pytest.raises(StoreError) as caught, store.transaction() as transaction:
            transaction.marks.claim("desk", "me", NOON.replace(tzinfo=None), 60.0)
        reasons.add(str(caught.value))
    assert len(reasons) == 1


def test_what_the_database_refuses_is_told_alike_each_time(store):
    with store.transaction() as transaction:
        transaction.marks.write("desk", "one")
        transaction.marks.write("desk", "two")
    reasons = set()
    for _ in range(3):
        with pytest.raises(StoreError) as caught, store.read() as transaction:
            transaction.marks.write("desk", "three")
        reasons.add(str(caught.value))
    assert len(reasons) == 1
    assert "only reads" in reasons.pop()
    with store.read() as transaction:
        assert transaction.marks.read("desk") == "two"


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


@pytest.fixture
def statements() -> Statements:
    return Statements(sqlite.dialect())


def test_a_statement_is_made_ready_when_it_comes_again(statements):
    statement = select(ADDRESSES.c.id).where(ADDRESSES.c.digest == bindparam("digest")).limit(1)
    assert statements.prepared(statement, {"digest": "00"}) is None
    ready = statements.prepared(statement, {"digest": "00"})
    assert ready is not None
    assert ready is statements.prepared(statement, {"digest": "ff"})
    assert ready.bound({"digest": "00ff"}) == (b"\x00\xff", 1, 0)
    (row,) = ready.rows([(7,)], [("id", None)])
    assert (row.id, row[0], dict(row._mapping)) == (7, 7, {"id": 7})


def test_an_insertion_is_ready_for_each_set_of_columns(statements):
    statement = insert(FETCHES)
    short, long = {"address_id": 1, "fetched_at": NOON}, {"address_id": 1, "fetched_at": NOON, "status": 200}
    statements.prepared(statement, short)
    assert "status" not in statements.prepared(statement, short).text
    assert "status" in statements.prepared(statement, long).text


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        (select(ADDRESSES.c.id).where(ADDRESSES.c.id.in_(bindparam("numbers", expanding=True))), {"numbers": [1, 2]}),
        (delete(ADDRESSES), {}),
    ],
    ids=["a list of any length", "what is seldom done"],
)
def test_some_statements_are_left_to_sqlalchemy(statements, statement, values):
    assert [statements.prepared(statement, values) for _ in range(3)] == [None] * 3


def test_a_statement_made_for_the_occasion_is_forgotten(statements):
    for number in range(50):
        statements.prepared(text(f"SELECT {number}"), {})
    gc.collect()
    assert len(statements._ready) == 0
