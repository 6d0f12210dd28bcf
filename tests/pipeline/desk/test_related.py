from __future__ import annotations

from dataclasses import replace

from tests.events import EVENTS, Floor, report

from newsloom.pipeline.desk.related import related_articles
from newsloom.pipeline.desk.topics import make_topics


def test_related_are_the_storys_other_reports_and_then_the_topics():
    floor = Floor()
    first = report("quake", 0)
    copy = replace(first, url="https://echo.example/wire")
    floor.publish(first, copy, report("quake", 1, "post"), *(report(event, 2, "post") for event in EVENTS))
    make_topics(floor.store, floor.now, count=1)
    related = [article.url for article in related_articles(floor.store, first.url, 10)]
    assert len(related) == len(set(related)) == 5
    assert first.url not in related
    assert set(related[:2]) == {report("quake", number, "post").url for number in (1, 2)}
    assert related[2] == copy.url
    assert len(related_articles(floor.store, first.url, 1)) == 1


def test_nothing_is_related_to_what_nobody_knows():
    assert related_articles(Floor().store, "https://nowhere.example/", 5) == ()
