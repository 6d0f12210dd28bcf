from __future__ import annotations

from datetime import timedelta

import pytest
from tests.events import EVENTS, NOON, Floor, report

from newsloom.errors import InputError
from newsloom.pipeline.desk.followedevents import FoundReport, add_reports, follow_event, read_followed, unfollow_event
from newsloom.pipeline.desk.tracking import begin_to_follow, track_events


@pytest.fixture
def floor():
    """Nine reports of three events."""
    floor = Floor()
    floor.publish(*(report(event, number) for number in range(3) for event in EVENTS))
    return floor


def test_reports_that_are_kept_already_are_found_at_once(floor):
    event = begin_to_follow(floor.store, [report("quake", 0).url], floor.now)
    assert {one.url for one in event.reports} == {report("quake", 1).url, report("quake", 2).url}
    assert event.title == report("quake", 0).title
    assert read_followed(floor.store) == (event,)


def test_reports_that_arrive_are_found_as_they_arrive(floor):
    begin_to_follow(floor.store, [report("quake", 0).url, report("quake", 1).url], floor.now)
    arrived = report("quake", 5, "post")
    floor.publish(arrived, report("rates", 5, "post"))
    (event,) = read_followed(floor.store)
    assert event.reports[-1].url == arrived.url
    assert event.reports[-1].seen_at == floor.now - timedelta(minutes=1)
    assert not any("rates" in one.url for one in event.reports)
    before = event
    floor.another_desk("again").catch_up()
    assert read_followed(floor.store) == (before,), "nothing is there twice"


def test_following_twice_is_following_once(floor):
    urls = [report("quake", 0).url]
    event = follow_event(floor.store, urls, NOON)
    assert follow_event(floor.store, urls * 2, NOON + timedelta(days=1)) == event
    assert read_followed(floor.store) == (event,)


def test_an_event_that_is_followed_no_more_gets_no_reports(floor):
    event = follow_event(floor.store, [report("quake", 0).url], NOON)
    assert unfollow_event(floor.store, event.id)
    assert not unfollow_event(floor.store, event.id)
    add_reports(floor.store, {event.id: [FoundReport(url="u", score=0.5, seen_at=NOON)]})
    assert read_followed(floor.store) == ()
    assert track_events(floor.store, (), frozenset()) == 0


def test_examples_must_be_few_and_kept(floor):
    with pytest.raises(InputError, match="not stored"):
        follow_event(floor.store, ["https://nowhere.example/"], NOON)
    with pytest.raises(InputError, match="1 to 4"):
        follow_event(floor.store, [], NOON)
    with pytest.raises(InputError, match="found 5"):
        follow_event(floor.store, [report("quake", number).url for number in range(5)], NOON)


def test_a_very_long_event_keeps_its_latest_reports(floor):
    event = follow_event(floor.store, [report("quake", 0).url], NOON)
    many = [FoundReport(url=str(number), score=0.5, seen_at=NOON + timedelta(minutes=number)) for number in range(600)]
    kept = event.with_reports(many).reports
    assert len(kept) == 500
    assert kept[-1] == many[-1]
