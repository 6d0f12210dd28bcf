"""What neighbours have in common, learned: no likeness parts, and no page outweighs the others."""

from __future__ import annotations

import numpy as np

from training.correlation import fit


def page(rows: list[list[float]], labels: list[float]) -> tuple[np.ndarray, np.ndarray]:
    return np.array(rows), np.array(labels)


def test_a_likeness_that_goes_with_being_apart_counts_for_nothing():
    factors, _ = fit([page([[1, 0], [1, 0], [0, 1], [0, 1]], [1, 1, 0, 0])])
    assert factors[0] > 0
    assert factors[1] == 0


def test_a_long_page_does_not_outweigh_the_others():
    short = page([[1.0], [0.0]], [1, 0])
    long = page([[0.0], [1.0]] * 500, [1, 0] * 500)
    factors, _ = fit([short, short, long])
    assert factors[0] > 0
