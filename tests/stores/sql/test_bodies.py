from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from newsloom.records import Page
from newsloom.stores.sql.bodies import DEEPEST
from newsloom.stores.sqlite import SqliteStore

START = datetime(2026, 11, 1, tzinfo=UTC)
TEMPLATE = b"".join(
    b"<div class='box-%d'><a href='/section/%d'>Section %d</a></div>\n" % (n, n * 7, n) for n in range(300)
)


def page(url, number, *, template=TEMPLATE):
    return Page(url=url, fetched_at=START + timedelta(hours=number), body=template + b"<p>Story %d</p>" % number)


@pytest.fixture
def place(tmp_path):
    return tmp_path / "newsloom.db"


def kept(place, *pages):
    with closing(SqliteStore(place)) as store, store.transaction() as transaction:
        return [transaction.pages.keep(one) for one in pages]


def rows(place, query):
    with closing(sqlite3.connect(place)) as connection:
        return connection.execute(query).fetchall()


def test_the_next_version_costs_what_has_changed(place):
    first, second = kept(place, page("https://lorne.example/", 1), page("https://lorne.example/", 2))
    assert second.stored_size < 60 < first.stored_size / 5


def test_a_new_page_costs_what_it_does_not_share_with_its_site(place):
    first, second = kept(place, page("https://lorne.example/a.html", 1), page("https://lorne.example/b.html", 2))
    assert second.stored_size < 60 < first.stored_size / 5


def test_a_page_of_another_site_stands_on_its_own(place):
    _, second = kept(place, page("https://lorne.example/a.html", 1), page("https://abbey.example/b.html", 2))
    assert second.stored_size > 200


def test_a_site_with_a_new_look_gets_a_new_delta_base(place):
    fresh = b"".join(b"<section data-row=%d>Row %d of many</section>\n" % (n * 31, n) for n in range(300))
    urls = [f"https://lorne.example/{n}.html" for n in range(4)]
    versions = kept(
        place, page(urls[0], 0), page(urls[1], 1), page(urls[2], 2, template=fresh), page(urls[3], 3, template=fresh)
    )
    assert [version.stored_size < 60 for version in versions] == [False, True, False, True]


def test_no_body_is_more_steps_from_a_whole_one_than_allowed(place):
    versions = kept(place, *(page("https://lorne.example/", number) for number in range(DEEPEST * 2 + 5)))
    depths = [depth for (depth,) in rows(place, "SELECT depth FROM bodies ORDER BY rowid")]
    assert max(depths) == DEEPEST
    assert depths.count(0) == 3
    with closing(SqliteStore(place)) as store, store.read() as transaction:
        for number, version in enumerate(versions):
            assert transaction.pages.body(version.digest) == page("https://lorne.example/", number).body


def test_a_body_seen_on_two_pages_is_stored_once(place):
    same = page("https://lorne.example/a", 1)
    kept(place, same, Page(url="https://abbey.example/b", fetched_at=START, body=same.body))
    assert rows(place, "SELECT count(*) FROM bodies") == [(1,)]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE bodies SET data = x'00'",
        "UPDATE bodies SET data = (SELECT data FROM bodies WHERE depth = 0)",
        "UPDATE bodies SET base = digest WHERE depth = 1",
    ],
    ids=["not packed", "another page's", "a circle"],
)
def test_a_damaged_body_is_noticed(place, damage):
    _, second = kept(place, page("https://lorne.example/", 1), page("https://lorne.example/", 2))
    with closing(sqlite3.connect(place)) as connection:
        connection.execute(damage)
        connection.commit()
    with closing(SqliteStore(place)) as store:
        with store.read() as transaction:
            assert transaction.pages.body(second.digest) is None
        with store.read() as transaction:
            assert second.digest in [damage.digest for damage in transaction.damages.all()]
