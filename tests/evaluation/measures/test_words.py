from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.evaluation.measures import shingle_f, with_rate, without_rate, word_scores, word_set_scores, words_of

WORDS = st.lists(st.sampled_from(["ship", "harbour", "mayor", "fog", "ferry"]), max_size=12)
FEW_WORDS = st.lists(st.sampled_from(["ship", "harbour", "mayor", "fog"]), max_size=12)
TEXT = "The ferry\n\nleft at  noon. Nobody was hurt."
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


def test_one_word_too_many_in_front_costs_one_shingle() -> None:
    truth = ["a", "b", "c", "d", "e"]  # abcd bcde
    found = ["x", *truth]  # xabc abcd bcde
    assert shingle_f(found, truth) == pytest.approx(2 * 2 / (3 + 2))


def test_the_right_words_in_a_wrong_order_are_wrong() -> None:
    truth = [f"word{n}" for n in range(40)]
    backwards = truth[::-1]
    assert word_scores(backwards, truth).f == 1.0
    assert shingle_f(backwards, truth) == 0.0


def test_texts_shorter_than_a_shingle_are_compared_whole() -> None:
    assert shingle_f(["fog"], ["fog"]) == 1.0
    assert shingle_f(["fog"], ["fog", "bank"]) == 0.0


@pytest.mark.parametrize(("found", "truth", "expected"), [([], [], 1.0), ([], ["fog"], 0.0), (["fog"], [], 0.0)])
def test_empty_texts(found, truth, expected) -> None:
    assert shingle_f(found, truth) == expected


@given(found=FEW_WORDS, truth=FEW_WORDS)
def test_it_is_symmetric_and_a_text_agrees_with_itself(found, truth) -> None:
    assert shingle_f(found, truth) == shingle_f(truth, found)
    assert shingle_f(found, found) == 1.0


def test_a_repeated_shingle_counts_as_often_as_it_stands() -> None:
    assert shingle_f(["a", "b", "c", "d"], ["a", "b", "c", "d"] * 2) == pytest.approx(2 * 1 / (1 + 5))


def test_the_share_of_snippets_that_are_there() -> None:
    assert with_rate(TEXT, ["left at noon", "Nobody was hurt", "Subscribe", "Share"]) == 0.5


def test_the_share_of_snippets_that_are_not_there() -> None:
    assert without_rate(TEXT, ["Nobody was hurt", "Subscribe", "Share", "Imprint"]) == 0.75


def test_white_space_is_folded_on_both_sides() -> None:
    assert with_rate(TEXT, ["ferry left", "ferry \t left"]) == 1.0


@pytest.mark.parametrize("snippets", [None, (), ("",), (" ",)])
def test_no_snippets_are_no_truth(snippets) -> None:
    assert with_rate(TEXT, snippets) is None
    assert without_rate(TEXT, snippets) is None


def test_an_empty_text_holds_nothing() -> None:
    assert with_rate("", ["ferry"]) == 0.0
    assert without_rate("", ["ferry"]) == 1.0
