from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.press.presses import MONDAY, after, paper, press

from newsloom.press import PAPERS
from newsloom.press.week import WEEK, Press

AGAIN = Press(start=MONDAY)
TIMES = st.timedeltas(timedelta(), WEEK).map(lambda span: MONDAY + span)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(PAPERS), TIMES)
def test_what_is_published_is_a_function_of_the_time(one, at):
    shown = press().front(one, at)
    assert [piece.path for piece in shown] == [piece.path for piece in AGAIN.front(one, at)]
    assert all(piece.published <= at for piece in shown)
    assert len(shown) == min(one.front_count, len(press().published(one, at)))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(PAPERS), TIMES, TIMES)
def test_what_was_published_stays_published(one, a, b):
    early, late = sorted((a, b))
    paths = [{piece.path for piece in press().published(one, at)} for at in (early, late)]
    assert paths[0] <= paths[1]


def test_another_seed_tells_the_same_events_in_other_words():
    other = Press(start=MONDAY, seed=2)
    for one in PAPERS:
        mine, theirs = press().pieces(one), other.pieces(one)
        assert sorted((p.event.name, p.chapter) for p in mine) == sorted((p.event.name, p.chapter) for p in theirs)
        assert [p.revisions[0].text for p in mine] != [p.revisions[0].text for p in theirs]


def test_every_paper_prints_on_every_day():
    for one in PAPERS:
        assert {(piece.published - MONDAY).days for piece in press().pieces(one)} == set(range(7))


def test_front_pages_change_and_the_newest_big_story_leads():
    one = paper("courier")
    fronts = [[piece.path for piece in press().front(one, after(hours=hour))] for hour in range(12, 168, 12)]
    assert all(a != b for a, b in pairwise(fronts))
    assert press().front(one, after(days=6, hours=23.9))[0].event.name == "election"


def test_one_paper_changes_its_make_in_the_middle_of_the_week():
    changing = [one for one in PAPERS if press().is_redesigned(one, after(days=7))]
    assert [one.name for one in changing] == ["courier"]
    assert not press().is_redesigned(changing[0], after(days=3))


def test_the_truth_knows_stories_first_stories_and_copies():
    truth = press().truth(after(days=7))
    assert len(truth.articles) == sum(len(press().pieces(one)) for one in PAPERS)
    stories = {article.story for article in truth.articles}
    assert sum(article.is_first for article in truth.articles) == len(stories)
    by_url = {article.url: article for article in truth.articles}
    for article in truth.articles:
        if article.copy_of:
            assert by_url[article.copy_of].text.split() == article.text.split()
            assert by_url[article.copy_of].published <= article.published
    assert {article.event for article in truth.articles} >= {"storm", "election", "strike"}


def test_the_truth_about_front_pages_is_in_their_order():
    truth = press().truth(after(days=2))
    front = next(one for one in truth.fronts if one.paper == "kiyi")
    shown = press().front(paper("kiyi"), after(days=2))
    assert [item.url.split("example")[1] for item in front.labels.items] == [piece.path for piece in shown]
    assert not set(front.labels.site_links) & set(front.labels.story_links)


def test_nothing_is_true_before_the_week_begins():
    truth = press().truth(MONDAY - timedelta(hours=1))
    assert truth.articles == ()
    assert truth.fronts == ()
