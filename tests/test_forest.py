"""Forests of symmetric trees, evaluated."""

from __future__ import annotations

import numpy as np
import pytest

from newsloom.forest import Forest


def test_a_symmetric_tree_reads_its_answers_as_a_number():
    forest = Forest(
        names=("a", "b"),
        features=np.array([[0, 1]], dtype=np.int16),
        borders=np.array([[0.5, 0.5]], dtype=np.float32),
        leaves=np.array([[-9.0, -3.0, 3.0, 9.0]], dtype=np.float32),
        bias=0.0,
    )
    chances = forest.probabilities(np.array([[0, 0], [1, 0], [0, 1], [1, 1]], dtype=np.float32))
    assert chances == pytest.approx(1 / (1 + np.exp([9.0, 3.0, -3.0, -9.0])))
    assert forest.scores(np.array([[1, 1]], dtype=np.float32)).tolist() == [9.0]


def test_trees_that_share_a_question_answer_each_for_itself():
    forest = Forest(
        names=("a", "b"),
        features=np.array([[0, 1], [1, 0], [0, 0]], dtype=np.int16),
        borders=np.array([[0.5, 0.5], [0.5, 0.5], [0.5, -0.5]], dtype=np.float32),
        leaves=np.array([[1, 2, 4, 8], [0, 16, 32, 64], [0, 0, 0, 0.5]], dtype=np.float32),
        bias=-40.0,
    )
    rows = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], dtype=np.float32)
    scores = np.array([1 + 0 + 0, 2 + 32 + 0.5, 4 + 16 + 0, 8 + 64 + 0.5]) - 40
    assert forest.probabilities(rows) == pytest.approx(1 / (1 + np.exp(-scores)))


def made_up_forest(trees: int = 40, levels: int = 6) -> Forest:
    random = np.random.default_rng(7)
    return Forest(
        names=tuple("abcdefgh"),
        features=random.integers(0, 8, (trees, levels)).astype(np.int16),
        borders=random.integers(-2, 3, (trees, levels)).astype(np.float32) / 2,
        leaves=random.normal(size=(trees, 1 << levels)).astype(np.float32),
        bias=0.25,
    )


def chance_by_hand(forest: Forest, row: list[float]) -> float:
    total = 0.0
    for features, borders, leaves in zip(forest.features, forest.borders, forest.leaves, strict=True):
        passes = [row[feature] > border for feature, border in zip(features, borders, strict=True)]
        total += float(leaves[sum(bit << level for level, bit in enumerate(passes))])
    return float(1 / (1 + np.exp(-(total + forest.bias))))


@pytest.mark.parametrize("count", [0, 1, 2, 63, 64, 65, 200])
def test_a_row_has_its_chance_whatever_rows_are_beside_it(count):
    forest = made_up_forest()
    rows = np.random.default_rng(count).normal(size=(count, 8)).astype(np.float32)
    assert list(forest.probabilities(rows)) == [chance_by_hand(forest, list(row)) for row in rows]


def test_rows_of_other_features_are_refused():
    with pytest.raises(ValueError, match="8 features, not 7"):
        made_up_forest().probabilities(np.zeros((3, 7), dtype=np.float32))


@pytest.mark.parametrize(
    "wrong",
    [
        {"names": ("a", "b")},
        {"features": np.full((40, 6), -1, dtype=np.int16)},
        {"borders": np.zeros((40, 5), dtype=np.float32)},
        {"leaves": np.zeros((40, 32), dtype=np.float32)},
    ],
)
def test_parts_that_do_not_fit_each_other_are_no_forest(wrong):
    forest = made_up_forest()
    parts = {name: getattr(forest, name) for name in ("names", "features", "borders", "leaves", "bias")}
    with pytest.raises(ValueError, match="do not fit"):
        Forest(**(parts | wrong))


def test_a_number_of_a_leaf_must_fit_in_a_byte():
    assert len(made_up_forest(levels=8).probabilities(np.zeros((3, 8), dtype=np.float32))) == 3
    with pytest.raises(ValueError, match="do not fit"):
        made_up_forest(levels=9)
