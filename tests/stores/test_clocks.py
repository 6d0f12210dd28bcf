"""A clock that was once a year ahead holds nobody up when it is right again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

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


# The longest interval that is learned, and the longest that `add --every` takes.
@pytest.mark.parametrize("days", [1, 30])
def test_a_source_waits_as_long_as_it_may_be_told_to(store, days):
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=FEED, added_at=NOON + timedelta(days=days)))
    with store.transaction() as transaction:
        assert transaction.schedule.claim("ann", NOON, 300.0, 9) == ()


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
