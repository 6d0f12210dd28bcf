from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.pipeline.gathering.revisits import edit_check, second_try

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def test_a_story_is_looked_at_for_edits_ever_more_seldom_and_then_no_more():
    ages, now = [], NOON
    while (then := edit_check(NOON, now)) is not None:
        ages.append((then - NOON) / timedelta(hours=1))
        now = then
    assert ages == [1, 6, 24, 72]


def test_a_look_that_comes_late_does_not_bring_the_missed_ones_after_it():
    assert edit_check(NOON, NOON + timedelta(hours=7)) == NOON + timedelta(hours=24)


@pytest.mark.parametrize(("kind", "status"), [("timeout", None), ("dns", None), ("status", 503), ("status", 429)])
def test_what_may_pass_is_tried_again_with_growing_patience_and_then_given_up(kind, status):
    waits, failures = [], 1
    while (then := second_try(kind, status, failures=failures, now=NOON)) is not None:
        waits.append(then - NOON)
        failures += 1
    assert waits == sorted(waits)
    assert len(waits) == 4


@pytest.mark.parametrize(
    ("kind", "status"), [("status", 404), ("status", 410), ("robots", None), ("too-large", None), ("refused", None)]
)
def test_what_stays_is_given_up_at_once(kind, status):
    assert second_try(kind, status, failures=1, now=NOON) is None


def test_a_server_may_ask_for_longer_but_not_for_ever():
    asked = second_try("status", 503, failures=1, now=NOON, retry_after_seconds=3600)
    assert asked == NOON + timedelta(hours=1)
    assert second_try("status", 503, failures=1, now=NOON, retry_after_seconds=1e12) == NOON + timedelta(hours=12)


@given(st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=30)))
def test_a_look_for_edits_is_always_ahead(age):
    then = edit_check(NOON, NOON + age)
    assert then is None or then > NOON + age
