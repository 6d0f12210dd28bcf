"""A paper that is followed: what its pages share is learned as they come, and used to read those that come after."""

from __future__ import annotations

from datetime import timedelta

from tests.newspaper import Newspaper
from tests.redesign import APPEAL, NOON, old_page, story_text

from newsloom.newsroom import Newsroom
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore

SETTINGS = Settings(newsroom=":memory:", allow_hosts=("127.0.0.1",), delay_seconds=0.0, workers=1)


def print_stories(paper: Newspaper, numbers: range) -> None:
    for number in numbers:
        path = f"/news/{number:04}-lighthouse.html"
        paper.stories.insert(0, path)
        paper.put(path, old_page(number))
    paper.print()


def test_what_was_learned_from_a_papers_pages_is_used_for_the_next_and_for_the_old():
    now = [NOON]
    with Newspaper(0) as paper, Newsroom(MemoryStore(), SETTINGS, now=lambda: now[0]) as room:
        print_stories(paper, range(10))
        room.add(paper.url + "/feed.xml", only=True)
        room.gather()
        first, site = paper.url + paper.stories[0], paper.url.removeprefix("http://")
        assert APPEAL in room.article(first).text
        (learned,) = room.templates(site)
        assert room.sources()[0].template == learned
        assert learned.pages == 10

        now[0] += timedelta(hours=3)
        print_stories(paper, range(10, 11))
        room.gather()
        assert room.article(paper.url + paper.stories[0]).text == story_text(10)

        done = room.reextract(site=paper.url, is_dry=True)
        assert (done.stories, done.changed) == (11, 10)
        assert APPEAL in room.article(first).text
        room.reextract(site=paper.url)
        assert room.article(first).text == story_text(9)
        assert APPEAL in room.history(first).revisions[0].article.text
        assert room.drifts(site) == ()
        assert room.learn_templates(site).learned[0].number == 2
