"""A front page over time, from what a real store kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from newsloom.pipeline.frontpages import item_lives, items_at
from newsloom.pipeline.gathering.reading import read_source
from newsloom.pipeline.history import earlier_pages
from newsloom.records import Page, Source
from newsloom.stores import open_store

HOME = "https://www.daily-loom.example/"
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
BRIDGE, TREES, FERRY, PRIZE, MILL = (
    ("harbour-bridge-closes-for-repairs-48101", "Harbour bridge closes for two weeks of repairs"),
    ("council-votes-to-plant-trees-48102", "Council votes to plant nine hundred trees"),
    ("ferry-company-cuts-late-crossing-48103", "Ferry company cuts the late crossing"),
    ("school-kitchen-wins-cooking-prize-48104", "School kitchen wins the county cooking prize"),
    ("old-mill-reopens-as-a-museum-48105", "Old mill reopens as a museum of weaving"),
)


def _front(*stories: tuple[str, str]) -> bytes:
    cards = "".join(
        f'<div class="box"><h3><a href="/town/{path}.html">{headline}</a></h3><p>Told in one full sentence.</p></div>'
        for path, headline in stories
    )
    menu = "".join(f'<li><a href="/{name}/">{name}</a></li>' for name in ("town", "sport", "culture"))
    return f"<html><body><nav><ul>{menu}</ul></nav><h2>Town</h2>{cards}</body></html>".encode()


@pytest.fixture
def store():
    opened = open_store(":memory:")
    versions = [
        _front(BRIDGE, TREES, FERRY, PRIZE),
        _front(MILL, BRIDGE, TREES, FERRY),
        _front(MILL, (BRIDGE[0], "Harbour bridge to stay closed until spring"), TREES, FERRY),
    ]
    source = Source(url=HOME, added_at=NOON)
    for hour, body in enumerate(versions):
        page = Page(url=HOME, fetched_at=NOON + timedelta(hours=hour), body=body, content_type="text/html")
        with opened.transaction() as transaction:
            transaction.sources.add(source)
            transaction.pages.keep(page)
            transaction.links.sight(HOME, read_source(source, page, reader="loom").links, page.fetched_at)
    yield opened
    opened.close()


def test_the_items_of_a_time_are_those_that_stood_there(store):
    before, after = (items_at(store, HOME, NOON + timedelta(hours=hour), "loom") for hour in (0, 1))

    assert [item.headline for item in before] == [story[1] for story in (BRIDGE, TREES, FERRY, PRIZE)]
    assert [item.headline for item in after] == [story[1] for story in (MILL, BRIDGE, TREES, FERRY)]
    assert {item.seen_at for item in after} == {NOON + timedelta(hours=1)}


def test_what_stood_on_the_version_before_is_marked(store):
    items = items_at(store, HOME, NOON + timedelta(hours=1), "patterns")
    known = [item.headline for item in items if item.duplicate_of]
    assert [item.headline for item in items if not item.duplicate_of] == [MILL[1]]
    assert known == [story[1] for story in (BRIDGE, TREES, FERRY)]


def test_earlier_versions_are_the_one_before_and_some_hours_older(store):
    for hour in (9, 9.5, 10, 40):
        page = Page(url=HOME, fetched_at=NOON + timedelta(hours=hour), body=f"<p>{hour}</p>".encode())
        with store.transaction() as transaction:
            transaction.pages.keep(page)
    with store.read() as transaction:
        versions = {hour: transaction.pages.at(HOME, NOON + timedelta(hours=hour)) for hour in (0, 1, 10, 40)}
        chosen = {hour: earlier_pages(transaction, HOME, page) for hour, page in versions.items()}
    hours = {hour: [(one.fetched_at - NOON) / timedelta(hours=1) for one in pages] for hour, pages in chosen.items()}
    assert hours == {0: [], 1: [0], 10: [2, 9, 9.5], 40: [2, 9, 9.5, 10]}


def test_what_stood_there_before_stands_there_still(store):
    with store.read() as transaction:
        page = transaction.pages.at(HOME)
        earlier = earlier_pages(transaction, HOME, page)
    assert earlier
    source = Source(url=HOME)
    links = read_source(source, page, reader="patterns", earlier=earlier).links
    assert links == read_source(source, page, reader="patterns").links
    assert len(links) == 4


def test_a_page_that_was_never_kept_has_no_items_to_tell_of(store):
    assert items_at(store, "https://other.example/", None, "loom") is None
    assert items_at(store, HOME, NOON - timedelta(hours=1), "loom") is None


def test_a_life_tells_how_an_item_fell_and_was_reworded(store):
    (bridge,) = [life for life in item_lives(store, HOME) if "bridge" in life.url]

    assert [place.position for place in bridge.places] == [0, 1, 1]
    assert bridge.headlines == (BRIDGE[1], "Harbour bridge to stay closed until spring")
    assert (bridge.highest, bridge.headline) == (0, "Harbour bridge to stay closed until spring")
    assert (bridge.first_seen, bridge.last_seen) == (NOON, NOON + timedelta(hours=2))


def test_what_went_has_a_last_time(store):
    lives = {life.url.rpartition("/")[2].split("-")[0]: life for life in item_lives(store, HOME)}

    assert lives["school"].last_seen == NOON
    assert lives["old"].first_seen == NOON + timedelta(hours=1)


def test_a_source_without_sightings_has_no_lives(store):
    assert item_lives(store, "https://other.example/") == ()
