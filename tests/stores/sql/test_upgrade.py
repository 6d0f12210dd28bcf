"""A newsroom of the first schema is brought up to date: nothing is lost, and its articles are searched."""

from __future__ import annotations

import hashlib
import json
from contextlib import closing

import pytest
import zstandard
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from newsloom.records import ArticleQuery
from newsloom.stores import open_store
from newsloom.stores.digests import article_id
from newsloom.stores.sql.schema import MIGRATIONS

HOUR = 3_600_000_000


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, tmp_path):
    return request.getfixturevalue("postgres_dsn") if request.param == "postgres" else str(tmp_path / "newsloom.db")


@pytest.fixture
def old(place):
    """A store of the first schema, to be written into by hand."""
    address = place.replace("postgresql:", "postgresql+psycopg:") if "://" in place else f"sqlite:///{place}"
    engine = create_engine(address)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    yield engine
    engine.dispose()


def insert(connection, table, **values):
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)  # noqa: S608 - our own names


def write_article(connection, number, readings, **facts):
    url = f"https://www.lorne.example/{number}"
    insert(connection, "addresses", id=number, digest=hashlib.sha256(url.encode()).digest(), url=url)
    insert(connection, "articles", id=number, address_id=number, first_seen=number * HOUR, **facts)
    for place, (hour, title) in enumerate(readings):
        document = {"url": url, "title": title, "text": "The ferry came in late.", "authors": [], **facts}
        packed = zstandard.ZstdCompressor().compress(json.dumps(document).encode())
        values = {"id": number * 10 + place, "article_id": number, "digest": bytes(32), "document": packed}
        insert(connection, "revisions", first_seen=hour * HOUR, last_seen=hour * HOUR, **values)


def test_the_articles_of_an_old_newsroom_are_searched_listed_and_counted(place, old):
    with old.begin() as connection:
        write_article(connection, 1, [(1, "Walrus seen"), (9, "Seal seen")], section="Sea", language="en", site="Post")
        for number in range(2, 460):
            write_article(connection, number, [(number, f"Story {number}")], section="Town", language="en")
        write_article(connection, 460, [(460, "\u001bstrange"), (300, "Earlier")], section=None, language=None)
    with closing(open_store(place)) as store, store.read() as transaction:
        assert [hit.url for hit in transaction.articles.search("seals", ArticleQuery())] == [
            "https://www.lorne.example/1"
        ]
        assert transaction.articles.search("walrus", ArticleQuery()) == ()
        assert len(transaction.articles.search("ferries", ArticleQuery(limit=1000, section="Town"))) == 458
        assert len(transaction.articles.search("ferry", ArticleQuery(limit=1000, site="lorne.example"))) == 460
        assert transaction.facets.sections() == (("Town", 458), ("Sea", 1))
        assert transaction.facets.languages() == (("en", 459),)
        latest = transaction.articles.find(ArticleQuery(site="lorne.example", limit=2))
        assert [article.title for article in latest] == ["\u001bstrange", "Story 459"]
        changed = transaction.articles.find(
            ArticleQuery(changed_after=transaction.lookups.times([latest[1].url])[latest[1].url][0])
        )
        assert [article.title for article in changed] == ["\u001bstrange"]
        named = transaction.articles.by_id(article_id("https://www.lorne.example/1"))
        assert named is not None
        assert named.title == "Seal seen"
        assert transaction.stories.count() == 0


def test_an_old_newsroom_without_articles_is_brought_up_to_date(place, old):
    del old
    with closing(open_store(place)) as store, store.read() as transaction:
        assert transaction.articles.count() == 0
