from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.clusterers.dendrogram import agglomerate


@st.composite
def matrices(draw):
    """Symmetric matrices of distances that all differ, so that there is one tree."""
    size = draw(st.integers(1, 8))
    order = draw(st.permutations(range(size * (size - 1) // 2)))
    matrix = np.zeros((size, size), dtype=np.float32)
    for (a, b), value in zip(combinations(range(size), 2), order, strict=True):
        matrix[a, b] = matrix[b, a] = value + 1
    return matrix


@pytest.mark.parametrize(("link", "reach"), [("single", min), ("complete", max)])
@settings(deadline=None)
@given(matrix=matrices())
def test_the_tree_is_that_of_merging_the_two_nearest_again_and_again(link, reach, matrix):
    tree = agglomerate(matrix, link)
    clusters = [[place] for place in range(len(matrix))]
    for merge in tree.merges:
        assert sorted(tree.cut_into(len(clusters))) == sorted(clusters)
        a, b = min(combinations(clusters, 2), key=lambda pair: _apart(matrix, *pair, reach))
        assert merge.height == _apart(matrix, a, b, reach)
        clusters = [cluster for cluster in clusters if cluster not in (a, b)] + [sorted(a + b)]
    assert tree.cut_into(1) == [list(range(len(matrix)))]


def _apart(matrix, a, b, reach):
    return reach(float(matrix[i, j]) for i in a for j in b)


def test_the_matrix_is_left_alone():
    matrix = np.array([[0, 1], [1, 0]], dtype=np.float32)
    agglomerate(matrix, "single")
    assert matrix.tolist() == [[0, 1], [1, 0]]


def test_equal_distances_end():
    tree = agglomerate(np.ones((6, 6), dtype=np.float32), "complete")
    assert len(tree.merges) == 5
    assert [len(tree.cut_into(count)) for count in range(1, 8)] == [1, 2, 3, 4, 5, 6, 6]


def test_nothing_has_a_tree_without_merges():
    tree = agglomerate(np.zeros((0, 0), dtype=np.float32), "single")
    assert tree.merges == ()
    assert tree.cut_below(1.0) == []
