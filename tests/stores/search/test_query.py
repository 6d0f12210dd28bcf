from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newsloom.stores.search import LanguageQuery, SearchQuery, search_query_of


def phrases(words, *languages):
    question = search_query_of(words, languages or ("en",))
    return None if question is None else [part.phrases for part in question.by_language]


def test_words_become_stems():
    assert phrases("ferries running") == [(("ferri",), ("run",))]


def test_words_in_quotes_stay_together():
    assert phrases('"running ferries" harbour') == [(("run", "ferri"), ("harbour",))]


@pytest.mark.parametrize("words", ["“running ferries”", "„running ferries“", "«running ferries»", '"running ferries'])
def test_any_quotes_will_do_and_the_last_may_be_missing(words):
    assert phrases(words) == [(("run", "ferri"),)]


def test_a_word_of_several_parts_is_a_phrase():
    assert phrases("covid-19") == [(("covid", "19"),)]


def test_the_same_word_is_asked_for_once():
    assert phrases("ferry ferries FERRY") == [(("ferri",),)]


def test_a_minus_in_front_makes_a_word_unwanted():
    assert search_query_of('ferry -late -"harbour master"', ["en"]) == SearchQuery(
        by_language=(LanguageQuery(tags=("en",), phrases=(("ferri",),), unwanted=(("late",), ("harbour", "master"))),)
    )


def test_a_minus_within_a_word_is_none():
    assert search_query_of("mary-ann", ["en"]).by_language[0].unwanted == ()


def test_languages_that_ask_alike_share_a_way():
    question = search_query_of("Oslo", ["de", "no", None])
    assert [part.tags for part in question.by_language] == [("de", "no", "und")]


def test_languages_with_stems_of_their_own_ask_in_their_own_way():
    question = search_query_of("koşullar", ["tr", "en"])
    assert {part.tags: part.phrases for part in question.by_language} == {
        ("tr",): (("koşul",),),
        ("en",): (("koşullar",),),
    }


def test_a_word_that_says_nothing_in_a_language_is_not_asked_for_in_it():
    assert {part.tags: part.phrases for part in search_query_of("die hard", ["en", "de"]).by_language} == {
        ("en",): (("die",), ("hard",)),
        ("de",): (("hard",),),
    }


def test_what_is_unwanted_is_said_in_each_language():
    by_language = search_query_of("Oslo -koşullar", ["tr", "en"]).by_language
    assert {part.tags: part.unwanted for part in by_language} == {("tr",): (("koşul",),), ("en",): (("koşullar",),)}


def test_the_turkish_i_is_known_by_the_language():
    assert phrases("IŞIK", "tr") == phrases("ışık", "tr")
    assert phrases("İSTANBUL", "tr") == phrases("istanbul", "tr")


@pytest.mark.parametrize("words", ["", "   ", "the", "-ferry", '""', "?!", "- -", "🗞"])
def test_a_question_for_nothing_is_none(words):
    assert search_query_of(words, ["en"]) is None


def test_a_question_without_end_is_read_as_far_as_its_beginning():
    question = search_query_of(" ".join(f"word{number}" for number in range(100_000)), ["en"])
    assert len(question.by_language[0].phrases) == 20
    assert len(search_query_of("x" * 10_000_000, ["en"]).by_language[0].phrases[0][0]) == 40


# However busy the machine is.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=200), st.lists(st.none() | st.sampled_from(["en", "tr", "no", "ja", "x-unknown"]), max_size=4))
def test_any_text_is_a_question_or_none(words, languages):
    question = search_query_of(words, languages)
    assert question is None or all(part.phrases and all(part.phrases) for part in question.by_language)
