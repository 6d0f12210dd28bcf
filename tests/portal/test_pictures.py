"""Pictures for stories that have none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.portal.pictures import DRAFTS, HUES, caption_of, woven


@given(st.text())
def test_every_name_has_a_pattern_and_keeps_it(name):
    weave = woven(name)
    assert weave == woven(name)
    assert (weave.hue in range(HUES), weave.draft in range(DRAFTS)) == (True, True)


@pytest.mark.parametrize(
    ("words", "caption"),
    [
        ((("83", 0.9), ("ferry", 0.5)), "ferry"),
        ((("İnşaat", 0.9),), "İnşaat"),
        ((("2", 1.0), ("x", 0.5)), ""),
        ((), ""),
    ],
    ids=["a number", "a word", "nothing but signs", "nothing"],
)
def test_a_picture_shows_the_first_word_that_is_one(words, caption):
    assert caption_of(words) == caption
