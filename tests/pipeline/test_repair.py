from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from tests.newspaper import Newspaper

from newsloom.newsroom import Newsroom
from newsloom.records import ArticleQuery
from newsloom.settings import Settings
from newsloom.stores.sqlite import SqliteStore

SETTINGS = Settings(allow_hosts=("127.0.0.1",), delay_seconds=0.0, workers=1)


@pytest.fixture
def place(tmp_path):
    return str(tmp_path / "newsloom.db")


@pytest.fixture
def gathered(place):
    """A newsroom that has gathered a paper: its articles."""
    with Newspaper(4) as paper, Newsroom(SqliteStore(place), SETTINGS) as room:
        room.add(paper.url + "/feed.xml", only=True)
        room.gather()
        yield room.latest(ArticleQuery(order="earliest"))


def flip(place, table, column, condition):
    with closing(sqlite3.connect(place)) as connection:
        for key, data in connection.execute(f"SELECT rowid, {column} FROM {table} WHERE {condition}").fetchall():  # noqa: S608
            middle = len(data) // 2
            flipped = data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :]
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (flipped, key))  # noqa: S608
        connection.commit()


def test_a_damaged_article_is_read_again_from_its_kept_page(place, gathered):
    flip(place, "revisions", "document", "id = 2")
    with Newsroom(SqliteStore(place), SETTINGS) as room:
        assert len(room.latest()) == len(gathered) - 1
        done = room.repair()
        assert [damage.kind for damage in done.mended] == ["article"]
        assert done.left == ()
        assert room.latest(ArticleQuery(order="earliest")) == gathered
        assert room.damages() == ()


def test_what_nobody_has_read_yet_is_found(place, gathered):
    flip(place, "revisions", "blocks", "id = 3")
    with Newsroom(SqliteStore(place), SETTINGS) as room:
        assert room.damages() == ()
        assert len(room.repair().mended) == 1
        assert room.latest(ArticleQuery(order="earliest")) == gathered


def test_what_cannot_be_mended_is_left_with_the_reason(place, gathered):
    flip(place, "revisions", "document", "id = 2")
    flip(place, "bodies", "data", "1 = 1")
    with Newsroom(SqliteStore(place), SETTINGS) as room:
        done = room.repair()
        assert done.mended == ()
        reasons = {damage.kind: damage.reason for damage in done.left}
        assert reasons["article"].endswith("its page is not stored")
        assert reasons["page"].endswith("the same bytes were not fetched again")
        # Everything else is still there.
        assert len(room.latest()) == len(gathered) - 1


def test_gathering_goes_on_with_every_page_damaged(place, gathered):
    flip(place, "bodies", "data", "1 = 1")
    with Newspaper(5) as paper, Newsroom(SqliteStore(place), replace(SETTINGS)) as room:
        room.add(paper.url + "/feed.xml", only=True)
        run = room.gather()
        assert run.articles == 5
        assert len(room.latest()) == len(gathered) + 5
