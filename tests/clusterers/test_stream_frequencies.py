from __future__ import annotations

import numpy as np
import pytest

from newsloom.clusterers.stream import StreamClusterer
from newsloom.clusterers.stream.frequencies import DocumentFrequencies
from newsloom.clusterers.stream.sparse import SparseRows
from newsloom.records import Article

SHARES = np.zeros(3, np.float32)


def _rows(rows: list[list[int]]) -> SparseRows:
    numbers = [number for number, row in enumerate(rows) for _ in row]
    columns = [column for row in rows for column in row]
    weights = np.ones(len(columns), np.float32)
    return SparseRows.of(np.array(numbers, np.int32), np.array(columns, np.int32), weights, len(rows))


def test_a_word_is_as_common_as_in_the_language_where_it_is_most_common():
    frequencies = DocumentFrequencies()
    frequencies.count(_rows([[0], [0]]), ["no", "no"])
    frequencies.count(_rows([[1], [1], [1, 2]]), ["en", "en", "en"])
    assert frequencies.document_shares(0, SHARES) == pytest.approx([2 / 402, 3 / 403, 1 / 403])
    assert frequencies.document_shares(1, SHARES[1:]) == pytest.approx([3 / 403, 1 / 403])


def test_of_one_language_all_articles_count():
    frequencies = DocumentFrequencies()
    frequencies.count(_rows([[0], [0, 1]]), [None, None])
    shares = np.array([0.5, 0.5, 0.5], np.float32)
    assert frequencies.document_shares(0, shares) == pytest.approx([202 / 402, 201 / 402, 200 / 402])


def test_a_copy_does_not_grow():
    frequencies = DocumentFrequencies()
    frequencies.count(_rows([[0]]), ["en"])
    copy = frequencies.copy()
    frequencies.count(_rows([[0]]), ["en"])
    assert copy.document_shares(0, SHARES[:1]) == pytest.approx([1 / 401])


def test_languages_beyond_count_are_counted_together():
    frequencies = DocumentFrequencies()
    names = [f"l{number}" for number in range(400)]
    frequencies.count(_rows([[0]] * 400), names)
    assert len(frequencies.articles) < 20
    assert sum(frequencies.articles.values()) == 400


def test_small_words_of_a_language_do_not_explain_a_story():
    """In a language without a table of news at large, among more articles of another."""
    english = [Article(text=f"Report{n} tells of matter{n} and person{n}.", language="en") for n in range(600)]
    small = [Article(text=f"dobi kama sak{n} navn{n} ting{n} sted{n}.", language="sw") for n in range(200)]
    story = [
        Article(text=f"dobi kama brann havn Norvik Lind dobi kama brann {n}", language="sw")
        for n in ("en", "to", "tre")
    ]
    stories = StreamClusterer().assign([*english, *small, *story], ())
    (found,) = (one for one in stories if 800 in one.members)
    assert {word for word, _ in found.words[:4]} == {"brann", "havn", "norvik", "lind"}
    assert not {"dobi", "kama"} & {word for word, _ in found.words[:6]}
