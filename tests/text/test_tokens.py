from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.tokens import terms, tokens, words


def test_words_are_as_written():
    assert words("Don't panic: it's 2012_a!") == ["Don", "t", "panic", "it", "s", "2012_a"]


@pytest.mark.parametrize("written", ["Don't we're", "Don’t we’re"])
def test_inner_apostrophes_stay(written):
    assert tokens(written, "en") == ["don't", "we're"]


def test_quotation_marks_are_no_part_of_a_word():
    assert tokens("He said 'never' and ’no’") == ["he", "said", "never", "and", "no"]


def test_turkish_suffix_goes_with_its_apostrophe():
    assert tokens("Ali'nin İstanbul’daki evi", "tr") == ["ali", "istanbul", "evi"]


def test_french_and_italian_elisions_are_words_of_their_own():
    assert tokens("L'homme d’État", "fr") == ["l", "homme", "d", "état"]
    assert terms("dell'arte", language="it", stem=False) == ["arte"]


def test_accents_are_composed():
    assert tokens("Cafe\u0301") == ["café"]


def test_text_without_spaces_becomes_pairs_of_characters():
    assert tokens("東京都 新") == ["東京", "京都", "新"]
    assert tokens("ภาษา") == ["ภา", "าษ", "ษา"]


def test_latin_word_beside_han_stays_whole():
    assert tokens("新型iPhone発売") == ["新型", "iphone", "発売"]


def test_words_leaves_text_without_spaces_whole():
    assert words("東京都") == ["東京都"]


def test_vowel_signs_do_not_break_hindi_and_arabic_words():
    assert tokens("हिन्दी समाचार") == ["हिन्दी", "समाचार"]
    assert tokens("مُحَمَّد") == ["مُحَمَّد"]


def test_terms_are_stems_without_stop_words():
    assert terms("The ministers were running", language="en") == ["minist", "run"]


def test_possessive_meets_its_noun_in_english():
    assert terms("The minister's", language="en") == terms("minister", language="en")


def test_stems_can_be_left_out():
    assert terms("The ministers were running", language="en", stem=False) == ["ministers", "running"]


def test_own_stop_words_replace_the_list():
    assert terms("The end", language="en", stop_words=frozenset({"end"}), stem=False) == ["the"]
    assert terms("The end", language="en", stop_words=(), stem=False) == ["the", "end"]


def test_terms_of_an_unknown_language_are_its_tokens():
    assert terms("Nuqneq jatlh") == ["nuqneq", "jatlh"]


@given(st.text(), st.sampled_from([None, "en", "tr", "fr", "ja"]))
def test_tokens_are_never_empty_and_hold_no_space(text, language):
    assert all(token and not any(map(str.isspace, token)) for token in tokens(text, language))


@given(st.text(alphabet="abcIİ’' .é"), st.sampled_from([None, "en", "tr", "fr"]))
def test_tokens_of_tokens_are_the_same(text, language):
    once = tokens(text, language)
    assert tokens(" ".join(once), language) == once


@pytest.mark.parametrize("piece", ["a'", "'", "東", "a\u0301", "ก'"])
def test_long_hostile_text_takes_linear_time(piece):
    began = time.process_time()
    tokens(piece * 500_000)
    # Quadratic time would be hours. Of this process alone: the machine may have other work.
    assert time.process_time() - began < 10
