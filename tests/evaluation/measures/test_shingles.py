from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.evaluation.measures import shingle_f, word_scores

WORDS = st.lists(st.sampled_from(["ship", "harbour", "mayor", "fog"]), max_size=12)


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


@given(found=WORDS, truth=WORDS)
def test_it_is_symmetric_and_a_text_agrees_with_itself(found, truth) -> None:
    assert shingle_f(found, truth) == shingle_f(truth, found)
    assert shingle_f(found, found) == 1.0


def test_a_repeated_shingle_counts_as_often_as_it_stands() -> None:
    assert shingle_f(["a", "b", "c", "d"], ["a", "b", "c", "d"] * 2) == pytest.approx(2 * 1 / (1 + 5))
