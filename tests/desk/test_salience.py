from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest

from newsloom.desk.salience import FrontPageStay, heat, salience
from newsloom.records import Report

NOW = datetime(2024, 5, 6, 12, tzinfo=UTC)


def _reports(*papers, hours=1.0, is_copy=False):
    seen_at, copy_of = NOW - timedelta(hours=hours), "https://a.example/original" if is_copy else None
    return [Report(url=f"https://{one}.example/", paper=one, seen_at=seen_at, copy_of=copy_of) for one in papers]


def _score(reports, stays=()):
    return salience(reports, stays, now=NOW).score


def test_many_papers_are_bigger_than_many_reports_of_one():
    assert _score(_reports("a", "b", "c")) > _score(_reports("a", "a", "a"))


def test_copies_add_little():
    assert _score(_reports("a", "a")) > _score([*_reports("a"), *_reports("a", is_copy=True)]) > _score(_reports("a"))


def test_the_top_of_a_front_page_is_bigger_than_its_foot():
    def stay(position):
        return [FrontPageStay(paper="a", position=position, first_seen=NOW - timedelta(hours=3), last_seen=NOW)]

    assert _score(_reports("a"), stay(0)) > _score(_reports("a"), stay(20)) > _score(_reports("a"))


def test_a_story_fades():
    assert _score(_reports("a", "b")) > _score(_reports("a", "b", hours=30))


def test_growth_runs_from_minus_one_to_one():
    assert salience(_reports("a", hours=1), now=NOW).growth == 1.0
    assert salience(_reports("a", hours=8), now=NOW).growth == -1.0
    assert salience([*_reports("a", hours=1), *_reports("b", hours=8)], now=NOW).growth == 0.0


def test_what_comes_later_is_not_counted():
    later = [*_reports("b", hours=-1)]
    assert salience([*_reports("a"), *later], now=NOW) == salience(_reports("a"), now=NOW)


def test_nothing_is_of_no_size():
    nothing = salience([], now=NOW)
    assert nothing.score == 0.0
    assert nothing.best_position is None


def test_heat_ranks_as_salience_does_at_any_later_time():
    stories = [
        _reports("a", "b", "c", hours=30),
        _reports("a", hours=2),
        [*_reports("a", hours=20), *_reports("b", "c", "d", hours=14)],
        _reports("a", "b", hours=9),
    ]
    later = NOW + timedelta(days=2)
    by_heat = sorted(range(4), key=lambda number: heat(stories[number]))
    # Growth is a matter of hours: two days later nobody's is left.
    at_last = [salience(one, now=max(report.seen_at for report in one)).score for one in stories]
    faded = [
        score * 0.5 ** ((later - max(report.seen_at for report in one)) / timedelta(days=1))
        for score, one in zip(at_last, stories, strict=True)
    ]
    assert by_heat == sorted(range(4), key=lambda number: faded[number])


def test_a_days_wait_is_worth_half_the_size():
    early, late = _reports("a", hours=25), _reports("a", hours=1)
    assert heat(late) - heat(early) == pytest.approx(1.0)


def test_a_place_on_a_front_page_is_warmth():
    stay = [FrontPageStay(paper="a", position=0, first_seen=NOW - timedelta(hours=3), last_seen=NOW)]
    assert heat(_reports("a"), stay) > heat(_reports("a"))


def test_a_story_of_old_copies_that_stands_on_a_front_page_has_a_heat():
    reports = _reports(*"aaaaa", hours=8, is_copy=True)
    stay = [FrontPageStay(paper="a", position=40, first_seen=NOW, last_seen=NOW)]
    assert math.isfinite(heat(reports, stay))
    assert heat([]) == 0.0
