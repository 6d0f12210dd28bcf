"""Newspapers whose pages are empty without scripts, gathered with a real browser."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest
from tests.browsers import needs_browser
from tests.gathering import CLIENT, GatheringFixture
from tests.newspaper import Newspaper

from newsloom.fetch.drawer import PageDrawer
from newsloom.pipeline.gathering.reading import document_of

pytest.importorskip("playwright", reason="playwright is not installed (the extra render)")

from newsloom.fetch.render import kept_resources, render_page

pytestmark = needs_browser

EMPTY = b"""<html><head><title>The Lorne Post</title><link rel=stylesheet href=/paper.css></head>
<body><div id=app></div><script src=/app.js></script></body></html>"""
APP = b"""fetch("/data" + location.pathname + ".json").then((found) => found.json()).then((story) => {
  app.innerHTML = `<article><h1>${story.title}</h1>` + story.text.map((one) => `<p>${one}</p>`).join("") + "</article>";
});"""


@pytest.fixture
def paper():
    """Its stories are made by scripts from data."""
    with Newspaper(3) as opened:
        for path in opened.stories:
            status, kind, _ = opened.pages[path]
            words = f"The ferry to {path[1:]} came in late on Monday because of the storm in the northern strait. "
            story = {"title": f"Late again at {path[1:]}", "text": [words * 2, words[::-1].strip() + ".", words] * 2}
            opened.pages[f"/data{path}.json"] = (200, "application/json", json.dumps(story).encode())
            opened.pages[path] = (status, kind, EMPTY)
        opened.pages["/app.js"] = (200, "text/javascript", APP)
        opened.pages["/paper.css"] = (200, "text/css", b"article { width: 500px }")
        yield opened


def gather(fixture: GatheringFixture, render: str) -> None:
    async def gathering() -> None:
        async with PageDrawer(CLIENT) as drawer:
            await fixture.gathering(drawer=drawer, render=render)

    asyncio.run(gathering())


def test_pages_that_are_empty_without_scripts_are_drawn_and_their_source_says_why(paper):
    fixture = GatheringFixture(paper)
    fixture.follow("/feed.xml")
    gather(fixture, "auto")
    articles = fixture.articles()
    assert len(articles) == 3
    assert all("came in late on Monday" in article.text for article in articles)
    source = fixture.look(lambda transaction: transaction.sources.get(paper.url + "/feed.xml"))
    assert source.drawn_because.startswith("empty without scripts: 0 words at http")
    page = fixture.look(lambda transaction: transaction.pages.at(paper.url + paper.stories[0]))
    assert page.body == EMPTY
    document = document_of(page)
    assert document.layout is not None
    assert document.layout.source == "drawn"
    files = fixture.look(lambda transaction: transaction.drawings.resources(page.drawing.digest))
    assert {one.url.removeprefix(paper.url) for one in files} == {
        "/paper.css",
        "/app.js",
        f"/data{paper.stories[0]}.json",
    }
    # Drawn again offline, from what was kept.
    again = render_page(
        page.body,
        page.url,
        source=kept_resources({one.url: one for one in files}),
        has_scripts=page.drawing.has_scripts,
    )
    assert again.html == page.drawing.html
    assert again.layout.tops == document.layout.tops


def test_nothing_is_drawn_where_that_is_never_wanted(paper):
    fixture = GatheringFixture(paper)
    fixture.follow("/feed.xml", render="never")
    gather(fixture, "always")
    assert fixture.articles() == []
    assert not any(request.path == "/app.js" for request in paper.log)


def test_a_source_for_which_it_does_not_help_is_left_alone(paper):
    paper.pages["/app.js"] = (200, "text/javascript", b"")
    paper.publish(3)
    for path in paper.stories:
        status, kind, _ = paper.pages[path]
        paper.pages[path] = (status, kind, EMPTY)
    fixture = GatheringFixture(paper)
    fixture.follow("/feed.xml")
    gather(fixture, "auto")
    source = fixture.look(lambda transaction: transaction.sources.get(paper.url + "/feed.xml"))
    assert source.drawn_because is None
    drawn = [
        fixture.look(lambda transaction, path=path: transaction.pages.at(paper.url + path)) for path in paper.stories
    ]
    assert all(page.drawing is None for page in drawn)
    assert source.undrawn_tries == 3
    assert source.undrawn_because.endswith("also has 0 words when drawn")


def test_a_source_for_which_it_did_not_help_is_left_alone_in_later_runs_and_tried_once_after_a_month(paper):
    paper.pages["/app.js"] = (200, "text/javascript", b"")
    fixture = GatheringFixture(paper)
    fixture.follow("/feed.xml")
    gather(fixture, "auto")

    def tries_after(days: int) -> int:
        """How many pages were drawn in vain when three more have been gathered."""
        for path in paper.publish(3):
            status, kind, _ = paper.pages[path]
            paper.pages[path] = (status, kind, EMPTY)
        fixture.now += timedelta(days=days)
        gather(fixture, "auto")
        return fixture.look(lambda transaction: transaction.sources.get(paper.url + "/feed.xml")).undrawn_tries

    assert [tries_after(1), tries_after(31)] == [3, 4]
