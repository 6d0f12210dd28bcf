"""Forests of symmetric trees, evaluated."""

from __future__ import annotations

import math
from array import array
from itertools import chain

import numpy as np
import pytest

from newsloom.forest import Forest


def forest_of(
    names: str, features: list[list[int]], borders: list[list[float]], leaves: list[list[float]], *, bias: float = 0.0
) -> Forest:
    return Forest(
        names=tuple(names),
        levels=len(features[0]),
        features=array("h", chain.from_iterable(features)),
        borders=array("f", chain.from_iterable(borders)),
        leaves=array("f", chain.from_iterable(leaves)),
        bias=bias,
    )


def columns(rows: list[list[float]]) -> np.ndarray:
    return np.ascontiguousarray(np.array(rows, dtype=np.float32).T)


def test_a_symmetric_tree_reads_its_answers_as_a_number():
    forest = forest_of("ab", [[0, 1]], [[0.5, 0.5]], [[-9.0, -3.0, 3.0, 9.0]])
    chances = forest.probabilities(columns([[0, 0], [1, 0], [0, 1], [1, 1]]))
    assert list(chances) == pytest.approx([1 / (1 + math.exp(odds)) for odds in (9, 3, -3, -9)])
    assert forest.scores(columns([[1, 1]])).tolist() == [9.0]


def test_trees_that_share_a_question_answer_each_for_itself():
    forest = forest_of(
        "ab",
        [[0, 1], [1, 0], [0, 0]],
        [[0.5, 0.5], [0.5, 0.5], [0.5, -0.5]],
        [[1, 2, 4, 8], [0, 16, 32, 64], [0, 0, 0, 0.5]],
        bias=-40.0,
    )
    scores = forest.scores(columns([[0, 0], [1, 0], [0, 1], [1, 1]]))
    assert scores.tolist() == [1 + 0 + 0 - 40, 2 + 32 + 0.5 - 40, 4 + 16 + 0 - 40, 8 + 64 + 0.5 - 40]


def made_up_forest(trees: int = 40, levels: int = 6) -> Forest:
    random = np.random.default_rng(7)
    return forest_of(
        "abcdefgh",
        random.integers(0, 8, (trees, levels)).tolist(),
        (random.integers(-2, 3, (trees, levels)) / 2).tolist(),
        random.normal(size=(trees, 1 << levels)).tolist(),
        bias=0.25,
    )


def chance_by_hand(forest: Forest, row: list[float]) -> float:
    total, levels = 0.0, forest.levels
    for tree in range(len(forest.features) // levels):
        asked = range(tree * levels, (tree + 1) * levels)
        passes = [row[forest.features[place]] > forest.borders[place] for place in asked]
        total += forest.leaves[(tree << levels) + sum(bit << level for level, bit in enumerate(passes))]
    return 1 / (1 + math.exp(-(total + forest.bias)))


@pytest.mark.parametrize("count", [0, 1, 2, 63, 64, 65, 200])
def test_a_row_has_its_chance_whatever_rows_are_beside_it(count):
    forest = made_up_forest()
    rows = np.random.default_rng(count).normal(size=(count, 8)).astype(np.float32)
    chances = forest.probabilities(np.ascontiguousarray(rows.T))
    assert list(chances) == [chance_by_hand(forest, row) for row in rows.tolist()]


def test_rows_of_other_features_are_refused():
    with pytest.raises(ValueError, match="8 features, not 7"):
        made_up_forest().probabilities(np.zeros((7, 3), dtype=np.float32))


@pytest.mark.parametrize(
    "wrong",
    [
        {"names": ("a", "b")},
        {"features": array("h", [-1] * 240)},
        {"features": array("h", [0] * 241), "borders": array("f", [0] * 241)},
        {"borders": array("f", [0] * 200)},
        {"leaves": array("f", [0] * 40 * 32)},
        {"levels": 0},
    ],
)
def test_parts_that_do_not_fit_each_other_are_no_forest(wrong):
    forest = made_up_forest()
    parts = {name: getattr(forest, name) for name in ("names", "levels", "features", "borders", "leaves", "bias")}
    with pytest.raises(ValueError, match="do not fit"):
        Forest(**(parts | wrong))


def test_a_number_of_a_leaf_must_fit_in_a_byte():
    assert len(made_up_forest(levels=8).probabilities(np.zeros((8, 3), dtype=np.float32))) == 3
    with pytest.raises(ValueError, match="do not fit"):
        made_up_forest(levels=9)
