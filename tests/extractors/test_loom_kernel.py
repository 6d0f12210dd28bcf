"""The forest's sums in C against their twin in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from newsloom.dom import kernel
from newsloom.forest import Forest, load_forest, sum_leaves

pytestmark = pytest.mark.skipif(
    kernel.native is None,
    reason="no kernel in C: when Newsloom was installed there was no compiler, or another lxml",
)
native: Any = kernel.native


@pytest.mark.parametrize("rows", [1, 2, 63, 64, 65, 200])
def test_both_fall_on_the_same_leaves(rows):
    forest = load_forest("newsloom.extractors.loom")
    chosen = np.random.default_rng(rows).choice(forest.borders.ravel(), (len(forest.names), rows))
    chosen[0] = np.nan
    by_feature = np.asfortranarray(chosen.T.astype(np.float32))
    assert (forest.probabilities(by_feature, native.sum_leaves) == forest.probabilities(by_feature)).all()


def test_a_forest_that_is_too_deep_for_c_is_refused():
    forest = Forest(
        names=("a",),
        features=np.zeros((1, 9), dtype=np.int16),
        borders=np.zeros((1, 9), dtype=np.float32),
        leaves=np.zeros((1, 512), dtype=np.float32),
        bias=0.0,
    )
    with pytest.raises(ValueError, match="do not fit"):
        forest.probabilities(np.zeros((2, 1), dtype=np.float32), native.sum_leaves)


def test_sums_in_python_are_those_of_the_forest():
    forest = load_forest("newsloom.extractors.loom")
    rows = np.zeros((3, len(forest.names)), dtype=np.float32)
    assert (forest.probabilities(rows, sum_leaves) == forest.probabilities(rows)).all()
