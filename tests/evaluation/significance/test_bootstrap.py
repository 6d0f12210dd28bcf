from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.errors import InputError
from newsloom.evaluation.significance import mean_interval, mean_intervals, paired_difference

SCATTERED = [n * 37 % 101 / 101 for n in range(1_300)]
VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


def test_the_same_values_give_the_same_interval() -> None:
    assert mean_interval(SCATTERED[:50]) == mean_interval(SCATTERED[:50])
    assert mean_interval(SCATTERED[:50], seed=1) != mean_interval(SCATTERED[:50], seed=2)


def test_the_interval_of_a_fair_coin_is_about_the_normal_one() -> None:
    interval = mean_interval([0.0, 1.0] * 200)
    assert interval.mean == 0.5
    assert interval.low == pytest.approx(0.5 - 1.96 * 0.5 / 20, abs=0.006)
    assert interval.high == pytest.approx(0.5 + 1.96 * 0.5 / 20, abs=0.006)
    assert interval.count == 400


def test_equal_values_leave_no_doubt() -> None:
    interval = mean_interval([0.25] * 9)
    assert (interval.low, interval.mean, interval.high) == (0.25, 0.25, 0.25)


def test_a_better_method_on_every_page_differs_although_means_overlap() -> None:
    first = SCATTERED[:60]
    second = [value + 0.01 + 0.01 * (place % 4) for place, value in enumerate(first)]
    assert mean_interval(first).high > mean_interval(second).low
    assert paired_difference(first, second).low > 0
    assert paired_difference(second, first).high < 0


def test_no_values_are_refused() -> None:
    with pytest.raises(InputError, match="at least one value"):
        mean_interval([])


def test_unequal_pairs_are_refused() -> None:
    with pytest.raises(InputError, match="1 and 2"):
        paired_difference([0.5], [0.5, 0.6])


def test_a_large_set_takes_less_than_a_second_of_cpu() -> None:
    started = time.process_time()
    mean_interval(SCATTERED)
    assert time.process_time() - started < 1.0


@given(values=VALUES)
def test_the_interval_lies_among_the_values_in_order(values: list[float]) -> None:
    interval = mean_interval(values, resamples=40)
    slack = 1e-9
    assert min(values) - slack <= interval.low <= interval.high <= max(values) + slack


@given(columns=st.lists(VALUES, max_size=5))
def test_columns_together_are_as_columns_alone(columns: list[list[float]]) -> None:
    together = mean_intervals(columns, resamples=20)
    assert together == [mean_interval(values, resamples=20) for values in columns]
