from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.composition import compose

# Marks above and below, one of two parts, one that counts as a letter until it is taken apart, and the
# letters and stops they stand between.
_SIGNS = "\u0301\u0323\u0344\u0345\u0f73\u093cae.\u1ead "


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
