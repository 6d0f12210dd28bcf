from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.evaluation.measures import word_scores, word_set_scores, words_of

WORDS = st.lists(st.sampled_from(["ship", "harbour", "mayor", "fog", "ferry"]), max_size=12)
BOTH = pytest.mark.parametrize("score", [word_scores, word_set_scores])


@BOTH
def test_figure_b8_of_the_thesis(score) -> None:
    truth = [f"true{n}" for n in range(100)]
    found = truth[:80] + [f"false{n}" for n in range(40)]
    scores = score(found, truth)
    assert (round(scores.precision, 3), round(scores.recall, 3), round(scores.f, 3)) == (0.667, 0.8, 0.727)


def test_a_text_given_twice_is_half_wrong_as_multiset_and_right_as_set() -> None:
    truth = ["the", "ferry", "left", "at", "noon"]
    assert word_scores(truth * 2, truth).precision == 0.5
    assert word_set_scores(truth * 2, truth).precision == 1.0


@BOTH
def test_two_empty_texts_agree(score) -> None:
    assert score([], []).f == 1.0


@BOTH
@pytest.mark.parametrize(("found", "truth"), [([], ["ferry"]), (["ferry"], [])])
def test_an_empty_text_and_a_filled_one_do_not_agree(score, found, truth) -> None:
    scores = score(found, truth)
    assert (scores.precision, scores.recall, scores.f) == (0.0, 0.0, 0.0)


def test_case_and_punctuation_are_no_difference() -> None:
    assert words_of("“The FERRY, left.”") == words_of("the ferry left")


def test_turkish_capitals_are_lowered_as_in_turkish() -> None:
    assert words_of("ISPARTA İZMİR", "tr") == ["ısparta", "izmir"]


@BOTH
@given(found=WORDS, truth=WORDS)
def test_f_is_the_harmonic_mean_and_swapping_swaps_precision_and_recall(score, found, truth) -> None:
    scores, swapped = score(found, truth), score(truth, found)
    assert (scores.precision, scores.recall) == (swapped.recall, swapped.precision)
    if scores.precision + scores.recall:
        harmonic = 2 * scores.precision * scores.recall / (scores.precision + scores.recall)
        assert scores.f == pytest.approx(harmonic)
    assert 0.0 <= scores.f <= 1.0


@BOTH
@given(words=WORDS)
def test_a_text_agrees_with_itself(score, words) -> None:
    assert score(words, words).f == 1.0
