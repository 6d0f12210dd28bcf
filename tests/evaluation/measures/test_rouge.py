from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.evaluation.measures.rouge import rouge, rouge_l, rouge_n

WORDS = st.lists(st.sampled_from("abc"), max_size=8)


def test_lins_example_of_the_longest_sequence():
    # Lin (2004), section 3.1: "police kill the gunman" and "the gunman kill police" against "police killed the gunman".
    true = "police killed the gunman".split()
    assert rouge_l("police kill the gunman".split(), true).f == pytest.approx(3 / 4)
    assert rouge_l("the gunman kill police".split(), true).f == pytest.approx(2 / 4)


def test_words_and_pairs_of_a_hand_computed_summary():
    found = rouge("The ferry left. The ferry!", "the ferry left the old harbour")
    # the 2, ferry 1, left 1 of five and of six; "the ferry", "ferry left", "left the" of four and of five.
    assert (found.one.precision, found.one.recall) == pytest.approx((4 / 5, 4 / 6))
    assert (found.two.precision, found.two.recall) == pytest.approx((3 / 4, 3 / 5))
    assert (found.longest.precision, found.longest.recall) == pytest.approx((4 / 5, 4 / 6))


def test_nothing_summarises_nothing_only():
    assert rouge("", "").one.f == 1.0
    assert rouge("", "ferry").one.f == 0.0
    assert rouge("ferry", "").longest.f == 0.0


def test_runs_longer_than_the_texts_are_shared_by_none():
    assert rouge_n(["ferry"], ["ferry", "left"], 2).f == 0.0


@given(WORDS, WORDS)
def test_the_longest_sequence_is_the_longest(a, b):
    longest = max(
        (
            length
            for length in range(len(a) + 1)
            for places in combinations(range(len(a)), length)
            if _stands(a, places, b)
        ),
        default=0,
    )
    if a and b:
        assert rouge_l(a, b).recall == pytest.approx(longest / len(b))


def _stands(a, places, b):
    rest = iter(b)
    return all(a[place] in rest for place in places)


def test_inflected_forms_are_one_word_only_by_stems():
    assert rouge("The ferries left", "the ferry left", "en").one.f == pytest.approx(2 / 3)
    assert rouge("The ferries left", "the ferry left", "en", by_stems=True).one.f == 1.0
