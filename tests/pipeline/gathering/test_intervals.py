from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.pipeline.gathering.intervals import DAY, HOUR, MINUTE, Look, next_appointment, pace_of, spoken
from newsloom.records import Appointment

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
NEW = Appointment(url="https://paper.example/feed", due_at=NOON, interval_seconds=0.0)


def _after(looks: list[bool], kind: str = "feed") -> Appointment:
    """The appointment after punctual looks, each of which found something new or not."""
    last = NEW
    for is_changed in looks:
        last = next_appointment(last, Look(at=last.due_at, is_changed=is_changed), pace_of(kind))
    return last


def _settled(changes_per_hour: float, kind: str = "feed") -> tuple[float, float]:
    """The share of looks that found something new in the second half of 400, and the last interval in minutes."""
    chance = random.Random(7)  # noqa: S311 - a made-up world
    last, change_at, found = NEW, NOON, []
    for _ in range(400):
        at = last.due_at
        is_changed = change_at <= at
        while change_at <= at:
            change_at += timedelta(hours=chance.expovariate(changes_per_hour))
        last = next_appointment(last, Look(at=at, is_changed=is_changed), pace_of(kind))
        found.append(is_changed)
    return sum(found[200:]) / 200, last.interval_seconds / MINUTE


def test_a_feed_is_first_read_every_two_hours():
    first = _after([True])
    assert first.interval_seconds == 2 * HOUR
    assert first.due_at == NOON + timedelta(hours=2)
    assert first.reason == "seen for the first time: every 2 h"


def test_the_first_look_is_not_counted_as_a_change():
    assert (_after([True]).checks, _after([True]).changes) == (1, 0)


def test_what_changes_every_time_is_looked_at_ever_more_often_down_to_five_minutes():
    intervals = [_after([True] * count).interval_seconds for count in range(1, 30)]
    assert intervals == sorted(intervals, reverse=True)
    assert intervals[-1] == 5 * MINUTE


@pytest.mark.parametrize(("kind", "longest"), [("feed", DAY), ("sitemap", DAY), ("page", 6 * HOUR)])
def test_what_never_changes_is_looked_at_ever_less_but_never_forgotten(kind, longest):
    assert _after([True] + [False] * 60, kind).interval_seconds == longest


@pytest.mark.parametrize("changes_per_hour", [0.2, 0.5, 2.0, 5.0])
def test_the_interval_settles_where_every_other_look_finds_something(changes_per_hour):
    share, minutes = _settled(changes_per_hour)
    assert 0.35 < share < 0.65
    # The half-life of such a source, within the factor that one look moves it.
    assert minutes == pytest.approx(60 * 0.69 / changes_per_hour, rel=1.5)


def test_a_change_after_a_long_pause_does_not_quicken_the_pace():
    settled = _after([True, True, False])
    late = next_appointment(settled, Look(at=settled.due_at + timedelta(days=9), is_changed=True), pace_of("feed"))
    assert late.interval_seconds == pytest.approx(settled.interval_seconds, rel=0.05)


def test_the_reason_says_how_often_it_changed():
    assert _after([True, True, False, True]).reason.startswith("changed 2 of 3 times: every ")


def test_a_server_that_asks_for_patience_gets_it():
    look = Look(at=NOON, is_changed=True, wait_seconds=5 * HOUR)
    patient = next_appointment(NEW, look, pace_of("feed"))
    assert patient.due_at == NOON + timedelta(hours=5)
    assert patient.reason == "the server asks for 5 h between two looks"
    assert patient.interval_seconds == 2 * HOUR


def test_nobody_can_ask_for_more_than_the_longest_interval():
    look = Look(at=NOON, wait_seconds=400 * DAY)
    assert next_appointment(NEW, look, pace_of("page")).due_at == NOON + timedelta(hours=6)


def test_failures_back_off_to_a_day_and_no_further():
    last, waits = _after([True]), []
    for _ in range(2000):
        now = last.due_at
        last = next_appointment(last, Look(at=now, failure="timeout"), pace_of("feed"))
        waits.append((last.due_at - now).total_seconds())
    assert waits[:3] == [5 * MINUTE, 10 * MINUTE, 20 * MINUTE]
    assert max(waits) == waits[-1] == DAY
    assert last.reason == "failed 2000 times in a row (timeout): again in a day"


def test_a_failure_teaches_nothing_and_a_success_forgets_it():
    good = _after([True, True, False])
    failed = next_appointment(good, Look(at=good.due_at, failure="status 500"), pace_of("feed"))
    assert failed.interval_seconds == good.interval_seconds
    assert (failed.checks, failed.changes, failed.checked_at) == (good.checks, good.changes, good.checked_at)
    assert next_appointment(failed, Look(at=failed.due_at), pace_of("feed")).failures == 0


def test_a_retry_after_longer_than_the_back_off_is_honoured_up_to_a_day():
    for asked, waited in [(2 * HOUR, 2 * HOUR), (9 * DAY, DAY)]:
        look = Look(at=NOON, failure="status 429", wait_seconds=asked)
        assert next_appointment(NEW, look, pace_of("feed")).due_at == NOON + timedelta(seconds=waited)


def test_the_lease_is_left_as_it_is():
    leased = Appointment(
        url="https://paper.example/", due_at=NOON, interval_seconds=0.0, owner="desk-1", leased_until=NOON
    )
    assert next_appointment(leased, Look(at=NOON), pace_of("page")).owner == "desk-1"


@given(
    st.lists(
        st.tuples(st.booleans(), st.floats(0, 1e7), st.none() | st.floats(0, 1e9), st.none() | st.just("dns")),
        max_size=40,
    ),
    st.sampled_from(["page", "feed", "sitemap"]),
)
def test_the_next_look_is_always_ahead_and_within_a_day_and_has_a_reason(looks, kind):
    last, pace = NEW, pace_of(kind)
    for is_changed, late_seconds, wait, failure in looks:
        at = last.due_at + timedelta(seconds=late_seconds)
        look = Look(at=at, is_changed=is_changed, wait_seconds=wait, failure=failure)
        last = next_appointment(last, look, pace)
        assert timedelta(minutes=5) <= last.due_at - at <= timedelta(days=1)
        assert last.reason
        assert last.changes <= last.checks


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (45, "45 s"),
        (300, "5 min"),
        (3600, "60 min"),
        (2 * HOUR, "2 h"),
        (9000, "2.5 h"),
        (DAY, "a day"),
        (3 * DAY, "3 days"),
    ],
)
def test_spans_are_said_as_people_say_them(seconds, words):
    assert spoken(seconds) == words
