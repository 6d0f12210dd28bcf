"""The regressions that judge a page as a whole, and how far they can be believed."""

from __future__ import annotations

import numpy as np
import pytest

from training.verdicts import calibration_error, fit_logistic, reliability


def test_a_regression_finds_the_share_of_truths():
    rows = np.ones((1000, 1))
    truths = np.arange(1000) < 800
    weights = fit_logistic(rows, truths)
    assert 1 / (1 + np.exp(-weights[0])) == pytest.approx(0.8, abs=0.01)


def test_a_fact_that_goes_with_the_truth_weighs():
    facts = np.tile([0.0, 1.0], 200)
    truths = facts > 0
    truths[:20] = ~truths[:20]
    weights = fit_logistic(np.column_stack([facts, np.ones(400)]), truths)
    assert weights[0] > 2
    assert weights[1] < -1


def test_what_is_said_and_found_in_equal_shares_is_calibrated():
    said = np.full(100, 0.75)
    assert calibration_error(said, np.arange(100) < 75) == pytest.approx(0)
    assert calibration_error(said, np.arange(100) < 50) == pytest.approx(0.25)


def test_each_bin_tells_what_was_said_and_what_was_found():
    said = np.array([0.2, 0.4, 0.96, 0.98, 1.0])
    truths = np.array([True, False, True, True, True])
    assert [row[2] for row in reliability(said, truths)] == [2, 3]
    assert reliability(said, truths)[0][3:] == pytest.approx((0.3, 0.5))
