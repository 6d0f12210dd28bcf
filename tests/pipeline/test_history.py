from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.newspaper import sentences, story_page

from newsloom.pipeline.history import article_at, change_between, history_of, links_at, page_at
from newsloom.records import Article, Image, Link, Page, Revision, Source
from newsloom.stores.sqlite import MemoryStore

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
HOME = "https://paper.example/"
STORY = "https://paper.example/ferry"


@pytest.fixture
def store():
    """A home page that changed at one, and a story that was edited at one."""
    store = MemoryStore()
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=HOME, added_at=NOON))
        for place, links in enumerate((("ferry", "choir"), ("bridge", "ferry"))):
            at = NOON + place * HOUR
            transaction.pages.keep(Page(url=HOME, fetched_at=at, body=b"home %d" % place))
            transaction.links.sight(HOME, tuple(Link(url=HOME + name, title=name) for name in links), at)
            transaction.pages.keep(Page(url=STORY, fetched_at=at, body=b"story %d" % place))
            article = Article(url=STORY, title="The ferry", text=f"It sails.\n\nIt was painted {place} times.")
            transaction.articles.keep(Revision(article=article, seen_at=at))
    return store


def test_the_history_of_a_story_has_its_versions_and_its_edits(store):
    history = history_of(store, STORY, NOON + 9 * HOUR)
    assert [version.first_seen for version in history.versions] == [NOON, NOON + HOUR]
    assert [revision.seen_at for revision in history.revisions] == [NOON, NOON + HOUR]
    assert history.source is None


def test_histories_and_changes_show_themselves_in_a_line(store):
    history = history_of(store, HOME, NOON + 2 * HOUR)
    assert repr(history) == "History(url='https://paper.example/', versions=2, revisions=0, links=2, failures=0)"
    change = change_between(store, HOME, NOON, NOON + HOUR, "loom")
    assert repr(change).endswith("came=1, went=1, lines=0)")


@pytest.mark.parametrize(
    "change",
    [
        {"section": "Sea"},
        {"published": NOON},
        {"images": (Image(url="https://paper.example/boat.jpg"),)},
        {"text": "It sails.\n\nIt was  painted 1 times."},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_version_that_says_nothing_else_is_no_edit(store, change):
    with store.transaction() as transaction:
        article = replace(transaction.articles.get(STORY), **change)
        transaction.articles.keep(Revision(article=article, seen_at=NOON + 2 * HOUR))
    history = history_of(store, STORY, NOON + 9 * HOUR)
    assert [revision.seen_at for revision in history.revisions] == [NOON, NOON + HOUR]


def test_another_author_is_an_edit(store):
    with store.transaction() as transaction:
        article = replace(transaction.articles.get(STORY), authors=("Ada Strand",))
        transaction.articles.keep(Revision(article=article, seen_at=NOON + 2 * HOUR))
    assert len(history_of(store, STORY, NOON + 9 * HOUR).revisions) == 3


def test_the_history_of_a_source_has_what_stands_there_now(store):
    history = history_of(store, HOME, NOON + 9 * HOUR)
    assert history.source.url == HOME
    assert [link.title for link in history.links] == ["bridge", "ferry"]


def test_an_address_is_found_however_it_is_spelled(store):
    assert history_of(store, "HTTPS://paper.example:443/ferry?utm_source=x#top", NOON).url == STORY
    assert page_at(store, "https://paper.example/ferry#top") is not None
    assert history_of(store, "paper.example/ferry", NOON).url == STORY


def test_of_an_unknown_address_there_is_no_history(store):
    assert history_of(store, "https://paper.example/none", NOON) is None
    assert history_of(store, "not an address", NOON) is None
    assert page_at(store, "https://paper.example/none") is None
    assert article_at(store, "https://paper.example/none", None, "loom") is None
    assert links_at(store, "https://paper.example/none", NOON) == ()


@pytest.mark.parametrize(("minutes", "body"), [(0, b"story 0"), (59, b"story 0"), (60, b"story 1"), (900, b"story 1")])
def test_a_page_comes_back_byte_for_byte_as_it_was(store, minutes, body):
    assert page_at(store, STORY, NOON + timedelta(minutes=minutes)).body == body


def test_before_the_first_sight_nothing_is_known(store):
    assert page_at(store, STORY, NOON - HOUR) is None
    assert links_at(store, HOME, NOON - HOUR) == ()
    assert article_at(store, STORY, NOON - HOUR, "loom") is None


def test_a_story_comes_back_as_it_read(store):
    assert "painted 0 times" in article_at(store, STORY, NOON, "loom").text
    assert "painted 1 times" in article_at(store, STORY, None, "loom").text


def test_a_page_of_which_no_article_was_kept_is_read_when_asked_for(store):
    url = "https://paper.example/quiet"
    body = story_page("A quiet day", sentences("quiet", 9)).encode()
    with store.transaction() as transaction:
        transaction.pages.keep(Page(url=url, fetched_at=NOON, body=body))
    assert article_at(store, url, None, "loom").title == "A quiet day"


def test_what_stood_on_a_source_is_given_in_its_order_then(store):
    assert [link.title for link in links_at(store, HOME, NOON)] == ["ferry", "choir"]


def test_between_two_times_links_came_and_went(store):
    change = change_between(store, HOME, NOON, NOON + HOUR, "loom")
    assert [link.title for link in change.came] == ["bridge"]
    assert [link.title for link in change.went] == ["choir"]
    assert change.lines == ()


def test_between_two_times_a_story_was_edited(store):
    change = change_between(store, STORY, NOON, NOON + HOUR, "loom")
    assert "-It was painted 0 times." in change.lines
    assert "+It was painted 1 times." in change.lines


def test_between_two_times_nothing_may_have_changed(store):
    change = change_between(store, STORY, NOON + HOUR, NOON + 2 * HOUR, "loom")
    assert (change.came, change.went, change.lines) == ((), (), ())
