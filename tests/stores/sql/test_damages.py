"""One flipped byte on the disk costs the record that it is in, and nothing else."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy import LargeBinary, bindparam, create_engine, text

from newsloom.records import Article, ArticleQuery, Block, Page, Revision
from newsloom.stores import open_store
from newsloom.stores.digests import article_id, body_digest
from newsloom.stores.sql.article_rows import article_of, packed_article
from newsloom.stores.sql.executor import Executor

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
WORDS = "The ferry to Lorne came in late again and nobody on the quay could say why it did. " * 4


def flip(place, table, column, condition):
    """Change one bit in the middle of what a column holds in the rows of a condition."""
    address = place.replace("postgresql:", "postgresql+psycopg:") if "://" in place else f"sqlite:///{place}"
    engine = create_engine(address)
    with engine.begin() as connection:
        (data,) = connection.execute(text(f"SELECT {column} FROM {table} WHERE {condition}")).one()  # noqa: S608
        middle = len(data) // 2
        flipped = data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :]
        update = text(f"UPDATE {table} SET {column} = :data WHERE {condition}")  # noqa: S608
        connection.execute(update.bindparams(bindparam("data", flipped, LargeBinary)))
    engine.dispose()


def url(number):
    return f"https://lorne.example/{number}"


def story(number, title=None):
    blocks = (Block(text=WORDS.strip(), kind="quote"),)
    return Article(url=url(number), title=title or f"Story {number}", text=WORDS, language="en", blocks=blocks)


def file(store, number, title=None, hour=0):
    with store.transaction() as transaction:
        seen_at = NOON + timedelta(hours=hour, minutes=number)
        transaction.articles.keep(Revision(article=story(number, title), seen_at=seen_at))


def of_article(number):
    return f"id = (SELECT revision_id FROM articles WHERE id = {number})"  # noqa: S608


def titles(articles):
    return [article.title for article in articles]


def test_a_damaged_article_costs_itself(place):
    with closing(open_store(place)) as store:
        for number in range(1, 7):
            file(store, number)
        flip(place, "revisions", "document", of_article(5))
        with store.read() as transaction:
            articles = transaction.articles
            # As many as were asked for: who pages through them stops where there are fewer.
            assert titles(articles.find(ArticleQuery(limit=3))) == ["Story 6", "Story 4", "Story 3"]
            assert titles(articles.find(ArticleQuery(limit=9))) == [f"Story {number}" for number in (6, 4, 3, 2, 1)]
            assert {hit.url for hit in articles.search("ferry", ArticleQuery())} == {
                url(number) for number in (1, 2, 3, 4, 6)
            }
            assert articles.get(url(5)) is None
            assert articles.by_id(article_id(url(5))) is None
            assert articles.revisions(url(5)) == ()
            assert set(transaction.lookups.articles([url(4), url(5)])) == {url(4)}
            assert set(transaction.lookups.summaries([url(4), url(5)])) == {url(4)}
        with store.query() as lookups:
            assert set(lookups.summaries([url(4), url(5)])) == {url(4)}


@pytest.mark.parametrize("kind", ["read", "transaction", "query"])
def test_a_damaged_article_is_noted_once_with_its_reason(place, kind):
    with closing(open_store(place)) as store:
        file(store, 1)
        flip(place, "revisions", "document", of_article(1))
        for _ in range(2):
            with getattr(store, kind)() as opened:
                (opened if kind == "query" else opened.lookups).summaries([url(1)])
        with store.read() as transaction:
            (damage,) = transaction.damages.all()
            assert transaction.damages.count() == 1
    assert (damage.kind, damage.url) == ("article", url(1))
    assert damage.reason


def test_damaged_blocks_are_found_as_well(place):
    with closing(open_store(place)) as store:
        file(store, 1)
        flip(place, "revisions", "blocks", of_article(1))
        with store.read() as transaction:
            assert transaction.articles.get(url(1)) is None
            # What is shown in lists is whole.
            assert set(transaction.lookups.summaries([url(1)])) == {url(1)}


def test_the_same_article_read_again_takes_the_place_of_the_damaged_one(place):
    with closing(open_store(place)) as store:
        file(store, 1)
        flip(place, "revisions", "document", of_article(1))
        with store.read() as transaction:
            assert transaction.articles.get(url(1)) is None
        file(store, 1, hour=1)
        with store.read() as transaction:
            assert transaction.articles.get(url(1)) == story(1)
            assert transaction.damages.all() == ()


def test_an_edit_of_a_damaged_article_is_kept(place):
    with closing(open_store(place)) as store:
        file(store, 1)
        flip(place, "revisions", "document", of_article(1))
        file(store, 1, "Edited", hour=1)
        with store.read() as transaction:
            assert titles(transaction.articles.find(ArticleQuery())) == ["Edited"]
            assert titles([one.article for one in transaction.articles.revisions(url(1))]) == ["Edited"]


def test_no_flipped_byte_of_an_article_is_read_as_another():
    article = story(1)
    packed = packed_article(article)
    for column in ("document", "blocks"):
        data = packed[column] or b""
        for place in range(len(data)):
            for bit in range(8):
                flipped = data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]
                row = SimpleNamespace(**{**packed, column: flipped})
                read = intact(row)
                # Some bits of a frame mean nothing.
                assert read is None or read == article


def intact(row):
    executor = Executor.__new__(Executor)
    executor.damages = {}
    return executor.intact("article", 1, lambda: article_of(row))


def page(number, hour=0):
    filler = "".join(f"<p>Paragraph {place} of the page.</p>" for place in range(200))
    body = f"<html><body><h1>Page {number}</h1>{filler}</body></html>".encode()
    return Page(url=url("front"), fetched_at=NOON + timedelta(hours=hour), body=body)


def keep_page(store, number, hour):
    with store.transaction() as transaction:
        return transaction.pages.keep(page(number, hour))


def test_a_damaged_page_costs_itself_and_what_is_stored_as_a_difference_to_it(place):
    with closing(open_store(place)) as store:
        for number in range(3):
            keep_page(store, number, number)
    flip(place, "bodies", "data", "depth = 0")
    with closing(open_store(place)) as store:
        with store.read() as transaction:
            assert transaction.pages.at(url("front"), NOON + timedelta(hours=1)) is None
            assert transaction.pages.body(body_digest(page(2).body)) is None
            assert len(transaction.pages.versions(url("front"))) == 3
        # A version that comes next is kept, whatever became of those before it.
        keep_page(store, 3, 3)
    with closing(open_store(place)) as store, store.read() as transaction:
        found = transaction.pages.at(url("front"))
        assert found
        assert found.body == page(3).body
        damages = transaction.damages.all()
    assert {damage.digest for damage in damages} == {body_digest(page(number).body) for number in range(3)}
    assert {(damage.kind, damage.url) for damage in damages} == {("page", url("front"))}
    assert sum("difference" in damage.reason for damage in damages) == 2


def test_a_page_that_is_fetched_again_brings_all_back(place):
    with closing(open_store(place)) as store:
        for number in range(3):
            keep_page(store, number, number)
    flip(place, "bodies", "data", "depth = 0")
    with closing(open_store(place)) as store:
        with store.read() as transaction:
            assert transaction.pages.at(url("front")) is None
        keep_page(store, 0, 4)
    with closing(open_store(place)) as store, store.read() as transaction:
        for number in range(3):
            assert transaction.pages.body(body_digest(page(number).body)) == page(number).body
