from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.newspaper import sentences, story_page

from newsloom.pipeline.gathering.pool import InlineReader, ReadingPool
from newsloom.pipeline.gathering.reading import SourceContents, SourcePage, StoryPage
from newsloom.records import Article, Failure, Link, Page, Source

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
FEED = b"<rss version='2.0'><channel><title>Town</title><item><link>https://a.example/1</link></item></channel></rss>"


def _page(body: bytes, url: str = "https://a.example/page") -> Page:
    return Page(url=url, fetched_at=NOON, body=body)


def _readings() -> tuple[SourcePage | StoryPage, ...]:
    feed = Source(url="https://a.example/feed", kind="feed")
    story = story_page("The ferry is late", sentences("late", 9)).encode()
    return (
        StoryPage(link=Link(url="https://a.example/page"), page=_page(story)),
        SourcePage(source=feed, page=_page(b"<html>no feed at all</html>")),
        SourcePage(source=feed, page=_page(FEED)),
    )


@pytest.fixture(params=["pool", "inline"])
def room(request):
    room = (
        ReadingPool(extractor="loom", reader="loom", processes=2, page_seconds=20.0)
        if request.param == "pool"
        else InlineReader(extractor="loom", reader="loom")
    )
    yield room
    room.close()


def test_every_result_stands_where_its_page_stood(room):
    story, broken, feed = room.read(_readings())
    assert isinstance(story, Article)
    assert story.title == "The ferry is late"
    assert isinstance(broken, Failure)
    assert broken.kind == "InputError"
    assert isinstance(feed, SourceContents)
    assert [link.url for link in feed.links] == ["https://a.example/1"]


def test_a_room_can_be_used_again(room):
    assert room.read(_readings())[2] == room.read(_readings())[2]


def test_nothing_to_read_is_read_at_once(room):
    assert room.read(()) == ()


def test_a_page_that_takes_too_long_is_a_failure_and_the_others_are_read():
    # A budget that no process meets: what happens is what would happen to an endless page.
    room = ReadingPool(extractor="loom", reader="loom", processes=1, page_seconds=1e-4)
    try:
        results = room.read(_readings()[:1])
    finally:
        room.close()
    (failure,) = results
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.reason) == ("BudgetExceeded", "not finished within 0.0001 s")
