from __future__ import annotations

from importlib import resources

import pytest

from newsloom.text.stopwords import stop_words
from newsloom.text.tokens import tokens

FILES = resources.files("newsloom.text").joinpath("data", "stopwords").iterdir()
LISTED = sorted(file.name.removesuffix(".txt") for file in FILES)


def test_turkish_list_has_the_217_words_of_table_a1():
    turkish = stop_words("tr")
    assert len(turkish) == 217
    assert {"acaba", "birkaçı", "dolayısıyla", "hepsini", "şöyle", "zira"} <= turkish


def test_english_list_has_the_221_words_of_table_a2():
    english = stop_words("en")
    assert len(english) == 221
    assert {"a", "arent", "lets", "can't", "cannot", "we're", "yourselves", "you've", "says"} <= english


@pytest.mark.parametrize("language", LISTED)
def test_every_list_holds_tokens_of_its_language(language):
    for word in stop_words(language):
        assert tokens(word, language) == [word]


def test_snowball_languages_of_the_press_have_lists():
    assert {"da", "de", "es", "fi", "fr", "hu", "it", "nl", "no", "pt", "ru", "sv"} <= set(LISTED)


@pytest.mark.parametrize(("language", "words"), [("no", "under fem sier"), ("da", "fem siger"), ("sv", "fem säger")])
def test_numbers_and_what_somebody_says_are_no_topics(language, words):
    assert set(words.split()) <= stop_words(language)


def test_unknown_language_has_no_stop_words():
    assert stop_words("tlh") == stop_words(None) == stop_words("") == frozenset()


def test_language_is_no_way_out_of_the_data_folder():
    assert stop_words("../abbreviations/en") == frozenset()


def test_language_may_be_a_tag():
    assert stop_words("nb-NO") == stop_words("no") != frozenset()


def test_own_words_are_added_in_lower_case():
    assert stop_words("tr", ["IŞIK"]) == stop_words("tr") | {"ışık"}
    assert stop_words(None, ["Advertisement"]) == {"advertisement"}


def test_comments_are_not_words():
    assert not any("#" in word or " " in word for language in LISTED for word in stop_words(language))
