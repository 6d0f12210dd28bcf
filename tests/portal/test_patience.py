from __future__ import annotations

import pytest

from newsloom.portal.patience import Patience


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def _wait(patience: Patience, clock: Clock, seconds: float) -> None:
    with patience.spent():
        clock.seconds += seconds


def test_short_waits_cost_no_patience():
    clock = Clock()
    patience = Patience(clock)
    for _ in range(100):
        assert patience.is_left()
        _wait(patience, clock, 0.01)
    assert patience.is_left()


def test_patience_is_lost_with_one_long_wait_and_found_after_a_rest():
    clock = Clock()
    patience = Patience(clock)
    _wait(patience, clock, 0.25)
    assert not patience.is_left()
    clock.seconds += 0.6
    assert patience.is_left()


def test_who_is_kept_waiting_again_and_again_rests_longer_but_not_for_ever():
    clock = Clock()
    patience = Patience(clock)
    rests = []
    for _ in range(10):
        _wait(patience, clock, 0.25)
        lost_at = clock.seconds
        while not patience.is_left():
            clock.seconds += 0.25
        rests.append(clock.seconds - lost_at)
    assert rests == sorted(rests)
    assert rests[1] == 2 * rests[0]
    assert rests[-1] == 60.0


def test_a_short_wait_makes_the_next_rest_short_again():
    clock = Clock()
    patience = Patience(clock)
    for _ in range(5):
        _wait(patience, clock, 0.25)
    clock.seconds += 60.0
    _wait(patience, clock, 0.01)
    _wait(patience, clock, 0.25)
    clock.seconds += 0.5
    assert patience.is_left()


def test_a_wait_that_ends_in_an_error_counts():
    clock = Clock()
    patience = Patience(clock)

    def fail() -> None:
        clock.seconds += 0.25
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), patience.spent():
        fail()
    assert not patience.is_left()


def test_where_the_warehouse_is_far_there_is_never_any():
    assert not Patience(Clock(), is_any=False).is_left()
