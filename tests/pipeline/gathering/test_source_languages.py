"""The language of a source is that of its short pages: in gathering, in reading again, in items and in topics."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.gathering import GatheringFixture
from tests.newspaper import Newspaper

from newsloom.errors import InputError
from newsloom.newsroom import open_newsroom
from newsloom.pipeline.desk.topicitems import items_as_articles
from newsloom.pipeline.frontpages import items_at
from newsloom.pipeline.gathering.pool import InlineReader
from newsloom.pipeline.sources import follow
from newsloom.pipeline.templates.reextract import StorySelection, read_again
from newsloom.records import Source

# Alone, it reads like Danish, in which "ved" and "siden" are no stop words.
HEADLINE = "Kommunen selger den gamle skolen ved fjorden"
STORY = f"<html><head><title>{HEADLINE}</title></head><body><div><p>{HEADLINE} siden mandag.</p></div>"
FRONT = f'<html><body><div><a href="/skolen">{HEADLINE}</a></div></body></html>'
PAPER_METHODS = InlineReader(extractor="next:paper", reader="patterns:paper")


def feed(url: str, language: str) -> str:
    return f"""<?xml version="1.0"?><rss version="2.0"><channel><title>Bladet</title><link>{url}/</link>{language}
        <item><title>{HEADLINE}</title><link>{url}/skolen</link></item></channel></rss>"""


@pytest.fixture
def paper():
    with Newspaper(0) as paper:
        paper.put("/skolen", STORY)
        paper.put("/forside", FRONT)
        yield paper


def languages(desk: GatheringFixture) -> list[str | None]:
    return [article.language for article in desk.articles()]


@pytest.mark.parametrize(
    ("declared", "found"), [("<language>nb-no</language>", "no"), ("", "da")], ids=["declared", "silent"]
)
def test_a_short_story_is_in_the_language_that_its_feed_declares(paper, declared, found):
    paper.put("/feed.xml", feed(paper.url, declared), content_type="application/rss+xml")
    desk = GatheringFixture(paper)
    desk.follow("/feed.xml")
    desk.gather(reader=PAPER_METHODS)
    assert languages(desk) == [found]


def test_a_source_that_declares_none_is_in_the_language_of_its_stories_together(paper):
    paper.publish(8)
    desk = GatheringFixture(paper)
    desk.follow("/feed.xml")
    desk.gather()
    assert desk.look(lambda transaction: transaction.sources.get(paper.url + "/feed.xml")).language == "en"


def test_what_a_person_said_of_a_source_counts_for_its_items_stories_rereading_and_topics(paper):
    desk = GatheringFixture(paper)
    source = Source(url=paper.url + "/forside")
    follow(desk.store, [source], desk.now, language="no")
    desk.gather(reader=PAPER_METHODS)
    assert languages(desk) == ["no"]
    kept = desk.look(lambda transaction: transaction.items.all())
    # Norwegian stop words are gone, as in the paper (3.2.2).
    assert [one.item.headline for one in kept] == ["Kommunen selger gamle skolen fjorden"]
    assert items_at(desk.store, source.url, None, "patterns:paper")[0].headline == kept[0].item.headline
    again = read_again(desk.store, PAPER_METHODS, StorySelection(), now=lambda: desk.now + timedelta(days=1))
    assert (again.same, again.changed) == (1, 0)
    assert [one.article.language for one in items_as_articles(desk.store, most=10)] == ["no"]


def test_an_item_whose_story_is_not_kept_is_in_the_language_of_its_page(paper):
    paper.put("/skolen", "gone", status=404)
    desk = GatheringFixture(paper)
    follow(desk.store, [Source(url=paper.url + "/forside")], desk.now, language="no")
    desk.gather(reader=PAPER_METHODS)
    assert not desk.articles()
    assert [one.article.language for one in items_as_articles(desk.store, most=10)] == ["no"]


def test_what_is_no_language_is_refused_before_anything_is_fetched(paper):
    room = open_newsroom(":memory:")
    with pytest.raises(InputError, match="'klingon' is not a known language"):
        room.add(paper.url, language="klingon")
    assert not paper.asked()
    room.close()
