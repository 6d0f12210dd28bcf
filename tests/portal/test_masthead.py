"""Which sections a reader is offered."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.portal.app import create_app
from newsloom.portal.masthead import Masthead, masthead_of, offered_sections


@pytest.fixture(scope="module")
def portal():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON)) as url:
        yield url, masthead_of(room)


def _offered(text: str) -> set[str]:
    menu = text.partition('<nav class="ways"')[2].partition("</nav>")[0]
    return set(re.findall(r'href="(/section/[^"]+)"', menu))


def _paths(masthead: Masthead, language: str) -> set[str]:
    return {f"/section/{quote(name, safe='')}" for name in offered_sections(masthead, language)}


def test_sections_are_those_of_a_language():
    masthead = Masthead(sections={"Sport": "en", "Spor": "tr", "Town": "en", "Kultur": "no"})
    assert offered_sections(masthead, "en") == ("Sport", "Town")
    assert offered_sections(masthead, "tr") == ("Spor",)


def test_a_language_without_sections_is_offered_all():
    masthead = Masthead(sections={"Sport": "en", "Spor": "tr"})
    assert offered_sections(masthead, "de") == ("Sport", "Spor")


def test_there_are_never_more_sections_than_a_line_holds():
    masthead = Masthead(sections={f"Section {number}": "en" for number in range(36)})
    assert len(offered_sections(masthead, "en")) == 9


@pytest.mark.parametrize("language", ["en", "tr", "no"])
def test_the_menu_offers_the_sections_of_the_readers_language(portal, language):
    url, masthead = portal
    assert _offered(ask(url + "/", Accept_Language=language).text) == _paths(masthead, language)


def test_the_menu_offers_the_sections_of_the_chosen_language(portal):
    url, masthead = portal
    assert _offered(ask(url + "/?language=tr").text) == _paths(masthead, "tr")


def test_the_menu_of_a_section_offers_those_of_its_language_and_marks_it(portal):
    url, masthead = portal
    section = offered_sections(masthead, "no")[0]
    text = ask(f"{url}/section/{quote(section)}").text
    assert _offered(text) == _paths(masthead, "no")
    assert f'href="/section/{quote(section, safe="")}" aria-current="page"' in text
