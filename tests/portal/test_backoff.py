from __future__ import annotations

import pytest

from newsloom.portal.backoff import InlineBackoff


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def _wait(backoff: InlineBackoff, clock: Clock, seconds: float) -> None:
    with backoff.timed():
        clock.seconds += seconds


def test_short_waits_cost_no_patience():
    clock = Clock()
    backoff = InlineBackoff(clock)
    for _ in range(100):
        assert backoff.is_open()
        _wait(backoff, clock, 0.01)
    assert backoff.is_open()


def test_patience_is_lost_with_one_long_wait_and_found_after_a_rest():
    clock = Clock()
    backoff = InlineBackoff(clock)
    _wait(backoff, clock, 0.25)
    assert not backoff.is_open()
    clock.seconds += 0.6
    assert backoff.is_open()


def test_who_is_kept_waiting_again_and_again_rests_longer_but_not_for_ever():
    clock = Clock()
    backoff = InlineBackoff(clock)
    rests = []
    for _ in range(10):
        _wait(backoff, clock, 0.25)
        lost_at = clock.seconds
        while not backoff.is_open():
            clock.seconds += 0.25
        rests.append(clock.seconds - lost_at)
    assert rests == sorted(rests)
    assert rests[1] == 2 * rests[0]
    assert rests[-1] == 60.0


def test_slow_pages_among_quick_ones_seldom_keep_anybody_waiting():
    clock = Clock()
    backoff = InlineBackoff(clock)
    began, waited = clock.seconds, 0.0
    while clock.seconds < began + 600:
        for seconds in (0.3, 0.002, 0.002):
            if backoff.is_open():
                _wait(backoff, clock, seconds)
                waited += seconds
            clock.seconds += 0.05
    assert waited < 60


def test_after_a_long_time_without_long_waits_the_next_rest_is_short_again():
    clock = Clock()
    backoff = InlineBackoff(clock)
    for _ in range(5):
        _wait(backoff, clock, 0.25)
    clock.seconds += 601.0
    _wait(backoff, clock, 0.25)
    assert not backoff.is_open()
    clock.seconds += 0.5
    assert backoff.is_open()


def test_a_wait_that_ends_in_an_error_counts():
    clock = Clock()
    backoff = InlineBackoff(clock)

    def fail() -> None:
        clock.seconds += 0.25
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), backoff.timed():
        fail()
    assert not backoff.is_open()


def test_where_the_warehouse_is_far_there_is_never_any():
    assert not InlineBackoff(Clock(), is_enabled=False).is_open()
