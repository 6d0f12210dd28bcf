from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newsloom.records import Article
from newsloom.stores.search import search_query_of, snippet_of

FILLER = "Roads were discussed at length. " * 40


def snippet(text, words, language="en", **fields):
    return snippet_of(Article(text=text, language=language, **fields), search_query_of(words, [language]))


def test_the_words_around_the_first_match_are_shown():
    shown = snippet(f"{FILLER}Then the ferries came in at last. {FILLER}", "ferry")
    assert "Then the ferries came in at last. Roads" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert 25 <= len(shown.split()) <= 32


def test_a_short_text_is_shown_whole():
    assert snippet("The ferry is late.", "ferry") == "The ferry is late."


def test_without_a_match_in_the_text_its_beginning_is_shown():
    assert snippet(FILLER, "walrus", title="Walrus").startswith("Roads were discussed")


def test_a_phrase_is_found_as_a_phrase():
    text = f"The harbour was calm. {FILLER}The master was not. {FILLER}A harbour master spoke. {FILLER}"
    assert "A harbour master spoke" in snippet(text, '"harbour master"')


def test_a_phrase_is_found_across_the_runs_that_are_read_at_once():
    for before in range(60):
        text = "road " * before + "harbour master " + "road " * 60
        assert "harbour master" in snippet(text, '"harbour master"'), before


def test_paragraphs_are_joined_by_a_space():
    assert snippet("One ferry.\n\nTwo  harbours.", "harbour") == "One ferry. Two harbours."


def test_the_description_stands_in_for_a_missing_text():
    assert snippet("", "ferry", description="A ferry came.") == "A ferry came."
    assert snippet("", "ferry") == ""


def test_text_without_spaces_is_cut_around_the_match():
    text = "日本の港は静かだった。" * 100 + "新しい船が来た。" + "町の人は喜んだ。" * 100
    shown = snippet(text, "新しい船", language="ja")
    assert "新しい船" in shown
    assert len(shown) <= 400


def test_markup_in_a_text_stays_text():
    assert snippet("A <b>ferry</b> & more", "ferry") == "A <b>ferry</b> & more"


# However busy the machine is.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=400), st.text(max_size=40))
def test_any_text_has_a_snippet(text, words):
    question = search_query_of(words, ["en"])
    if question is not None:
        assert len(snippet_of(Article(text=text, language="en"), question)) <= len(text) + 2
