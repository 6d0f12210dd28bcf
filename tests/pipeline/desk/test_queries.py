from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.events import EVENTS, Floor, report

from newsloom.pipeline.desk.queries import additions_of, counterparts_of, related_articles
from newsloom.pipeline.desk.topics import make_topics


@pytest.fixture
def floor():
    return Floor()


def test_each_report_is_told_with_what_it_added(floor):
    first, second = report("quake", 0), report("quake", 1, "post")
    floor.publish(first, second)
    added = additions_of(floor.store, floor.story_of(first))
    assert [one.report.url for one in added] == [first.url, second.url]
    assert added[0].title == first.title
    assert len(added[0].sentences) == 4
    assert set(added[1].sentences) < set(second.text.replace(". ", ".|").split("|"))
    assert not set(added[0].sentences) & set(added[1].sentences)


def test_copies_are_told_with_what_they_repeat(floor):
    first = report("quake", 0)
    floor.publish(first, replace(first, url="https://echo.example/wire"), report("quake", 1, "post"))
    added = additions_of(floor.store, floor.story_of(first))
    assert [[copy.paper for copy in one.copies] for one in added] == [["echo.example"], []]


def test_after_a_time_only_what_came_since_is_told_against_all_before(floor):
    first, second = report("quake", 0), report("quake", 1, "post")
    floor.publish(first)
    looked_at = floor.now
    floor.publish(second)
    story = floor.story_of(first)
    assert additions_of(floor.store, story, looked_at) == additions_of(floor.store, story)[1:]
    assert additions_of(floor.store, story, floor.now) == ()


def test_reports_that_repeat_each_other_in_a_circle_are_told_once(floor):
    first, second = report("quake", 0), report("quake", 1, "post")
    floor.publish(first, second)
    story = floor.story_of(first)
    circle = tuple(
        replace(one, copy_of=other.url) for one, other in zip(story.reports, reversed(story.reports), strict=True)
    )
    told = additions_of(floor.store, replace(story, reports=circle))
    assert {one.report.url for one in told} | {copy.url for one in told for copy in one.copies} == {
        first.url,
        second.url,
    }


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


def test_counterparts_are_the_nearest_report_of_each_other_paper_and_of_no_other_story(floor):
    dawn = floor.now - timedelta(days=2)
    first = replace(report("quake", 0), published=dawn + timedelta(minutes=10))
    post = [
        replace(report("quake", 1, "post"), published=dawn),
        replace(report("quake", 2, "post"), published=floor.now),
    ]
    echo = replace(first, url="https://echo.example/wire", published=dawn + timedelta(hours=1))
    later = replace(report("quake", 3), published=floor.now)
    floor.publish(
        first, *reversed(post), echo, later, *(report(event, 4, "other") for event in EVENTS if event != "quake")
    )
    make_topics(floor.store, floor.now, count=1)
    found = counterparts_of(floor.store, first.url, 10)
    assert [article.url for article in found.others] == [post[0].url, echo.url]
    assert [article.url for article in found.own] == [later.url]
    assert [article.url for article in counterparts_of(floor.store, first.url, 1).others] == [post[0].url]


def test_what_nobody_knows_has_no_counterparts(floor):
    assert counterparts_of(floor.store, "https://nowhere.example/", 5).others == ()
