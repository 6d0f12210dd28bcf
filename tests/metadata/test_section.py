"""The section of pages that do not declare it."""

from __future__ import annotations

import pytest

import newsloom
from newsloom.dom import parse
from newsloom.metadata.section import category_in_address, find_section

MENU = "<ul><li><a href='/politics/'>Politics</a><li><a href='/local/'>Local</a><li><a href='/sport/'>Sport</a></ul>"
TITLE = "The river rises again"
BODY = "<p>It rained for three days in the valley, and then it stopped.</p>"


def section_of(over: str, head: str = "") -> tuple[str | None, str]:
    return find_section(parse(f"<title>{TITLE}</title>{head}{MENU}<div>{over}<h1>{TITLE}</h1>{BODY}</div>"))


@pytest.mark.parametrize(
    ("over", "name"),
    [
        ("<p class=kicker>Business</p>", "Business"),
        ("<p><a href='/business/'>Business</a></p>", "Business"),
        ("<div><a href='/'>Home</a> » Local</div>", "Local"),
        ("<div><a href='/'>Daily Loom</a> › <a href='/n/'>News</a> › <a href='/s/'>Science</a></div>", "Science"),
        ("<font size=1>Ekonomi / 15.11.2026 20:41</font><br>", "Ekonomi"),
        ("<p>Nyheter</p>", "Nyheter"),
        ("<p>政治</p>", "政治"),
        ("<p>Culture</p><p>3 May 2024</p>", "Culture"),
    ],
)
def test_the_line_over_the_headline_names_the_section(over: str, name: str) -> None:
    assert section_of(f"<p>Welcome to the valley.</p>{over}") == (name, "kicker")


def test_a_trail_right_under_the_menu_names_the_section() -> None:
    assert section_of("<div><a href='/'>Home</a> » Local</div>") == ("Local", "kicker")


@pytest.mark.parametrize(
    "over",
    [
        "",
        "<p><a href='/'>Home</a></p>",
        "<p>Politics | Local | Sport | Culture</p>",
        "<p>Advertisement</p>",
        "<p>Business as usual for the ferry</p>",
        "<p>Politics</p><p>Sport</p>",
    ],
)
def test_a_menu_is_no_section(over: str) -> None:
    assert section_of(over) == (None, "")


def test_what_the_page_declares_goes_first() -> None:
    declared = "<meta property='article:section' content='Weather'>"
    assert section_of("<p>Business</p>", declared) == ("Weather", "opengraph")


@pytest.mark.parametrize(
    ("url", "category"),
    [
        ("https://daily.example/news/local/the-river-4087.html", "local"),
        ("https://daily.example/okonomi/article4185.ece", "business"),
        ("https://daily.example/2026/11/sport", None),
        ("https://daily.example/sport-extra-time-again/x.html", None),
        ("https://daily.example/story?section=/sport/x", None),
        (None, None),
    ],
)
def test_a_folder_of_the_address_tells_the_category(url: str | None, category: str | None) -> None:
    assert category_in_address(url) == category


def test_the_address_is_asked_last() -> None:
    page = f"<title>{TITLE}</title><h1>{TITLE}</h1>{BODY * 4}"
    article = newsloom.extract(page, url="https://daily.example/sport/the-river.html")
    assert (article.section, article.category, article.provenance["category"]) == (None, "sport", "address")
    # A menu ends right over the headline.
    article = newsloom.extract(f"<p>Local</p>{page}", url="https://daily.example/sport/the-river.html")
    assert (article.section, article.category) == (None, "sport")
    article = newsloom.extract(f"<p>Local</p>{page}", url="https://daily.example/story/the-river.html")
    assert (article.section, article.category) == ("Local", "local")
    assert "category" not in article.provenance
