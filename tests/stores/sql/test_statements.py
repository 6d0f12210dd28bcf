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
    "page": lambda shift: shift.pages.at(URL),
    "page then": lambda shift: shift.pages.at(URL, NOON),
    "versions": lambda shift: shift.pages.versions(URL),
    "last fetch": lambda shift: shift.pages.last_fetch(URL),
    "article": lambda shift: shift.articles.get(URL),
    "revisions": lambda shift: shift.articles.revisions(URL),
    "list": lambda shift: shift.articles.latest(ArticleQuery(language="en")),
    "search": lambda shift: shift.articles.search("ferry", ArticleQuery()),
    "sections": lambda shift: shift.articles.sections(),
    "links": lambda shift: shift.links.on(FEED, NOON),
    "waiting": lambda shift: shift.links.waiting(),
    "runs": lambda shift: shift.diary.runs(5),
    "nothing": lambda shift: shift.articles.get("https://lorne.example/none"),
}


@pytest.fixture(params=["sqlite", "postgres"])
def store(request, tmp_path):
    is_file = request.param == "sqlite"
    place = str(tmp_path / "newsloom.db") if is_file else request.getfixturevalue("postgres_dsn")
    with closing(open_store(place)) as opened:
        yield opened


def keep(shift, url: str, at: datetime) -> None:
    page = Page(url=url, fetched_at=at, body=f"<p>Ferry {at}\x00 ".encode(), rights=("noai",), etag='"1"')
    shift.pages.log(Fetch(url=url, fetched_at=at, status=200, digest="d", size=3, seconds=0.5))
    shift.pages.keep(page)
    article = Article(url=url, title="Ferry \x00 late", text="The ferry.", section="Town", language="en", published=at)
    shift.articles.keep(Revision(article=article, seen_at=at))
    shift.links.sight(FEED, (Link(url=url, title="Ferry"),), at)
    shift.diary.keep_run(Run(id="run", started_at=at, pages=1))


def test_the_first_answer_and_the_later_ones_are_the_same(store):
    for number in range(3):
        with store.begin() as shift:
            keep(shift, f"{URL}{number}", NOON)
            keep(shift, URL, NOON + timedelta(hours=number))
    for name, ask in QUESTIONS.items():
        with store.look() as shift:
            first, *later = [ask(shift) for _ in range(3)]
        assert later == [first, first], name
        assert bool(first) == (name != "nothing"), name
    with store.look() as shift:
        assert shift.articles.count() == 4
        assert len(shift.pages.versions(URL)) == 3
        assert shift.pages.last_fetch(URL).fetched_at == NOON + timedelta(hours=2)
        assert shift.articles.get(URL).title == "Ferry \x00 late"
        assert shift.articles.sections() == (("Town", 4),)


def test_a_value_that_does_not_fit_is_told_alike_each_time(store):
    reasons = set()
    for _ in range(3):
        with pytest.raises(StoreError) as caught, store.begin() as shift:
            shift.marks.claim("desk", "me", NOON.replace(tzinfo=None), 60.0)
        reasons.add(str(caught.value))
    assert len(reasons) == 1


def test_what_the_database_refuses_is_told_alike_each_time(store):
    with store.begin() as shift:
        shift.marks.write("desk", "one")
        shift.marks.write("desk", "two")
    reasons = set()
    for _ in range(3):
        with pytest.raises(StoreError) as caught, store.look() as shift:
            shift.marks.write("desk", "three")
        reasons.add(str(caught.value))
    assert len(reasons) == 1
    assert "only looks" in reasons.pop()
    with store.look() as shift:
        assert shift.marks.read("desk") == "two"


def keep_and_fail(shift) -> None:
    keep(shift, f"{URL}2", NOON)
    shift.articles.keep(Revision(article=Article(url=None), seen_at=NOON))


def test_a_shift_that_fails_leaves_nothing(store):
    with store.begin() as shift:
        keep(shift, URL, NOON)
    with pytest.raises(StoreError), store.begin() as shift:
        keep_and_fail(shift)
    with store.look() as shift:
        assert shift.articles.count() == 1
        assert shift.articles.get(f"{URL}2") is None


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
