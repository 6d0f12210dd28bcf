"""A newsroom of the first schema is brought up to date: nothing is lost, and its articles are searched."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from contextlib import closing

import pytest
import zstandard
from sqlalchemy import text
from tests.stores.oldstores import HOUR, insert, store_of, write_article

from newsloom.records import ArticleQuery, Drawing
from newsloom.stores import open_store
from newsloom.stores.delta import pack
from newsloom.stores.digests import article_id


@pytest.fixture
def old(place):
    """A store of the first schema, to be written into by hand."""
    yield from store_of(place, "0001")


@pytest.fixture
def last(place):
    """A store of the schema in which blocks stood among the other fields."""
    yield from store_of(place, "0003")


@pytest.fixture
def undrawn(place):
    """A store of the schema before pages were drawn."""
    yield from store_of(place, "0008")


@pytest.fixture
def unchecked(place):
    """A store of the schema in which articles had no checksums."""
    yield from store_of(place, "0004")


def test_the_sections_of_an_old_newsroom_become_one_list(place, old):
    with old.begin() as connection:
        for number, section in enumerate(("Spor", "Sports", "Sea", None), 1):
            write_article(connection, number, [(number, "Story")], section=section, language="en")
    with closing(open_store(place)) as store, store.read() as transaction:
        assert transaction.facets.sections() == (("sport", 2), ("Sea", 1))
        found = transaction.articles.find(ArticleQuery(section="Sport"))
        assert [article.section for article in found] == ["Sports", "Spor"]


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


def test_blocks_move_to_a_column_of_their_own(place, last):
    blocks = [{"text": "The ferry came in late.", "kind": "quote"}, {"text": "A list \x1b of it", "kind": "item"}]
    with last.begin() as connection:
        for number in range(1, 460):
            has_blocks = {"blocks": blocks} if number % 2 else {}
            write_article(connection, number, [(number, "First"), (number + 1, f"Story {number}")], **has_blocks)
            connection.execute(
                text("UPDATE articles SET revision_id = :latest, changed_at = :at WHERE id = :number"),
                {"latest": number * 10 + 1, "at": (number + 1) * HOUR, "number": number},
            )
        insert(connection, "marks", name="desk", note="so far")
        insert(connection, "belongings", source_id=2, article_id=1, first_seen=HOUR)
    with closing(open_store(place)) as store, store.read() as transaction:
        for number in (1, 2, 401, 458):
            url = f"https://www.lorne.example/{number}"
            first, second = transaction.articles.revisions(url)
            assert (first.article.title, second.article.title) == ("First", f"Story {number}")
            kinds = [block.kind for block in second.article.blocks]
            assert kinds == (["quote", "item"] if number % 2 else [])
            assert first.article.blocks == second.article.blocks
            assert transaction.lookups.articles([url])[url].article == second.article
            assert transaction.lookups.summaries([url])[url].article.blocks == ()
        assert transaction.checkpoints.read("desk") == "so far"
        of_source = ArticleQuery(source_url="https://www.lorne.example/2")
        assert [article.title for article in transaction.articles.find(of_source)] == ["Story 1"]


def packed(value, base=None):
    """As it was written without a checksum."""
    dictionary = zstandard.ZstdCompressionDict(base, dict_type=zstandard.DICT_TYPE_RAWCONTENT) if base else None
    return zstandard.ZstdCompressor(write_checksum=False, dict_data=dictionary).compress(value)


def test_articles_get_checksums_and_a_damaged_one_does_not_stop_the_upgrade(place, unchecked):
    blocks = json.dumps([{"text": "The ferry came in late.", "kind": "quote"}]).encode()
    with unchecked.begin() as connection:
        for number in range(1, 460):
            write_article(connection, number, [(number, f"Story {number}")])
            row = connection.execute(text(f"SELECT document FROM revisions WHERE id = {number * 10}")).one()  # noqa: S608
            document = zstandard.ZstdDecompressor().decompress(row.document)
            columns = {"document": packed(document), "blocks": packed(blocks, document) if number % 2 else None}
            if number == 8:
                columns["document"] = columns["document"][:-4]
            connection.execute(
                text("UPDATE revisions SET document = :document, blocks = :blocks WHERE id = :number"),
                {"number": number * 10, **columns},
            )
            connection.execute(
                text("UPDATE articles SET revision_id = :latest, changed_at = first_seen WHERE id = :number"),
                {"latest": number * 10, "number": number},
            )
    with closing(open_store(place)) as store, store.read() as transaction:
        for number in (1, 2, 7, 9, 458, 459):
            article = transaction.articles.get(f"https://www.lorne.example/{number}")
            assert article is not None
            assert article.title == f"Story {number}"
            assert [block.kind for block in article.blocks] == (["quote"] if number % 2 else [])
        assert len(transaction.articles.find(ArticleQuery(limit=1000))) == 458
    with closing(open_store(place)) as store, store.read() as transaction:
        assert [damage.url for damage in transaction.damages.all()] == ["https://www.lorne.example/8"]
    with unchecked.connect() as connection:
        documents = connection.execute(text("SELECT document FROM revisions WHERE id <> 80")).scalars().all()
        assert all(zstandard.get_frame_parameters(document).has_checksum for document in documents)


def test_pages_and_sources_stay_and_pages_can_be_drawn(place, undrawn):
    body = b"<p>The ferry came in late.</p>"
    with undrawn.begin() as connection:
        for number in (1, 2):
            url = f"https://www.lorne.example/{number}"
            insert(connection, "addresses", id=number, digest=hashlib.sha256(url.encode()).digest(), url=url)
        packed_body = {"size": len(body), "coding": int(pack(body).coding), "depth": 0, "data": pack(body).data}
        insert(connection, "bodies", digest=hashlib.sha256(body).digest(), **packed_body)
        times = {"first_seen": HOUR, "last_seen": HOUR, "status": 200, "rights": "[]"}
        insert(connection, "versions", id=1, address_id=1, digest=hashlib.sha256(body).digest(), **times)
        insert(connection, "sources", address_id=2, kind="feed", title="Lorne")
    with closing(open_store(place)) as store:
        with store.transaction() as transaction:
            page = transaction.pages.at("https://www.lorne.example/1")
            assert page is not None
            assert (page.body, page.drawing) == (body, None)
            source = transaction.sources.get("https://www.lorne.example/2")
            assert source is not None
            assert (source.title, source.render, source.drawn_because) == ("Lorne", None, None)
            assert (source.undrawn_tries, source.undrawn_because, source.undrawn_at) == (0, None, None)
            transaction.pages.keep(dataclasses.replace(page, drawing=Drawing(html=b"<p>Late.", layout=b"")))
        with store.read() as transaction:
            page = transaction.pages.at("https://www.lorne.example/1")
            assert page is not None
            assert page.drawing is not None
            assert page.drawing.html == b"<p>Late."
