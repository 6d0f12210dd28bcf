from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.keywords import Keywords, Substrings

BITS = {"ad": 1, " ad ": 2, "adverb": 4, "é": 8, "b c": 16}
TEXTS = st.text("adverb éc-İ𝔸ADÉ", max_size=30)


@given(TEXTS)
def test_every_keyword_in_a_text_is_found(text):
    wanted = 0
    for word, bits in BITS.items():
        wanted |= bits if word in f" {text.lower()} " else 0
    assert Keywords(BITS).bits_in(text) == wanted


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("ad", 2),
        ("add", 1),
        ("adverb", 4),
        ("x-ad_adverb", 2 | 4),
        ("ad\u2003adé", 2 | 1 | 8),
        ("", 0),
        ("-", 0),
        ("bad", 1),
        ("Ad-adÉ", 2 | 1 | 8),
    ],
)
def test_the_longest_keyword_of_a_word_counts(text, bits):
    assert Keywords(BITS).bits_in_words(text, "-_") == bits


@pytest.mark.parametrize(
    "bits", [{"": 1}, {"a": 0}, {"A": 1}, {"\u4e00": 1}, {str(number): 1 for number in range(20_000)}]
)
def test_keywords_that_cannot_be_looked_for_are_refused(bits):
    with pytest.raises(ValueError, match="keyword"):
        Keywords(bits)


@given(st.text("logo side-bar LOGOSIDEBAR ıſKİéğ", max_size=30))
def test_a_string_is_found_in_any_case_as_an_expression_finds_it(text):
    strings = ("logo", "side-bar", "sidebar", "k", "ğ")
    found = re.search("|".join(map(re.escape, strings)), text, re.IGNORECASE)
    assert Substrings(*strings).is_any_in(text) == (found is not None)
