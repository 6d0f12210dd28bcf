"""A story's page read with what announced it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from newsloom.pipeline.gathering.reading import StoryPage, read_source, read_story
from newsloom.records import Link, Page, Source
from newsloom.stores import open_store

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TEASER = "The ferry that carried three generations over the sound was sold on Monday to an island."
STORY = """<html lang="en"><head><title>Harbour</title></head><body>
<p>The old ferry of Skarvik, which carried three generations over the sound, was sold to an island on Monday.</p>
<p>Crews go with the ferry to the island.</p><p>Subscribe now and pay nothing in May.</p></body></html>"""
FRONT = f'<html lang="en"><body><div><p>{TEASER}</p><a href="/ferry">Full story</a></div></body></html>'
HOME = Source(url="https://paper.example/", kind="page")


def _page(url: str, html: str) -> Page:
    return Page(url=url, fetched_at=NOW, body=html.encode(), content_type="text/html; charset=utf-8")


def _read(link: Link, source: Source | None, extractor: str = "lbnest:paper", html: str = STORY):
    story = StoryPage(link=link, page=_page("https://paper.example/ferry", html), source=source)
    return read_story(story, extractor=extractor)


@pytest.mark.parametrize(
    ("link", "kind"),
    [
        (Link(url="https://paper.example/ferry", title="Old ferry sold to an island"), "page"),
        (Link(url="https://paper.example/ferry", title="More", text=TEASER), "page"),
        (Link(url="https://paper.example/ferry", title="Old ferry sold to an island"), "feed"),
    ],
    ids=["anchor text", "teaser", "feed title"],
)
def test_what_announced_a_page_reaches_the_extractor(link, kind):
    article = _read(link, Source(url="https://paper.example/", kind=kind))
    assert article.text.startswith("The old ferry of Skarvik")
    assert "Subscribe" not in article.text


def test_a_story_found_by_its_teaser_is_one_only_if_its_page_tells_of_it():
    (link,) = read_source(HOME, _page("https://paper.example/", FRONT), reader="lbnest").links
    assert (link.pattern, link.text) == ("teaser", TEASER)
    assert _read(link, HOME, "largest").is_article
    strange = (
        "<html lang='en'><body><p>Rowers from the valley won the cup again. Their coach was away.</p></body></html>"
    )
    article = _read(link, HOME, "largest", strange)
    assert (article.is_article, article.reason) == (False, "the page does not match the teaser that led to it")


def test_a_link_remembers_how_it_was_found():
    link = Link(url="https://paper.example/ferry", source_url=HOME.url, text=TEASER, pattern="teaser")
    store = open_store(":memory:")
    try:
        with store.transaction() as transaction:
            transaction.sources.add(HOME)
            transaction.links.sight(HOME.url, (link,), NOW)
        with store.read() as transaction:
            assert [one.pattern for one in transaction.links.on(HOME.url, NOW)] == ["teaser"]
    finally:
        store.close()
