"""A clock that was ahead or behind holds nobody up when it is right again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from newsloom.pipeline.gathering.intervals import Check, SourceRules, limits_of, next_appointment
from newsloom.records import Link, Source

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
YEAR = timedelta(days=365)
FEED = "https://lorne.example/feed"
URL = "https://lorne.example/a"


def test_a_source_that_is_due_in_a_year_is_due_now(store):
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=FEED, added_at=NOON + YEAR))
    with store.transaction() as transaction:
        (claimed,) = transaction.schedule.claim("ann", NOON, 300.0, 9)
        assert claimed.url == FEED


def checked(store, at, *, every, failure=None):
    """A source with an interval, which is due, is checked at that time."""
    set_seconds = every.total_seconds()
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=FEED, added_at=NOON, interval_seconds=set_seconds))
    with store.transaction() as transaction:
        (last,) = transaction.schedule.claim("ann", at, 300.0, 9)
        check = Check(at=at, is_changed=True, failure=failure)
        transaction.schedule.settle(
            next_appointment(last, check, limits_of("feed"), SourceRules(set_seconds=set_seconds))
        )


def is_claimed(store, at):
    with store.transaction() as transaction:
        claimed = transaction.schedule.claim("bob", at, 300.0, 9)
        for one in claimed:
            transaction.schedule.settle(
                next_appointment(one, Check(at=at), limits_of("feed"), SourceRules(set_seconds=one.interval_seconds))
            )
        return bool(claimed)


INTERVALS = [timedelta(minutes=5), timedelta(hours=2), timedelta(days=1), timedelta(days=30)]


@pytest.mark.parametrize("every", INTERVALS, ids=str)
def test_a_source_waits_for_its_interval(store, every):
    checked(store, NOON, every=every)
    assert not is_claimed(store, NOON + every - timedelta(seconds=1))
    assert is_claimed(store, NOON + every)


@pytest.mark.parametrize("every", INTERVALS, ids=str)
@pytest.mark.parametrize("ahead", [timedelta(days=3), YEAR], ids=str)
def test_a_source_that_was_checked_by_a_clock_ahead_is_due_when_the_clock_is_right(store, every, ahead):
    checked(store, NOON + ahead, every=every)
    assert is_claimed(store, NOON + timedelta(minutes=1))
    assert not is_claimed(store, NOON + timedelta(minutes=2))


@pytest.mark.parametrize("every", INTERVALS, ids=str)
@pytest.mark.parametrize("back", [timedelta(days=3), YEAR], ids=str)
def test_a_clock_that_goes_back_silences_no_source_then_and_later(store, every, back):
    checked(store, NOON, every=every)
    assert is_claimed(store, NOON - back)
    assert not is_claimed(store, NOON - back + timedelta(minutes=1))
    assert is_claimed(store, NOON + every)


def test_clocks_that_differ_by_minutes_fetch_nothing_twice(store):
    checked(store, NOON + timedelta(minutes=10), every=timedelta(hours=2))
    assert not is_claimed(store, NOON)


@pytest.mark.parametrize("ahead", [timedelta(days=3), YEAR], ids=str)
def test_a_source_that_failed_while_the_clock_was_ahead_is_due_when_it_is_right(store, ahead):
    checked(store, NOON + ahead, every=timedelta(hours=2), failure="timeout")
    assert is_claimed(store, NOON)


def test_a_new_source_that_is_due_tomorrow_waits(store):
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=FEED, added_at=NOON + timedelta(days=1)))
    assert not is_claimed(store, NOON)


@pytest.mark.parametrize(("wait", "is_due"), [(YEAR, True), (timedelta(days=3), False)])
def test_a_link_waits_for_its_checks_and_no_longer(store, wait, is_due):
    with store.transaction() as transaction:
        transaction.links.sight(FEED, (Link(url=URL),), NOON)
        transaction.links.claim("ann", NOON, 300.0, 9)
        transaction.links.settle("ann", URL, NOON + wait)
    with store.transaction() as transaction:
        assert bool(transaction.links.claim("ann", NOON, 300.0, 9)) is is_due


def test_no_lease_of_a_wrong_clock_lasts(store):
    later = NOON + YEAR
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=FEED, added_at=NOON))
        transaction.links.sight(FEED, (Link(url=URL),), NOON)
        assert transaction.schedule.claim("ann", later, 300.0, 9)
        assert transaction.links.claim("ann", later, 300.0, 9)
        assert transaction.checkpoints.claim("desk", "ann", later, 300.0)
    with store.transaction() as transaction:
        assert transaction.schedule.claim("bob", NOON, 300.0, 9)
        assert transaction.links.claim("bob", NOON, 300.0, 9)
        assert transaction.checkpoints.claim("desk", "bob", NOON, 300.0)
    with store.transaction() as transaction:
        assert transaction.schedule.claim("cleo", NOON, 300.0, 9) == ()
        assert transaction.links.claim("cleo", NOON, 300.0, 9) == ()
        assert not transaction.checkpoints.claim("desk", "cleo", NOON, 300.0)


def test_a_lease_may_be_as_long_as_the_one_that_is_wanted(store):
    long = timedelta(days=3).total_seconds()
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=FEED, added_at=NOON))
        assert transaction.schedule.claim("ann", NOON, long, 9)
        assert transaction.schedule.claim("bob", NOON, long, 9) == ()
