from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.gathering import GatheringFixture, overloaded_reader
from tests.newspaper import Newspaper, paged_story
from tests.redesign import APPEAL, NOON, SITE, address, filled_store, old_page, publish, story_text

from newsloom.pipeline.failures import unresolved_failures
from newsloom.pipeline.gathering.pool import InlineReader
from newsloom.pipeline.templates.drift import learn_anew
from newsloom.pipeline.templates.reextract import StorySelection, read_again
from newsloom.records import Revision
from newsloom.stores.sites import site_of_article

LATER = NOON + timedelta(days=3)
PAGES = [old_page(number) for number in range(4)]


def reread(store, *, extractor="loom", which=StorySelection(), **options):
    heard = []
    room = InlineReader(extractor=extractor, reader="loom")
    done = read_again(store, room, which, now=lambda: LATER, report=heard.append, **options)
    return done, heard


@pytest.fixture
def store():
    """Stories as the largest block of their pages; what their site prints on every page was learned since."""
    store = filled_store(PAGES, extractor="largest")
    learn_anew(store, SITE, learner="textmax", now=NOON)
    return store


def revisions(store, number=0):
    with store.read() as transaction:
        return transaction.articles.revisions(address(number))


def test_stories_read_by_the_same_extractor_read_the_same():
    done, heard = reread(filled_store(PAGES))
    assert (done.stories, done.same, done.changed, done.refused) == (4, 4, 0, 0)
    assert done.word_f1 == 1.0
    assert not heard


def test_a_template_learned_meanwhile_makes_a_new_revision_and_keeps_the_old(store):
    done, heard = reread(store)
    assert (done.stories, done.changed) == (4, 4)
    assert done.fields["text"] == 4
    assert 0.5 < done.word_f1 < 1
    assert {one.before for one in heard} == {"largest/1"}
    old, new = revisions(store)
    assert APPEAL in old.article.text
    assert (new.seen_at, new.article.url) == (LATER, address(0))
    assert new.article.text == story_text(0)


def test_a_dry_run_says_the_same_and_keeps_nothing(store):
    dry, heard = reread(store, is_dry=True)
    assert len(heard) == 4
    assert len(revisions(store)) == 1
    assert reread(store)[0] == dry


def test_reading_twice_changes_nothing_more(store):
    reread(store)
    assert reread(store)[0].changed == 0


def test_stories_are_chosen_by_site_and_time(store):
    assert reread(store, which=StorySelection(site="nobody.example"))[0].stories == 0
    assert reread(store, which=StorySelection(site=SITE, since=NOON + timedelta(hours=3)), is_dry=True)[0].stories == 1


def test_what_only_the_feed_said_stays():
    store = filled_store([old_page(0)])
    with store.transaction() as transaction:
        kept = transaction.articles.get(address(0))
        said = {"section": "Harbour", "provenance": {**kept.provenance, "section": "feed"}}
        transaction.articles.keep(Revision(article=replace(kept, **said), seen_at=NOON + timedelta(hours=1)))
    done, heard = reread(store)
    assert not heard
    assert done.same == 1


FRONT = "<body>" + "".join(f'<li><a href="/{n}">Another link</a></li>' for n in range(60))


def unread_store(*, fronts=0):
    """A newsroom whose reader met its budget with none of three stories; the first pages are lists of links."""
    with Newspaper(3) as paper, overloaded_reader() as reader:
        desk = GatheringFixture(paper)
        desk.follow("/feed.xml", category="Harbour")
        pages = dict(paper.pages)
        for path in paper.stories:
            paper.put(path, "try later", status=503)
        desk.gather()
        paper.pages = pages
        for path in paper.stories[:fronts]:
            paper.put(path, FRONT)
        desk.now += timedelta(minutes=5)
        assert dict(desk.gather(reader=reader).failures) == {"BudgetExceeded": 3}
        return desk


def test_pages_that_could_not_be_read_are_read_with_what_announced_them():
    desk = unread_store()
    dry, _ = reread(desk.store, is_dry=True)
    assert dry.recovered == 3
    assert not desk.articles()
    done, heard = reread(desk.store)
    assert (done.stories, done.recovered, done.unread) == (0, 3, 0)
    assert all(one.is_recovered for one in heard)
    assert {article.section for article in desk.articles()} == {"Harbour"}
    assert not unresolved_failures(desk.store, limit=9)
    assert reread(desk.store)[0].recovered == 0


def test_a_page_that_still_cannot_be_read_is_named_and_stays_a_failure():
    desk = unread_store()
    with overloaded_reader() as reader:
        heard = []
        done = read_again(desk.store, reader, StorySelection(), now=lambda: LATER, report=heard.append)
    assert done.unread == 3
    assert all(one.reason for one in heard)
    standing = unresolved_failures(desk.store, limit=9)
    assert [one.failure.kind for one in standing] == ["BudgetExceeded"] * 3
    assert {one.due_at for one in standing} == {desk.now + timedelta(hours=1)}


def test_an_unread_page_that_is_no_story_is_named_and_is_no_failure_any_more():
    desk = unread_store(fronts=1)
    done, heard = reread(desk.store)
    assert (done.recovered, done.unread) == (2, 0)
    assert [one.url for one in heard if one.reason] == [desk.paper.url + desk.paper.stories[0]]
    assert len(desk.articles()) == 2
    assert not unresolved_failures(desk.store, limit=9)


def test_unread_pages_are_chosen_by_site_and_time_too():
    desk = unread_store()
    assert reread(desk.store, which=StorySelection(site="nobody.example"))[0].recovered == 0
    assert reread(desk.store, which=StorySelection(since=desk.now + timedelta(hours=1)))[0].recovered == 0
    assert (
        reread(desk.store, which=StorySelection(site=site_of_article(desk.paper.url), since=desk.now))[0].recovered == 3
    )


def test_a_story_of_several_pages_is_read_again_from_all_that_are_kept():
    with Newspaper(1) as paper:
        lines = paged_story(paper, paper.stories[0], 3)
        desk = GatheringFixture(paper)
        desk.follow("/feed.xml")
        desk.gather()
    done, _ = reread(desk.store)
    assert (done.stories, done.same) == (1, 1)
    (article,) = desk.articles()
    assert all(sentence in article.text for page in lines for sentence in page)


def test_a_page_that_is_no_story_any_more_is_named_and_left(store):
    publish(store, [FRONT], first=4, extractor="largest")
    done, heard = reread(store, which=StorySelection(since=NOON + timedelta(hours=4)))
    assert done.refused == 1
    assert heard[0].reason
    assert len(revisions(store, 4)) == 1
