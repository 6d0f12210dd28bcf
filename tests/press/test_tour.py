"""A newsroom that follows one made-up paper: what is gathered, and what the score says of it."""

from __future__ import annotations

import queue

import pytest
from tests.press.presses import MONDAY, after, paper

from newsloom.newsroom import Newsroom
from newsloom.press.clock import PressClock
from newsloom.press.newsstand import Newsstand
from newsloom.press.scoring import score_articles, score_fronts, score_stories
from newsloom.press.tour import Follower, follow_papers, tour
from newsloom.press.week import Press
from newsloom.settings import Settings
from newsloom.wiring import store_of

SATURDAY = after(days=5)


@pytest.fixture
def clock():
    return PressClock(after(hours=12))


@pytest.fixture
def press(clock):
    with Newsstand(Press(start=MONDAY, papers=(paper("kiyi"),)), clock) as stand:
        yield stand.press


@pytest.fixture
def room(clock, tmp_path):
    settings = Settings(
        newsroom=str(tmp_path / "newsroom.db"), allow_hosts=("127.0.0.1",), delay_seconds=0.0, concurrency=8, workers=1
    )
    with Newsroom(store_of(settings), settings, now=clock) as room:
        yield room


def test_a_paper_is_followed_once(room, press):
    assert follow_papers(room, press) == follow_papers(room, press) > 5


def test_what_was_not_gathered_is_not_found(room, press):
    truth = press.truth(SATURDAY)
    assert score_articles(room, truth).found == 0.0
    assert score_fronts(room, truth).recall == 0.0
    assert score_stories(room, truth).found_stories == 0


def test_a_tour_gathers_at_each_time_and_the_score_is_that_of_the_last(room, press, clock):
    follow_papers(room, press)
    runs = []
    tour(room, clock, [after(days=1), SATURDAY], runs.append)
    assert [run.started_at for run in runs] == [after(days=1), SATURDAY]
    articles = score_articles(room, press.truth(SATURDAY))
    assert articles.found == 1.0
    assert articles.word_f > 0.9
    assert list(articles.lowest_word_f) == ["kiyi"]
    fronts = score_fronts(room, press.truth(SATURDAY))
    assert fronts.recall > 0.9
    stories = score_stories(room, press.truth(SATURDAY))
    assert stories.stories.precision > 0.5
    assert stories.copies_found == 1.0
    assert score_articles(room, press.truth(after(days=7))).found < 1.0


def test_a_follower_gathers_until_the_block_ends(room, press):
    follow_papers(room, press)
    heard = queue.Queue()
    with Follower(room, heard.put):
        run = heard.get(timeout=600)
    assert run.articles > 0
    assert {article.url for article in room.articles()} <= {one.url for one in press.truth(after(hours=12)).articles}
