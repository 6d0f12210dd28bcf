from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.evaluation.measures.stories import adjusted_rand, bcubed, count_pairs, labels_of, mutual_information
from newsloom.records import Story

PARTITIONS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=30)


def apart(pairs):
    return [first for first, _ in pairs], [second for _, second in pairs]


def test_bcubed_of_a_hand_computed_example():
    # The second group was found in two halves: all found groups are pure, two of four articles see half of theirs.
    scores = bcubed("aabb", [1, 1, 2, 3])
    assert (scores.precision, scores.recall, scores.f) == pytest.approx((1.0, 0.75, 1.5 / 1.75))


def test_bcubed_of_everything_in_one_group():
    scores = bcubed("aaab", [0, 0, 0, 0])
    assert (scores.precision, scores.recall) == pytest.approx(((3 * 3 + 1) / 16, 1.0))


def test_mutual_information_of_a_hand_computed_example():
    # Entropies log 2 and 1.5 log 2, of which log 2 is shared.
    assert mutual_information("aabb", [1, 1, 2, 3]) == pytest.approx(0.8)


def test_adjusted_rand_of_a_hand_computed_example():
    # One pair in both, two and one in each, six in all: (1 - 1/3) / (3/2 - 1/3).
    assert adjusted_rand("aabb", [1, 1, 2, 3]) == pytest.approx(4 / 7)


def test_chance_is_worth_nothing_and_worse_than_chance_less():
    assert adjusted_rand("aabb", [0, 0, 0, 0]) == 0.0
    assert adjusted_rand("aabb", [1, 2, 1, 2]) < 0.0


@pytest.mark.parametrize("labels", [[], ["a"], ["a", "a"], ["a", "b"]])
def test_partitions_that_leave_nothing_to_tell_agree(labels):
    assert bcubed(labels, labels).f == 1.0
    assert mutual_information(labels, labels) == 1.0
    assert adjusted_rand(labels, labels) == 1.0
    assert count_pairs(labels, labels).accuracy == 1.0


@given(PARTITIONS)
def test_scores_are_between_nothing_and_one_and_names_do_not_matter(pairs):
    truth, found = apart(pairs)
    renamed = [f"group {label}" for label in found]
    scores = bcubed(truth, found)
    assert scores == bcubed(truth, renamed)
    assert 0.0 < scores.f <= 1.0 + 1e-12
    assert 0.0 <= mutual_information(truth, found) <= 1.0
    assert -1.0 <= adjusted_rand(truth, found) <= 1.0
    assert bcubed(truth, truth).f == pytest.approx(1.0)
    assert mutual_information(truth, truth) == pytest.approx(1.0)
    assert adjusted_rand(truth, truth) == pytest.approx(1.0)


@given(PARTITIONS)
def test_pairs_are_counted_as_if_one_by_one(pairs):
    truth, found = apart(pairs)
    counts = count_pairs(truth, found)
    every = [(a == c, b == d) for a, b in pairs for c, d in pairs]
    assert counts.true_positives == every.count((True, True))
    assert counts.true_negatives == every.count((False, False))
    assert counts.false_positives == every.count((False, True))
    assert counts.false_negatives == every.count((True, False))


def test_articles_in_no_story_are_stories_of_their_own():
    story = Story(id="a", method="m", version=1, members=(1, 3))
    labels = labels_of([story], 4)
    assert labels[1] == labels[3]
    assert len(set(labels)) == 3
