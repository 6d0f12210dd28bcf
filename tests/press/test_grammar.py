from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.press.grammar import chance, spoken_days, written

DAYS = spoken_days(date(2026, 3, 2), "en")
WORDS = st.text(st.characters(categories=("Ll",)), min_size=1, max_size=5)
SENTENCES = st.recursive(
    WORDS,
    lambda inner: st.lists(inner, min_size=1, max_size=3).map(lambda parts: "{" + "|".join(parts) + "}"),
    max_leaves=6,
)


@settings(deadline=None)
@given(st.lists(SENTENCES, min_size=1, max_size=4), st.integers())
def test_a_sentence_is_one_of_its_alternatives_whatever_is_chosen(parts, seed):
    told = written(" ".join(parts), chance(seed), DAYS)
    assert len(told.split()) == len(parts)
    assert not set(told) & set("{|}")


@settings(deadline=None)
@given(st.integers())
def test_the_same_seed_writes_the_same_sentence(seed):
    sentence = "{a|b|c} {d|e|f} {g|{h|i}}"
    assert written(sentence, chance(seed), DAYS) == written(sentence, chance(seed), DAYS)


def test_days_are_named_by_their_number_in_the_week():
    assert written("from @0 to @6", chance(1), DAYS) == "From Monday to Sunday"
    assert written("@2 günü", chance(1), spoken_days(date(2026, 3, 2), "tr")) == "Çarşamba günü"
    assert written("siden @5", chance(1), spoken_days(date(2026, 3, 4), "no")) == "Siden mandag"
