"""Which sections a reader is offered."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import quote

import pytest
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.newsroom import Newsroom
from newsloom.newsroom.papernames import paper_names
from newsloom.portal.app import create_app
from newsloom.portal.locales import locale_of
from newsloom.portal.navigation import Navigation, navigation_of, offered_sections
from newsloom.records import Article, Page, Revision, Source
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore
from newsloom.text.categories import CATEGORIES

MARCH = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOME = "https://harbourgazette.example/"


@pytest.fixture(scope="module")
def portal():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON)) as url:
        yield url, navigation_of(room)


def _offered(text: str) -> set[str]:
    menu = text.partition('<nav class="ways"')[2].partition("</nav>")[0]
    return set(re.findall(r'href="(/section/[^"]+)"', menu))


def _paths(navigation: Navigation, language: str) -> set[str]:
    return {f"/section/{quote(name, safe='')}" for name in offered_sections(navigation, language)}


def test_sections_are_those_of_a_language():
    navigation = Navigation(sections={"Boats": "en", "Vapur": "tr", "Town": "en", "Båt": "no"})
    assert offered_sections(navigation, "en") == ("Boats", "Town")
    assert offered_sections(navigation, "tr") == ("Vapur",)


def test_sections_of_all_papers_are_offered_in_every_language_and_first():
    navigation = Navigation(sections={"Boats": "en", "sport": "tr", "politics": "en"})
    assert offered_sections(navigation, "en") == ("sport", "politics", "Boats")
    assert offered_sections(navigation, "no") == ("sport", "politics")


@pytest.mark.parametrize(("code", "name"), [("en", "Business"), ("tr", "Ekonomi"), ("no", "Økonomi")])
def test_a_section_of_all_papers_is_called_by_its_name_in_the_readers_language(code, name):
    assert locale_of(code).section("business") == name
    assert locale_of(code).section("Wirtschaft") == name
    assert locale_of(code).section("Boats") == "Boats"


def test_a_language_without_sections_is_offered_all():
    navigation = Navigation(sections={"Boats": "en", "Vapur": "tr"})
    assert offered_sections(navigation, "de") == ("Boats", "Vapur")


def test_there_are_never_more_sections_than_a_line_holds():
    navigation = Navigation(sections={f"Section {number}": "en" for number in range(36)})
    assert len(offered_sections(navigation, "en")) == 9


@pytest.mark.parametrize("language", ["en", "tr", "no"])
def test_the_menu_offers_the_sections_of_the_readers_language(portal, language):
    url, navigation = portal
    assert _offered(ask(url + "/", Accept_Language=language).text) == _paths(navigation, language)


def test_the_menu_offers_the_sections_of_the_chosen_language(portal):
    url, navigation = portal
    assert _offered(ask(url + "/?language=tr").text) == _paths(navigation, "tr")


def test_the_menu_of_a_section_offers_those_of_its_language_and_marks_it(portal):
    url, navigation = portal
    section = next(name for name in offered_sections(navigation, "no") if name not in CATEGORIES)
    text = ask(f"{url}/section/{quote(section)}").text
    assert _offered(text) == _paths(navigation, "no")
    assert f'href="/section/{quote(section, safe="")}" aria-current="page"' in text


@pytest.fixture
def room():
    with Newsroom(MemoryStore(), Settings(), now=lambda: MARCH) as opened:
        with opened.store.transaction() as transaction:
            transaction.sources.add(Source(url=HOME, home=HOME, added_at=MARCH))
            feed = Source(url=HOME + "sport/feed", kind="feed", title="Sport", home=HOME, added_at=MARCH)
            transaction.sources.add(feed)
        yield opened


def _keep_home(room: Newsroom, title: str) -> None:
    with room.store.transaction() as transaction:
        transaction.pages.keep(Page(url=HOME, fetched_at=MARCH, body=f"<title>{title}</title><p>News".encode()))


def test_a_paper_is_called_what_its_articles_declare(room):
    _keep_home(room, "Welcome")
    with room.store.transaction() as transaction:
        for number, site in enumerate(["The Gazette", "The Gazette", "Gazette Shop"]):
            transaction.articles.keep(Revision(article=Article(url=f"{HOME}{number}", site=site), seen_at=MARCH))
    assert paper_names(room) == {"harbourgazette.example": "The Gazette"}


def test_the_title_that_the_home_page_was_given_comes_next(room):
    _keep_home(room, "Welcome")
    with room.store.transaction() as transaction:
        transaction.sources.add(Source(url=HOME, title="Harbour Gazette", home=HOME, added_at=MARCH))
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
