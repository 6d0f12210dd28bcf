from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.evaluation.measures import score_partition


def test_the_right_groups_score_one_everywhere():
    scores = score_partition([[0, 1], [2, 3, 4]], ["a", "a", "b", "b", "b"])
    assert (scores.precision, scores.recall, scores.pair_precision, scores.pair_recall) == (1, 1, 1, 1)
    assert scores.adjusted_rand == 1
    assert (scores.clusters, scores.true_clusters) == (2, 2)


def test_a_split_costs_recall_and_a_mixture_precision():
    split = score_partition([[0, 1], [2, 3], [4, 5]], list("aaaabb"))
    assert (split.precision, split.recall) == (1.0, pytest.approx((0.5 + 0.5 + 1) / 3))
    mixed = score_partition([[0, 1, 2, 3, 4, 5]], list("aaaabb"))
    assert (mixed.precision, mixed.recall) == (pytest.approx(4 / 6), 1.0)


def test_the_closest_true_cluster_is_the_one_most_alike_not_the_largest():
    # Two of two b against two of ten a: the cluster is b's.
    scores = score_partition([[0, 1, 10, 11], [*range(2, 10)]], ["a"] * 10 + ["b"] * 2)
    assert scores.precision == pytest.approx((0.5 + 1) / 2)
    assert scores.recall == pytest.approx((1 + 0.8) / 2)


def test_large_clusters_weigh_more_by_page():
    scores = score_partition([[0, 1, 2, 3, 4, 5, 6, 7, 8], [9]], ["a"] * 10)
    assert scores.recall == pytest.approx((0.9 + 0.1) / 2)
    assert scores.page_recall == pytest.approx((9 * 0.9 + 0.1) / 10)


def test_seen_from_the_true_clusters_a_small_fragment_costs_little():
    split = score_partition([[0, 1, 2, 3, 4, 5, 6, 7, 8], [9], [10, 11]], ["a"] * 10 + ["b"] * 2)
    assert (split.true_precision, split.true_recall) == (1.0, pytest.approx((0.9 + 1) / 2))
    mixed = score_partition([[0, 1, 2, 3, 4, 5]], list("aaaabb"))
    assert (mixed.true_precision, mixed.true_recall) == (pytest.approx((4 / 6 + 2 / 6) / 2), 1.0)


def test_pairs_and_adjusted_rand_of_a_small_example():
    # Pairs together in truth: 1 + 3; found: 3 + 1; both: {0, 1}, {3, 4}.
    scores = score_partition([[0, 1, 2], [3, 4]], ["a", "a", "b", "b", "b"])
    assert scores.pair_precision == pytest.approx(2 / 4)
    assert scores.pair_recall == pytest.approx(2 / 4)
    assert scores.adjusted_rand == pytest.approx((2 - 1.6) / (4 - 1.6))


@pytest.mark.parametrize("labels", [[], ["a"], ["a", "b", "c"]])
def test_nothing_to_confuse_is_right(labels):
    scores = score_partition([[place] for place in range(len(labels))], labels)
    assert (scores.precision, scores.recall, scores.adjusted_rand) == (1, 1, 1)


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=20), st.randoms())
def test_scores_are_shares_and_names_do_not_matter(labels, chance):
    places = list(range(len(labels)))
    chance.shuffle(places)
    cut = chance.randint(0, len(places))
    groups = [group for group in (places[:cut], places[cut:]) if group]
    scores = score_partition(groups, labels)
    assert 0 < scores.precision <= 1
    assert 0 < scores.recall <= 1
    assert scores.adjusted_rand <= 1
    swapped = score_partition(
        [[place for place in range(len(labels)) if labels[place] == label] for label in sorted(set(labels))],
        ["x" if place in groups[0] else "y" for place in range(len(labels))],
    )
    assert (swapped.recall, swapped.precision) == pytest.approx((scores.true_precision, scores.true_recall))
    renamed = score_partition(groups, [{"a": "x", "b": "y", "c": "z"}[label] for label in labels])
    assert renamed == scores
