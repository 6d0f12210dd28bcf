"""A newspaper that announces its stories by teasers, gathered by LBNEST's methods from end to end."""

from __future__ import annotations

import json

import pytest
from tests.gathering import NOON, GatheringFixture
from tests.newspaper import Newspaper

from newsloom.pipeline.gathering.pool import InlineReader
from newsloom.pipeline.items import stored_items

LBNEST = InlineReader(extractor="lbnest:paper", reader="lbnest:paper")

FERRY = "The old ferry that carried three generations over the sound was sold on Monday to an island."
RAIN = "Rain fell over the whole valley for nine days and the river carried away the wooden bridge."
FRONT = f"""<html lang="en"><head><title>The Sentinel</title></head><body>
<div><a href="/">Home</a> <a href="/imprint">Imprint</a> <a href="/share">Share</a></div>
<div><p><b>Ferry sold</b></p><p>{FERRY}</p><a href="/ferry">Read more</a> <a href="/share?u=ferry">Share</a></div>
<div><p>{RAIN}</p><a href="/rowers">Full story</a></div>
<div><h2><a href="/choir">Choir of Lorne sings in the old church again</a></h2></div>
<div><a href="/imprint">Imprint</a> <a href="/contact">Contact</a></div></body></html>"""
STORIES = {
    "/ferry": """<html lang="en"><head><title>Old ferry leaves Skarvik for good</title></head><body>
        <img src="/logo.png"><div><p>Subscribe now and pay nothing in May.</p></div>
        <h1>Old ferry leaves Skarvik for good</h1>
        <p>The old ferry of Skarvik, which carried three generations over the sound, was sold to an island.</p>
        <img src="/ferry.jpg" width="600" height="400"><p>The ferry was sold, and the island gets the ferry in June.</p>
        <img src="/flight.jpg" width="600" height="400"><p>Cheap flights to the sun. Book today.</p></body></html>""",
    "/rowers": """<html lang="en"><head><title>Rowers win the cup</title></head><body><h1>Rowers win the cup</h1>
        <p>The crew from Lorne won the national cup by two lengths in the last race of the season.</p>
        <p>Their coach was away, at a wedding, and heard the result by telephone.</p></body></html>""",
    "/choir": """<html lang="en"><head><title>Choir of Lorne sings in the old church again</title></head><body>
        <h1>Choir of Lorne sings in the old church again</h1>
        <p>The choir of Lorne sings in its old church again, for the first time since the fire.</p></body></html>""",
}


@pytest.fixture
def desk():
    with Newspaper(0) as paper:
        paper.put("/front", FRONT)
        for path, page in STORIES.items():
            paper.put(path, page)
        desk = GatheringFixture(paper)
        desk.follow("/front", kind="page")
        desk.gather(reader=LBNEST)
        yield desk


def items(desk: GatheringFixture) -> dict[str, tuple[str, str]]:
    return {
        (one.item.url or "").removeprefix(desk.paper.url): (one.item.headline, one.item.text)
        for one in stored_items(desk.store)
    }


def test_teasers_are_items_once_the_linked_page_tells_of_them_and_are_titled_by_it(desk):
    assert items(desk) == {
        "/ferry": ("Old ferry leaves Skarvik for good", FERRY),
        "/choir": ("Choir of Lorne sings in the old church again", ""),
    }
    assert {article.url.removeprefix(desk.paper.url) for article in desk.articles()} == {"/ferry", "/choir"}
    assert not any(desk.paper.asked(path) for path in ("/imprint", "/share", "/share?u=ferry", "/contact"))
    assert desk.paper.asked("/rowers") == 1, "it is asked what it tells"


def test_a_confirmed_teaser_is_the_same_item_on_the_next_version_of_its_page(desk):
    desk.paper.put("/front", FRONT.replace("The Sentinel", "The Daily Sentinel"))
    desk.now = NOON.replace(day=NOON.day + 1)
    desk.gather(reader=LBNEST)
    assert set(items(desk)) == {"/ferry", "/choir"}
    kept = list(stored_items(desk.store))
    assert len(kept) == 2
    assert {one.last_seen for one in kept} == {desk.now}


def test_a_teaser_of_what_another_source_led_to_is_confirmed_by_the_kept_article(desk):
    desk.paper.put("/second", FRONT)
    desk.follow("/second", kind="page")
    desk.now = NOON.replace(day=NOON.day + 1)
    desk.gather(reader=LBNEST)
    second = [one.item for one in stored_items(desk.store) if one.item.page_url == desk.paper.url + "/second"]
    assert {item.headline for item in second} == {headline for headline, _ in items(desk).values()}


def test_the_storys_picture_is_the_first_whose_nearest_text_below_is_the_storys(desk):
    ferry = next(one for one in desk.articles() if one.url.endswith("/ferry"))
    assert "Subscribe" not in ferry.text
    assert "Cheap flights" not in ferry.text
    shown = [image["url"] for block in json.loads(ferry.to_json())["blocks"] for image in block.get("images") or ()]
    assert shown == [desk.paper.url + "/ferry.jpg"]
