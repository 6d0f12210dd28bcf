from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.language import normalise_language
from newsloom.text.ngrams import SIZES, _model, likeliest_language, ngram_code


@pytest.mark.parametrize("text", ["", "a", "\ud800", "☃☃"])
def test_nothing_known_is_no_language(text):
    assert likeliest_language(text) is None


@given(st.text())
def test_any_text_has_a_known_language_or_none(text):
    assert likeliest_language(text) in {None, *_model().languages}


def test_ngrams_of_all_sizes_have_codes_of_their_own():
    assert len({ngram_code(b"\0" * size) for size in SIZES}) == len(SIZES)


def test_the_model_is_in_order():
    codes, weights, languages = _model()
    assert (np.diff(codes) > 0).all()
    assert weights.shape == (len(codes), len(languages))
    assert {normalise_language(language) for language in languages} == set(languages)
