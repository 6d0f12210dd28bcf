from __future__ import annotations

import statistics

import pytest

from newsloom.evaluation.measures.correlation import pearson


def test_a_hand_computed_correlation():
    # Deviations -1 0 1 and -1 1 0: products add up to 1, squares to 2 each.
    assert pearson([1, 2, 3], [1, 3, 2]) == pytest.approx(0.5)


def test_the_other_way_round():
    assert pearson([1, 2, 3], [6, 4, 2]) == pytest.approx(-1.0)


@pytest.mark.parametrize(("a", "b"), [([], []), ([1], [2]), ([1, 1], [1, 2])])
def test_where_nothing_varies_nothing_can_be_said(a, b):
    assert pearson(a, b) is None


def test_rows_of_different_lengths_are_a_mistake():
    with pytest.raises(statistics.StatisticsError):
        pearson([1, 2], [1, 2, 3])
