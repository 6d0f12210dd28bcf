from __future__ import annotations

from datetime import UTC, datetime

import pytest

from newsloom.newsroom import Newsroom
from newsloom.portal.names import paper_names
from newsloom.records import Article, Page, Revision, Source
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOME = "https://harbourgazette.example/"


@pytest.fixture
def room():
    with Newsroom(MemoryStore(), Settings(), now=lambda: NOON) as opened:
        with opened.store.transaction() as transaction:
            transaction.sources.add(Source(url=HOME, home=HOME, added_at=NOON))
            feed = Source(url=HOME + "sport/feed", kind="feed", title="Sport", home=HOME, added_at=NOON)
            transaction.sources.add(feed)
        yield opened


def _keep_home(room: Newsroom, title: str) -> None:
    with room.store.transaction() as transaction:
        transaction.pages.keep(Page(url=HOME, fetched_at=NOON, body=f"<title>{title}</title><p>News".encode()))


def test_a_paper_is_called_what_its_articles_declare(room):
    _keep_home(room, "Welcome")
    with room.store.transaction() as transaction:
        for number, site in enumerate(["The Gazette", "The Gazette", "Gazette Shop"]):
            transaction.articles.keep(Revision(article=Article(url=f"{HOME}{number}", site=site), seen_at=NOON))
    assert paper_names(room) == {"harbourgazette.example": "The Gazette"}


def test_the_title_that_the_home_page_was_given_comes_next(room):
    _keep_home(room, "Welcome")
    with room.store.transaction() as transaction:
        transaction.sources.add(Source(url=HOME, title="Harbour Gazette", home=HOME, added_at=NOON))
    assert paper_names(room) == {"harbourgazette.example": "Harbour Gazette"}


@pytest.mark.parametrize(
    "title", ["Harbour Gazette", "News – Harbour Gazette", "Harbour Gazette | Latest", "Today: Harbour Gazette"]
)
def test_the_part_of_the_home_pages_title_that_names_the_site_comes_last(room, title):
    _keep_home(room, title)
    assert paper_names(room) == {"harbourgazette.example": "Harbour Gazette"}


@pytest.mark.parametrize("title", ["", " ", "x" * 500])
def test_a_paper_without_a_name_is_called_by_its_site(room, title):
    _keep_home(room, title)
    assert paper_names(room) == {"harbourgazette.example": "harbourgazette.example"}


def test_a_feed_is_not_the_paper(room):
    assert paper_names(room) == {"harbourgazette.example": "harbourgazette.example"}
