from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.pipeline.gathering.intervals import (
    DAY,
    HOUR,
    MINUTE,
    Check,
    SourceRules,
    duration_text,
    limits_of,
    next_appointment,
    next_edit_check,
    next_retry,
)
from newsloom.records import Appointment

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
NEW = Appointment(url="https://paper.example/feed", due_at=NOON, interval_seconds=0.0)


def _after(looks: list[bool], kind: str = "feed") -> Appointment:
    """The appointment after punctual looks, each of which found something new or not."""
    last = NEW
    for is_changed in looks:
        last = next_appointment(last, Check(at=last.due_at, is_changed=is_changed), limits_of(kind))
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
        last = next_appointment(last, Check(at=at, is_changed=is_changed), limits_of(kind))
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
    # The half-life of such a source, within the factor that one check moves it.
    assert minutes == pytest.approx(60 * 0.69 / changes_per_hour, rel=1.5)


def test_a_change_after_a_long_pause_does_not_quicken_the_pace():
    settled = _after([True, True, False])
    late = next_appointment(settled, Check(at=settled.due_at + timedelta(days=9), is_changed=True), limits_of("feed"))
    assert late.interval_seconds == pytest.approx(settled.interval_seconds, rel=0.05)


def test_the_reason_says_how_often_it_changed():
    assert _after([True, True, False, True]).reason.startswith("changed 2 of 3 times: every ")


def test_a_server_that_asks_for_patience_gets_it():
    check = Check(at=NOON, is_changed=True, wait_seconds=5 * HOUR)
    patient = next_appointment(NEW, check, limits_of("feed"))
    assert patient.due_at == NOON + timedelta(hours=5)
    assert patient.reason == "the server asks for 5 h between requests"
    assert patient.interval_seconds == 2 * HOUR


def test_nobody_can_ask_for_more_than_the_longest_interval():
    check = Check(at=NOON, wait_seconds=400 * DAY)
    assert next_appointment(NEW, check, limits_of("page")).due_at == NOON + timedelta(hours=6)


def test_failures_back_off_to_a_day_and_no_further():
    last, waits = _after([True]), []
    for _ in range(2000):
        now = last.due_at
        last = next_appointment(last, Check(at=now, failure="timeout"), limits_of("feed"))
        waits.append((last.due_at - now).total_seconds())
    assert waits[:3] == [5 * MINUTE, 10 * MINUTE, 20 * MINUTE]
    assert max(waits) == waits[-1] == DAY
    assert last.reason == "failed 2000 times in a row (timeout): again in a day"


def test_a_failure_teaches_nothing_and_a_success_forgets_it():
    good = _after([True, True, False])
    failed = next_appointment(good, Check(at=good.due_at, failure="status 500"), limits_of("feed"))
    assert failed.interval_seconds == good.interval_seconds
    assert (failed.checks, failed.changes, failed.checked_at) == (good.checks, good.changes, good.checked_at)
    assert next_appointment(failed, Check(at=failed.due_at), limits_of("feed")).failures == 0


def test_a_retry_after_longer_than_the_back_off_is_honoured_up_to_a_day():
    for asked, waited in [(2 * HOUR, 2 * HOUR), (9 * DAY, DAY)]:
        check = Check(at=NOON, failure="status 429", wait_seconds=asked)
        assert next_appointment(NEW, check, limits_of("feed")).due_at == NOON + timedelta(seconds=waited)


def test_the_lease_is_left_as_it_is():
    leased = Appointment(
        url="https://paper.example/", due_at=NOON, interval_seconds=0.0, owner="desk-1", leased_until=NOON
    )
    assert next_appointment(leased, Check(at=NOON), limits_of("page")).owner == "desk-1"


@given(
    st.lists(
        st.tuples(st.booleans(), st.floats(0, 1e7), st.none() | st.floats(0, 1e9), st.none() | st.just("dns")),
        max_size=40,
    ),
    st.sampled_from(["page", "feed", "sitemap"]),
)
def test_the_next_look_is_always_ahead_and_within_a_day_and_has_a_reason(looks, kind):
    last, limits = NEW, limits_of(kind)
    for is_changed, late_seconds, wait, failure in looks:
        at = last.due_at + timedelta(seconds=late_seconds)
        check = Check(at=at, is_changed=is_changed, wait_seconds=wait, failure=failure)
        last = next_appointment(last, check, limits)
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
    assert duration_text(seconds) == words


def test_a_story_is_looked_at_for_edits_ever_more_seldom_and_then_no_more():
    ages, now = [], NOON
    while (then := next_edit_check(NOON, now)) is not None:
        ages.append((then - NOON) / timedelta(hours=1))
        now = then
    assert ages == [1, 6, 24, 72]


def test_a_look_that_comes_late_does_not_bring_the_missed_ones_after_it():
    assert next_edit_check(NOON, NOON + timedelta(hours=7)) == NOON + timedelta(hours=24)


@pytest.mark.parametrize(("kind", "status"), [("timeout", None), ("dns", None), ("status", 503), ("status", 429)])
def test_what_may_pass_is_tried_again_with_growing_patience_and_then_given_up(kind, status):
    waits, failures = [], 1
    while (then := next_retry(kind, status, failures=failures, now=NOON)) is not None:
        waits.append(then - NOON)
        failures += 1
    assert waits == sorted(waits)
    assert len(waits) == 4


@pytest.mark.parametrize(
    ("kind", "status"), [("status", 404), ("status", 410), ("robots", None), ("too-large", None), ("refused", None)]
)
def test_what_stays_is_given_up_at_once(kind, status):
    assert next_retry(kind, status, failures=1, now=NOON) is None


def test_a_server_may_ask_for_longer_but_not_for_ever():
    asked = next_retry("status", 503, failures=1, now=NOON, retry_after_seconds=3600)
    assert asked == NOON + timedelta(hours=1)
    assert next_retry("status", 503, failures=1, now=NOON, retry_after_seconds=1e12) == NOON + timedelta(hours=12)


@given(st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=30)))
def test_a_look_for_edits_is_always_ahead(age):
    then = next_edit_check(NOON, NOON + age)
    assert then is None or then > NOON + age


def test_a_story_that_was_first_seen_by_a_clock_that_was_wrong_is_not_checked_for_ever():
    assert next_edit_check(NOON + timedelta(days=365), NOON) is None
    # Clocks of two machines may differ a little.
    assert next_edit_check(NOON + timedelta(minutes=1), NOON) == NOON + timedelta(minutes=61)


@pytest.mark.parametrize(
    ("at", "seconds", "due"),
    [
        (NOON + timedelta(minutes=7), 2 * HOUR, NOON + timedelta(hours=2)),
        (NOON, 2 * HOUR, NOON + timedelta(hours=2)),
        (NOON - timedelta(minutes=1), 2 * HOUR, NOON),
        (NOON + timedelta(minutes=7), DAY, NOON + timedelta(hours=12)),
    ],
)
def test_on_the_clock_is_the_beginning_of_every_two_hours(at, seconds, due):
    rules = SourceRules(set_seconds=seconds, is_on_the_clock=True)
    after = next_appointment(NEW, Check(at=at, wait_seconds=5 * HOUR), limits_of("feed"), rules)
    assert after.due_at == due
    assert after.reason.endswith("on the clock")
