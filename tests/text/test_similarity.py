from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.sentences import split_sentences
from newsloom.text.similarity import MEASURES, TermVector, character_pairs, dice
from newsloom.text.tokens import terms

# The text of Figure B.1 and its terms as printed there.
EXAMPLE = "Ali akşam eve geç geldi. Babası, Ali'nin eve geç gelmesine kızdı. Ali buna evde çok üzüldü."
SENTENCES = ["ali akşam ev geç gel", "baba ali ev geç gelme kız", "ali ev üzül"]
EXPECTED = {
    "cosine": [0.845, 0.849, 0.764],
    "dice": [0.833, 0.846, 0.700],
    "jaccard": [0.714, 0.733, 0.538],
    "overlap": [1.000, 0.917, 1.167],
}
VECTORS = st.lists(st.sampled_from("abcdefgh")).map(TermVector.of)


def test_document_of_figure_b1_has_the_printed_frequencies():
    document = TermVector.of(" ".join(SENTENCES).split())
    assert document.total == 14
    assert list(document.counts.items()) == [
        ("ali", 3),
        ("akşam", 1),
        ("ev", 3),
        ("geç", 2),
        ("gel", 1),
        ("baba", 1),
        ("gelme", 1),
        ("kız", 1),
        ("üzül", 1),
    ]
    assert document.square == pytest.approx(28 / 196)


@pytest.mark.parametrize("measure", EXPECTED)
def test_measures_give_the_numbers_of_the_worked_examples(measure):
    document = TermVector.of(" ".join(SENTENCES).split())
    found = [MEASURES[measure](TermVector.of(sentence.split()), document) for sentence in SENTENCES]
    assert found == pytest.approx(EXPECTED[measure], abs=0.0005)


@pytest.mark.parametrize("measure", EXPECTED)
def test_our_own_terms_of_the_example_give_the_same_numbers(measure):
    document = TermVector.of(terms(EXAMPLE, language="tr"))
    sentences = [TermVector.of(terms(one, language="tr")) for one in split_sentences(EXAMPLE, "tr")]
    found = [MEASURES[measure](sentence, document) for sentence in sentences]
    assert found == pytest.approx(EXPECTED[measure], abs=0.0005)


@pytest.mark.parametrize("measure", MEASURES)
def test_empty_text_is_like_nothing(measure):
    empty, full = TermVector.of([]), TermVector.of(["a"])
    assert MEASURES[measure](empty, empty) == MEASURES[measure](empty, full) == MEASURES[measure](full, empty) == 0.0


@given(VECTORS, VECTORS)
def test_measures_are_symmetric_and_bounded(a, b):
    for name, measure in MEASURES.items():
        assert measure(a, b) == pytest.approx(measure(b, a))
        assert measure(a, b) >= 0.0
        assert name == "overlap" or measure(a, b) <= 1.0


@given(VECTORS.filter(lambda vector: vector.total > 0))
def test_a_text_is_wholly_like_itself(vector):
    for measure in MEASURES.values():
        assert measure(vector, vector) == pytest.approx(1.0)


def test_vectors_survive_pickling():
    vector = TermVector.of(["a", "b", "a"])
    assert dice(pickle.loads(pickle.dumps(vector)), vector) == 1.0


def test_france_and_french_share_two_fifths_of_their_pairs():
    assert character_pairs("FRANCE", "FRENCH") == pytest.approx(0.4)
    assert character_pairs("France", "french") == pytest.approx(0.4)


def test_pairs_count_as_often_as_they_occur():
    assert character_pairs("aaaa", "aa") == pytest.approx(2 * 1 / (3 + 1))


def test_pairs_do_not_reach_over_spaces():
    assert character_pairs("ab cd", "bc") == 0.0


def test_strings_without_pairs_are_like_nothing():
    assert character_pairs("", "") == character_pairs("a b", "a b") == 0.0


@given(st.text(max_size=40), st.text(max_size=40))
def test_character_pairs_are_symmetric_and_bounded(a, b):
    assert 0.0 <= character_pairs(a, b) == character_pairs(b, a) <= 1.0
