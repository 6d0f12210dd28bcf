from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extractors.test_loom_compiled import plain_form

from newsloom.text import ngrams
from newsloom.text.language import normalise_language
from newsloom.text.ngrams import SIZES, LanguageProfiles, _hashed, _model, likeliest_language, ngram_code


@pytest.mark.parametrize("text", ["", "a", "\ud800", "☃☃"])
def test_nothing_known_is_no_language(text):
    assert likeliest_language(text) is None


def use(monkeypatch, model):
    monkeypatch.setattr(ngrams, "_model", lambda: model)
    monkeypatch.setattr(ngrams, "_slots", lambda: _hashed(model.codes))


@given(st.text())
def test_any_text_has_a_known_language_or_none(text):
    assert likeliest_language(text) in {None, *_model().languages}


def test_both_forms_know_a_language_alike():
    plain = plain_form(ngrams)
    for text in ("The ferry sails again", "Fähre fährt wieder", "ФЕРРИ снова в море", "a\0b", "Færgen sejler igen"):
        assert plain.likeliest_language(text) == likeliest_language(text)


def test_of_two_languages_that_are_as_likely_the_first_is_named(monkeypatch):
    use(monkeypatch, LanguageProfiles(array("Q", [ngram_code(b"zz")]), bytes((1, 9, 9)), ("a", "b", "c")))
    assert likeliest_language("zz") == "b"
    assert likeliest_language("zy") is None


@given(st.sets(st.text("abcdefg", min_size=3, max_size=3), min_size=1))
def test_every_ngram_is_found_and_no_other(known):
    ordered = sorted(known)
    # Each n-gram speaks for a language of its own.
    weights = bytearray(len(ordered) ** 2)
    weights[:: len(ordered) + 1] = b"\1" * len(ordered)
    with pytest.MonkeyPatch.context() as patch:
        codes = array("Q", [ngram_code(one.encode()) for one in ordered])
        use(patch, LanguageProfiles(codes, bytes(weights), tuple(ordered)))
        assert [likeliest_language(one) for one in ordered] == ordered
        assert likeliest_language("abh") is None


def test_a_model_is_read_as_it_was_written():
    model = LanguageProfiles(array("Q", [1, 1 << 42]), b"\x01\xff\n\x80", ("de", "en"))
    assert LanguageProfiles.from_bytes(model.to_bytes()) == model


def test_ngrams_of_all_sizes_have_codes_of_their_own():
    assert len({ngram_code(b"\0" * size) for size in SIZES}) == len(SIZES)


def test_the_model_is_in_order():
    codes, weights, languages = _model()
    assert codes.tolist() == sorted(set(codes))
    assert len(weights) == len(codes) * len(languages)
    assert {normalise_language(language) for language in languages} == set(languages)
