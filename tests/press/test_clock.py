from __future__ import annotations

from tests.press.presses import MONDAY, after

from newsloom.press.clock import PressClock


class Ticks:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_clock_stands_where_it_is_set():
    ticks = Ticks()
    clock = PressClock(MONDAY, ticks=ticks)
    ticks.seconds = 100
    assert clock() == MONDAY
    clock.set(after(hours=3))
    assert clock() == after(hours=3)


def test_a_running_clock_is_as_fast_as_it_is_told_and_ends():
    ticks = Ticks()
    clock = PressClock(MONDAY, ticks=ticks)
    ticks.seconds = 5
    clock.run(60, until=after(hours=1))
    ticks.seconds = 15
    assert clock() == after(minutes=10)
    clock.run(120, until=after(hours=1))
    ticks.seconds = 20
    assert clock() == after(minutes=20)
    ticks.seconds = 5000
    assert clock() == after(hours=1)


def test_a_clock_that_is_past_the_end_does_not_go_back():
    clock = PressClock(after(days=2), ticks=Ticks())
    clock.run(60, until=after(days=1))
    assert clock() == after(days=2)
