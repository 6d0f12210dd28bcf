from __future__ import annotations

from datetime import UTC, datetime, timedelta

from newsloom.desk.salience import Placing, Report, salience

NOW = datetime(2024, 5, 6, 12, tzinfo=UTC)


def _reports(*papers, hours=1.0, is_copy=False):
    return [Report(paper=paper, at=NOW - timedelta(hours=hours), is_copy=is_copy) for paper in papers]


def _score(reports, placings=()):
    return salience(reports, placings, now=NOW).score


def test_many_papers_are_bigger_than_many_reports_of_one():
    assert _score(_reports("a", "b", "c")) > _score(_reports("a", "a", "a"))


def test_copies_add_little():
    assert _score(_reports("a", "a")) > _score([*_reports("a"), *_reports("a", is_copy=True)]) > _score(_reports("a"))


def test_the_top_of_a_front_page_is_bigger_than_its_foot():
    def stay(position):
        return [Placing(paper="a", position=position, first_seen=NOW - timedelta(hours=3), last_seen=NOW)]

    assert _score(_reports("a"), stay(0)) > _score(_reports("a"), stay(20)) > _score(_reports("a"))


def test_a_story_fades():
    assert _score(_reports("a", "b")) > _score(_reports("a", "b", hours=30))


def test_growth_runs_from_minus_one_to_one():
    assert salience(_reports("a", hours=1), now=NOW).growth == 1.0
    assert salience(_reports("a", hours=8), now=NOW).growth == -1.0
    assert salience([*_reports("a", hours=1), *_reports("b", hours=8)], now=NOW).growth == 0.0


def test_what_comes_later_is_not_counted():
    later = [Report(paper="b", at=NOW + timedelta(hours=1))]
    assert salience([*_reports("a"), *later], now=NOW) == salience(_reports("a"), now=NOW)


def test_nothing_is_of_no_size():
    nothing = salience([], now=NOW)
    assert nothing.score == 0.0
    assert nothing.best_position is None
