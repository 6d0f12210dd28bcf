"""What readers ask for most is answered from an index: no table is walked through, nothing is sorted."""

from __future__ import annotations

from contextlib import closing
from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import event

from newsloom.records import Article, ArticleQuery, Coverage, Link, Report, Revision, StoryQuery
from newsloom.stores.sql.schema import VERSION_TABLE
from newsloom.stores.sqlite import SqliteStore

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
URL = "https://lorne.example/a"
FEED = "https://lorne.example/feed"

LISTS = (
    ArticleQuery(),
    ArticleQuery(site="lorne.example"),
    ArticleQuery(section="Town"),
    ArticleQuery(language="en"),
    ArticleQuery(section="Town", language="en", since=NOON),
    ArticleQuery(source_url=FEED),
    ArticleQuery(source_url=FEED, section="Town", until=NOON),
    ArticleQuery(changed_after=NOON),
    ArticleQuery(changed_after=NOON, source_url=FEED),
)
STORIES = (
    *(StoryQuery(order=order) for order in ("heat", "latest", "began", "changed")),
    *(StoryQuery(order=order, paper="lorne.example") for order in ("heat", "latest", "began", "changed")),
    StoryQuery(section="Town"),
    StoryQuery(language="en"),
    StoryQuery(order="latest", since=NOON, until=NOON),
    StoryQuery(order="began", least_newness=0.5, least_papers=2),
    StoryQuery(order="changed", changed_after=NOON),
)
SEARCHES = (
    *(ArticleQuery(), ArticleQuery(language="en"), ArticleQuery(section="Town", site="lorne.example")),
    *(ArticleQuery(source_url=FEED), ArticleQuery(since=NOON, until=NOON)),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with closing(SqliteStore(tmp_path_factory.mktemp("plans") / "newsloom.db")) as opened:
        with opened.transaction() as transaction:
            article = Article(url=URL, title="Ferry", section="Town", language="en")
            transaction.articles.keep(Revision(article=article, seen_at=NOON))
            transaction.links.sight(FEED, (Link(url=URL),), NOON)
            report = Report(url=URL, paper="lorne.example", seen_at=NOON)
            story = Coverage(id="s", first_seen=NOON, last_seen=NOON, changed_at=NOON, reports=(report,))
            transaction.stories.keep(story)
        yield opened


def given(query):
    """The parts of a query that are not as always, for the name of a test."""
    usual = type(query)()
    return " ".join(f.name for f in fields(query) if getattr(query, f.name) != getattr(usual, f.name)) or "all"


def plans(store, ask):
    """The steps of every statement that answers a question."""
    engine = store._backend.engine
    asked = []

    def listen(connection, *_rest):
        # SQLite's own ear: it hears every statement, with its values, whoever runs it.
        connection.set_trace_callback(asked.append)

    event.listen(engine, "checkout", listen)
    try:
        with store.read() as transaction:
            ask(transaction)
    finally:
        event.remove(engine, "checkout", listen)
    # Every transaction looks at the version, which is a table of one row.
    questions = [one for one in asked if one.lstrip().startswith("SELECT") and VERSION_TABLE not in one]
    with engine.connect() as connection:
        connection.connection.dbapi_connection.set_trace_callback(None)
        driver = connection.connection.dbapi_connection
        return [[row[3] for row in driver.execute(f"EXPLAIN QUERY PLAN {question}")] for question in questions]


def is_slow(step):
    is_walk = step.startswith("SCAN") and not ("USING" in step or "VIRTUAL TABLE INDEX" in step)
    return is_walk or "TEMP B-TREE" in step


def slow_steps(store, ask):
    steps = [step for plan in plans(store, ask) for step in plan]
    assert steps
    return [step for step in steps if is_slow(step)]


@pytest.mark.parametrize("query", LISTS, ids=given)
@pytest.mark.parametrize("after", [None, URL], ids=["first", "next"])
def test_a_list_of_articles_is_read_from_an_index(store, query, after):
    assert not slow_steps(store, lambda transaction: transaction.articles.find(replace(query, after=after)))


@pytest.mark.parametrize("query", STORIES, ids=given)
@pytest.mark.parametrize("after", [None, "s"], ids=["first", "next"])
def test_stories_and_their_reports_are_found_by_an_index(store, query, after):
    assert not slow_steps(store, lambda transaction: transaction.stories.find(replace(query, after=after)))


def test_stories_are_found_with_two_questions(store):
    assert len(plans(store, lambda transaction: transaction.stories.find(StoryQuery()))) == 2


@pytest.mark.parametrize(
    "ask",
    [
        lambda transaction: transaction.stories.count(),
        lambda transaction: transaction.stories.of(URL),
        lambda transaction: transaction.articles.by_id("0" * 16),
    ],
    ids=["count", "story of", "named"],
)
def test_what_every_page_asks_is_answered_from_an_index(store, ask):
    assert not slow_steps(store, ask)


@pytest.mark.parametrize("query", SEARCHES, ids=given)
def test_a_search_begins_with_its_words(store, query):
    (steps,) = [
        plan
        for plan in plans(store, lambda transaction: transaction.articles.search("ferry", query))
        if "search_words" in str(plan)
    ]
    tables = [step for step in steps if step.startswith(("SCAN", "SEARCH"))]
    assert tables[0].startswith("SCAN search_words VIRTUAL TABLE INDEX"), steps
    assert all(step.startswith("SEARCH") for step in tables[1:3]), steps
