"""The headline of pages whose title is the paper's name: the line over the story, where nothing else tells it."""

from __future__ import annotations

import pytest
from tests.newspaper import sentences

from newsloom import extract

NAME = "The Lindvik Courier"
HEADLINE = "Herring fleet sails after three days of storm"
STORY = "<br><br>".join(" ".join(sentences(f"p{part}", 3)) for part in range(7))
MENU = "".join(f"[<a href='/s{number}'>Part {number} of the paper</a>] " for number in range(6))


def page_of(cell: str, *, title: str = NAME, head: str = "", menu: str = MENU) -> bytes:
    """A page of old: a table with the paper's name, a menu and the story in cells."""
    return f"""<html><head><title>{title}</title>{head}</head><body><table><tr><td colspan=2><b>{NAME}</b></td></tr>
<tr><td>{menu}</td><td>{cell}</td></tr><tr><td colspan=2>All rights reserved</td></tr></table></body></html>""".encode()


@pytest.mark.parametrize(
    "cell",
    [
        f"<span class=h>{HEADLINE}</span><br><i>Ada Strand<br>4 May 2026</i><br><br>{STORY}",
        f"Sea<br><b>{HEADLINE}</b><br><table><tr><td><img src=b.jpg></td></tr></table>{STORY}",
        f"<div><font size=5>{HEADLINE}</font></div><div>{STORY}</div>",
    ],
)
def test_the_line_over_the_story_is_the_headline_where_all_pages_have_one_title(cell: str) -> None:
    article = extract(page_of(cell), url="https://courier.example/p/123")
    assert article.is_article
    assert (article.title, article.provenance["title"]) == (HEADLINE, "loom")
    assert HEADLINE not in article.text


def test_a_declared_title_is_the_headline() -> None:
    page = page_of(
        f"Fishing on the coast<br><b>{HEADLINE}</b><br>{STORY}", head=f"<meta property='og:title' content='{HEADLINE}'>"
    )
    article = extract(page, url="https://courier.example/p/123")
    assert (article.title, article.provenance["title"]) == (HEADLINE, "headline")


def test_a_short_title_over_the_story_is_its_headline() -> None:
    page = page_of(f"<b>Fleet sails</b><br>{HEADLINE}<br>{STORY}", title="Fleet sails")
    assert extract(page, url="https://courier.example/p/123").title == "Fleet sails"


def test_where_no_line_is_like_a_headline_the_name_stays() -> None:
    assert extract(page_of(STORY), url="https://courier.example/p/123").title == NAME


@pytest.mark.parametrize("title", [f"{NAME} / Sea", f"{NAME} 4 May 2026, 08:30", f"{NAME} | The sea"])
def test_a_section_or_the_day_beside_the_name_is_no_headline(title: str) -> None:
    article = extract(page_of(f"<b>{HEADLINE}</b><br>{STORY}", title=title), url="https://courier.example/p/123")
    assert article.title == HEADLINE


def test_neither_day_nor_byline_nor_caption_is_the_headline() -> None:
    over = "<div><img src=a.jpg> The fleet in the harbour</div><p>4 May 2026, 08:30</p><p>By Ada Marie Strand</p>"
    cell = f"{over}<p><strong>{HEADLINE}</strong></p><p>{STORY}</p>"
    assert extract(page_of(cell), url="https://courier.example/p/123").title == HEADLINE


def test_a_logo_above_the_story_is_no_headline() -> None:
    story = "".join(f"<li>{part}</li>" for part in STORY.split("<br><br>"))
    page = f"""<html><head><title>{NAME}</title></head><body><ul><li><a href="/">{NAME}</a></li><li>{MENU}</li>
<li><b>{HEADLINE}</b></li><li><ul>{story}</ul></li></ul></body></html>"""
    assert extract(page.encode(), url="https://courier.example/p/123").title == HEADLINE


def test_a_title_that_the_address_tells_is_the_headline() -> None:
    cell = f"<b>All about the herring of our coast</b><br>{STORY}"
    page = page_of(cell, title="Spring herring").replace(f"<b>{NAME}</b>".encode(), b"<b>Logo</b>")
    assert extract(page, url="https://courier.example/spring-herring.html").title == "Spring herring"


def test_a_heading_just_over_the_story_is_its_headline_though_a_line_in_its_box_is_like_one() -> None:
    heading = "Storms, boats, and herring"
    lead = "The skipper wrote in last week to ask what a fleet of three boats can do about storms:"
    cell = f"<div><h2>{heading}</h2></div><div><p>Posted by: Ada Strand</p></div><div><p>{lead}</p>{STORY}</div>"
    page = page_of(cell, title=f"{heading} | 12 Nets")
    assert extract(page, url="https://courier.example/p/123").title == heading


@pytest.mark.parametrize("line", ["Boats at Lindvik © Coast Pictures", "Special to The Lindvik Courier"])
def test_credits_are_no_headlines(line: str) -> None:
    cell = f"<b>{line}</b><br>{HEADLINE}<br>{STORY}"
    assert extract(page_of(cell), url="https://courier.example/p/123").title == HEADLINE
