from __future__ import annotations

from datetime import UTC, datetime

import pytest

from newsloom.dom import parse
from newsloom.metadata import Metadata, describe

URL = "https://loom.example/2024/05/03/rain.html"


def described(page: str, url: str | None = None) -> Metadata:
    return describe(parse(page, url=url))


def test_page_that_says_nothing_has_no_metadata() -> None:
    assert described("<p>x</p>") == Metadata()
    assert described("") == Metadata()


def test_declared_fields_carry_their_source() -> None:
    page = (
        '<html lang="en"><title>Rain ends long drought | Loom</title><meta property="og:site_name" content="Loom">'
        '<meta name="author" content="Ann Lee"><meta name="description" content="At last.">'
        '<meta property="article:published_time" content="2024-05-03T07:15:00Z"><h1>Rain ends long drought</h1>'
    )
    assert described(page) == Metadata(
        title="Rain ends long drought",
        description="At last.",
        published=datetime(2024, 5, 3, 7, 15, tzinfo=UTC),
        date="2024-05-03",
        authors=("Ann Lee",),
        language="en",
        site="Loom",
        provenance={
            "title": "headline",
            "description": "meta",
            "published": "opengraph",
            "date": "opengraph",
            "authors": "meta",
            "language": "html",
            "site": "opengraph",
        },
    )


def test_language_read_from_the_text_says_so() -> None:
    text = "The long drought ended on Friday when heavy rain fell over the whole of the valley and its farms."
    assert described(f"<p>{text}</p>").provenance["language"] == "text"


@pytest.mark.parametrize(
    ("page", "date", "source"),
    [
        ("<time datetime='2024-05-03'>yesterday</time>", "2024-05-03", "time"),
        ("<time>3 May 2024</time>", "2024-05-03", "time"),
        ("<time>soon</time><time datetime='2024-05-03T23:30:00-07:00'></time>", "2024-05-03", "time"),
        ("<p class='dateline'>Oslo</p><p class='articleDate'>May 3, 2024</p>", "2024-05-03", "byline"),
        ("<span itemprop='datePublished' content='2024-05-03'>today</span>", "2024-05-03", "byline"),
        ("<p>May 3, 2024</p>", "2024-05-03", "line"),
        ("<p>It rained in May 2024.</p>", None, None),
    ],
)
def test_printed_date_is_found(page: str, date: str | None, source: str | None) -> None:
    found = described(page)
    assert (found.date, found.provenance.get("date")) == (date, source)


def test_printed_moment_keeps_its_offset() -> None:
    found = described("<time datetime='2024-05-03T23:30:00-07:00'></time>")
    assert found.published is not None
    assert found.published.isoformat() == "2024-05-03T23:30:00-07:00"
    assert found.provenance["published"] == "time"


@pytest.mark.parametrize(
    ("url", "date"),
    [
        (URL, "2024-05-03"),
        ("https://loom.example/rain-20240503.html", "2024-05-03"),
        ("https://loom.example/2024-05-03-rain", "2024-05-03"),
        ("https://loom.example/2024/13/03/rain", None),
        ("https://loom.example/120240503999/rain", None),
    ],
)
def test_address_tells_the_day(url: str, date: str | None) -> None:
    assert described("<p>x</p>", url).date == date


def test_declared_date_beats_the_printed_and_the_address() -> None:
    page = "<meta name=date content='2024-05-01'><time datetime='2024-05-02'></time>"
    found = described(page, URL)
    assert (found.date, found.provenance["date"]) == ("2024-05-01", "meta")


@pytest.mark.parametrize(
    "byline",
    [
        "<p class='byline'>By Ann Lee and Bo Ek</p>",
        "<p class='ArticleByline'>By <b>Ann Lee</b>, Bo Ek</p>",
        "<div itemprop='author'>by <span itemprop='name'>Ann Lee, Bo Ek</span></div>",
        "<a rel='author' href='/x'>Ann Lee, Bo Ek</a>",
        "<span class='author-name'>Ann Lee &amp; Bo Ek</span>",
        "<p class='yazar'>Ann Lee ve Bo Ek</p>",
        "<p class='author'>Staff</p><p class='author'>Ann Lee, Bo Ek</p>",
        "<p class='author-box'>Cy Dee</p><p class='byline'>Ann Lee, Bo Ek</p>",
    ],
)
def test_printed_byline_yields_the_authors(byline: str) -> None:
    found = described(f"<h1>Rain</h1>{byline}<p>Story</p>")
    assert (found.authors, found.provenance["authors"]) == (("Ann Lee", "Bo Ek"), "byline")


def test_life_of_the_author_is_no_byline() -> None:
    assert described(f"<p class='author'>{'Ann Lee has covered the weather for years. ' * 5}</p>").authors == ()
