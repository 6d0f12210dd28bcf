"""An address whose page is a list of others is no story, wherever it stands."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.gathering import GatheringFixture
from tests.newspaper import Newspaper

from newsloom.pipeline.frontpages import items_at

# Written like a story's address, under a headline: the front page itself does not tell.
SERIES = "/news/0099-story.html"


@pytest.fixture
def paper():
    with Newspaper(12) as paper:
        paper.put(SERIES, paper.home_page().replace("The Loopback Herald", "Series: Harbours of the north"))
        paper.stories.insert(4, SERIES)
        paper.print()
        yield paper


def test_a_series_that_a_front_page_teases_is_no_item_once_its_page_was_read(paper):
    desk = GatheringFixture(paper)
    desk.follow("/", kind="page")
    desk.gather()
    assert len(desk.articles()) == 12
    assert paper.url + SERIES not in kept_items(desk)
    assert len(kept_items(desk)) == 12
    shown = items_at(desk.store, paper.url + "/", None, "loom")
    assert paper.url + SERIES not in {item.url for item in shown}

    paper.publish()
    desk.now += timedelta(days=1)
    desk.gather()
    standing = desk.look(lambda transaction: transaction.links.on(paper.url + "/", desk.now))
    assert len(standing) == 13
    assert paper.url + SERIES not in {link.url for link in standing}
    assert paper.asked(SERIES) == 1


def kept_items(desk: GatheringFixture) -> set[str | None]:
    return {one.item.url for one in desk.look(lambda transaction: transaction.items.all())}


def test_a_page_without_a_story_that_lists_nothing_may_be_a_video(paper):
    paper.put(SERIES, "<html><body><h1>The harbour from above</h1><video src='/a.mp4'></video></body></html>")
    desk = GatheringFixture(paper)
    desk.follow("/", kind="page")
    desk.gather()
    assert paper.url + SERIES in kept_items(desk)


def test_an_address_that_leads_on_to_a_list_is_no_item_either(paper):
    paper.put("/series/harbours/", paper.pages[SERIES][2])
    paper.put(SERIES, "", status=302)
    paper.extra_headers[SERIES] = {"Location": "/series/harbours/"}
    desk = GatheringFixture(paper)
    desk.follow("/", kind="page")
    desk.gather()
    assert paper.asked("/series/harbours/") == 1
    assert len(desk.articles()) == len(kept_items(desk)) == 12
    assert paper.url + SERIES not in kept_items(desk)


def test_a_list_that_two_sources_tease_is_no_item_of_either(paper):
    paper.put("/news/", paper.home_page())
    desk = GatheringFixture(paper)
    desk.follow("/", kind="page")
    desk.gather()
    desk.follow("/news/", kind="page")
    desk.now += timedelta(days=1)
    desk.gather()
    assert paper.url + SERIES not in kept_items(desk)
    standing = desk.look(lambda transaction: transaction.links.on(paper.url + "/news/", desk.now))
    assert paper.url + SERIES not in {link.url for link in standing}
    assert paper.asked(SERIES) == 1
