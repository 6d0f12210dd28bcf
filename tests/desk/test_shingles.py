from __future__ import annotations

from newsloom.desk.shingles import hash_of, shingles


def test_a_shingle_is_every_run_of_four_words():
    words = "the ferry ran aground today".split()
    assert shingles(words) == {hash_of(words[:4]), hash_of(words[1:])}


def test_fewer_words_are_one_shingle_and_no_words_none():
    assert shingles(["ferry"]) == {hash_of(["ferry"])}
    assert shingles([]) == frozenset()


def test_half_a_pair_of_surrogates_has_a_hash():
    assert 0 <= hash_of(["\ud83d"]) < 2**32
