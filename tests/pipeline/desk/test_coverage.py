from __future__ import annotations

from tests.events import report

from newsloom.pipeline.desk import coverage
from newsloom.pipeline.desk.coverage import newness_of


def test_the_first_report_is_newer_than_the_second_and_only_what_is_asked_for_is_told():
    articles = [report("rates"), report("quake", 0), report("quake", 1), report("museum")]
    found = newness_of(articles, [1, 2])
    assert set(found) == {1, 2}
    assert found[1] > found[2]


def test_an_article_is_compared_with_those_shortly_before_it(monkeypatch):
    monkeypatch.setattr(coverage, "_SPAN", 2)
    articles = [report("quake", 0), report("rates", 0), report("museum", 0), report("rates", 1), report("quake", 1)]
    found = newness_of(articles, range(5))
    assert found[3] < found[0] == 1.0
    # What was told three reports ago is beyond the span.
    assert found[4] > 0.9


def test_nothing_is_told_of_nothing():
    assert newness_of([], []) == {}
