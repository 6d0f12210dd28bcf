from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.casing import compose, fold, lower, upper

LANGUAGES = st.sampled_from([None, "en", "no", "tr", "az"])
# Letters whose case changes go wrong in one language or another, and marks that may follow them.
TRICKY = st.text(alphabet=st.one_of(st.sampled_from("iIıİßſΣσςΐᾳǅ\u0307\u0323\u0301\u0345"), st.characters()))
# Marks above and below, one of two parts, one that counts as a letter until it is taken apart, and the
# letters and stops they stand between.
_SIGNS = "\u0301\u0323\u0344\u0345\u0f73\u093cae.\u1ead "


def test_turkish_keeps_dotted_and_dotless_i_apart():
    assert lower("DİYARBAKIR", "tr") == "diyarbakır"
    assert upper("diyarbakır", "tr") == "DİYARBAKIR"


def test_azeri_has_the_turkish_letters():
    assert lower("BAKI İLİ", "az") == "bakı ili"


def test_ascii_capital_i_is_dotless_in_turkish():
    assert lower("ISPARTA", "tr") == "ısparta"
    assert fold("ISPARTA", "tr") == "ısparta"


@pytest.mark.parametrize("language", [None, "en", "tr"])
@pytest.mark.parametrize("written", ["İstanbul", "I\u0307stanbul", "İ\u0307stanbul"])
def test_dotted_capital_leaves_no_stray_dot(language, written):
    assert lower(written, language) == "istanbul"
    assert fold(written, language) == "istanbul"


def test_norwegian_letters_change_case():
    assert lower("ÆØÅ", "no") == "æøå"
    assert upper("æøå", "no") == "ÆØÅ"


def test_capital_i_is_dotted_outside_turkish():
    assert lower("IRAN", "en") == lower("IRAN") == "iran"
    assert lower("IRÁN") == "irán"


def test_decomposed_small_i_becomes_one_turkish_capital():
    assert upper("i\u0307zmir", "tr") == "İZMİR"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ørsted", "ØRSTED"), ("Straße", "STRASSE"), ("café", "CAFE\u0301"), ("ΟΔΟΣ", "οδος"), ("i̇stanbul", "İSTANBUL")],
)
def test_spellings_of_one_word_fold_alike(one, other):
    assert fold(one) == fold(other)


def test_folding_keeps_accents():
    assert fold("résumé") != fold("resume")


@given(TRICKY, LANGUAGES)
def test_casing_twice_is_casing_once(text, language):
    for change in (lower, upper, fold):
        once = change(text, language)
        assert change(once, language) == once


@given(TRICKY, LANGUAGES)
def test_composition_does_not_matter_to_folding(text, language):
    assert fold(unicodedata.normalize("NFD", text), language) == fold(unicodedata.normalize("NFC", text), language)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_ascii_outside_turkish_is_plain_lower(text):
    assert lower(text, "en") == text.lower()


@given(st.text(st.sampled_from(_SIGNS), max_size=200))
def test_composed_text_is_unicodes_form_c(text):
    assert compose(text) == unicodedata.normalize("NFC", text)


@given(st.text(st.sampled_from("\u0301\u0323\u0344\u0345\u0f73\u093c"), min_size=31, max_size=200))
def test_piles_of_marks_lose_none(pile):
    assert compose("a" + pile) == unicodedata.normalize("NFC", "a" + pile)


@pytest.mark.parametrize("marks", ["\u0301\u0323", "\u0344\u0323", "\u0f73", "\u0323\u0301"])
def test_a_million_marks_on_one_letter_take_linear_time(marks):
    text = "a" + marks * (1_000_000 // len(marks))
    begun = time.process_time()
    compose(text)
    assert time.process_time() - begun < 3.0
