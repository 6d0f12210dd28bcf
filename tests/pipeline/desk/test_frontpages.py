from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.events import NOON

from newsloom.pipeline.desk.frontpages import FrontPageSamples
from newsloom.records import Link, Source
from newsloom.stores.sqlite import MemoryStore

HOME = "https://herald.example/"
HOUR = timedelta(hours=1)


@pytest.fixture
def store():
    return MemoryStore()


def print_front(store, at, *urls, url=HOME, **facts):
    """The front page as it stands at a time, looked at then."""
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=url, added_at=at, **facts))
        transaction.links.sight(url, tuple(Link(url=one) for one in urls), at)
        for appointment in transaction.schedule.claim("g", at, 0.0, 10):
            transaction.schedule.settle(replace(appointment, checked_at=at, due_at=at))


def test_a_stay_is_told_hour_by_hour_with_its_place(store):
    print_front(store, NOON, "a", "b")
    print_front(store, NOON + 2 * HOUR, "b", "c")
    fronts = FrontPageSamples()
    assert fronts.refresh(store, NOON + timedelta(hours=2, minutes=30)) == {"a", "b"}
    assert [(stay.position, stay.first_seen) for stay in fronts.stays["a"]] == [(0, NOON)]
    assert [(stay.position, stay.last_seen) for stay in fronts.stays["b"]] == [
        (1, NOON + HOUR),
        (1, NOON + 2 * HOUR),
    ]
    assert fronts.stays["a"][0].paper == "herald.example"
    assert "c" not in fronts.stays


def test_within_the_hour_nothing_changes_and_later_only_what_stands_there(store):
    print_front(store, NOON, "a")
    print_front(store, NOON + HOUR, "a", "b")
    fronts = FrontPageSamples()
    fronts.refresh(store, NOON + HOUR)
    assert fronts.refresh(store, NOON + timedelta(hours=1, minutes=59)) == set()
    print_front(store, NOON + 2 * HOUR, "b")
    assert fronts.refresh(store, NOON + 2 * HOUR) == {"b"}


def test_after_the_last_look_at_a_page_nothing_is_claimed(store):
    print_front(store, NOON, "a")
    fronts = FrontPageSamples()
    fronts.refresh(store, NOON + 9 * HOUR)
    assert fronts.stays == {}


def test_feeds_and_sections_are_no_front_pages(store):
    print_front(store, NOON, "a", url="https://herald.example/feed", kind="feed")
    print_front(store, NOON, "a", url="https://herald.example/sport", kind="page", home=HOME)
    for hours in (1, 2):
        print_front(store, NOON + hours * HOUR, "a", url="https://herald.example/sport", kind="page", home=HOME)
    fronts = FrontPageSamples()
    fronts.refresh(store, NOON + 2 * HOUR)
    assert fronts.stays == {}


def test_a_day_later_a_stay_is_forgotten(store):
    print_front(store, NOON, "a")
    print_front(store, NOON + HOUR, "a")
    fronts = FrontPageSamples()
    assert fronts.refresh(store, NOON + HOUR) == {"a"}
    assert fronts.refresh(store, NOON + 30 * HOUR) == {"a"}
    assert fronts.stays == {}
