"""Makes tf-idf vectors of length 1, as sparse rows, from articles or front page items.

The weight of a word is its count in the item times its inverse document frequency. Stop words are left out and words
are not stemmed, as in the news item paper (3.2.2 and figure 7). ``related_items`` is its section 5.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.termtable import TermTable, count_terms, flat_ranges
from newsloom.clusterers.texts import full_text, languages_of
from newsloom.records import Story
from newsloom.text.stopwords import stop_words
from newsloom.text.tokens import terms_of_each

__all__ = ["VOCABULARY", "ItemVectors", "related_items", "weigh"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float32]

# The number of words kept, those in most items; a thousand concept vectors of this many take 80 MB.
VOCABULARY: Final = 20_000
# Items whose words are extracted at once.
_CHUNK: Final = 1_000
# Numbers written at once for products with centres: 1 MB stays in the processor's cache, 32 MB take 3.6 times as long.
_BATCH: Final = 250_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemVectors:
    """The weights of ``words`` in each item, row by row; an item without words has an empty row."""

    words: tuple[str, ...]
    starts: Integers
    terms: Integers
    weights: Floats

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def dimensions(self) -> int:
        return len(self.words)

    @property
    def rows(self) -> Integers:
        """The item of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def only(self, items: Integers) -> ItemVectors:
        """The vectors of some items."""
        entries = flat_ranges(self.starts, items)
        starts = np.concatenate([[0], np.cumsum(np.diff(self.starts)[items])])
        return ItemVectors(words=self.words, starts=starts, terms=self.terms[entries], weights=self.weights[entries])

    def products(self, centres: Floats) -> Iterator[tuple[slice, Floats]]:
        """The dot products of all items with all centres (rows of length ``dimensions``), some items at a time."""
        by_word = np.ascontiguousarray(centres.T)
        step = _BATCH // max(1, len(centres))
        first = 0
        while first < len(self):
            last = max(first + 1, int(np.searchsorted(self.starts, self.starts[first] + step, side="right")) - 1)
            yield slice(first, last), self._products(first, last, by_word)
            first = last

    def _products(self, first: int, last: int, by_word: Floats) -> Floats:
        here = slice(int(self.starts[first]), int(self.starts[last]))
        found = np.zeros((last - first, by_word.shape[1]), dtype=np.float32)
        filled = np.flatnonzero(np.diff(self.starts[first : last + 1]))
        if len(filled):
            parts = by_word[self.terms[here]] * self.weights[here, None]
            found[filled] = np.add.reduceat(parts, self.starts[first + filled] - self.starts[first], axis=0)
        return found

    def own_products(self, centres: Floats, homes: Integers) -> Floats:
        """The dot product of each item with the centre it belongs to."""
        parts = centres[homes[self.rows], self.terms] * self.weights
        return np.bincount(self.rows, weights=parts, minlength=len(self)).astype(np.float32)

    def centres(self, homes: Integers, count: int) -> Floats:
        """The concept vector of each cluster: the sum of its items, scaled to length 1; zeros for an empty cluster."""
        sums = np.zeros((count, self.dimensions), dtype=np.float32)
        np.add.at(sums, (homes[self.rows], self.terms), self.weights)
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        sums /= np.maximum(lengths, np.finfo(np.float32).tiny)
        return sums

    def point(self, item: int) -> Floats:
        """The dense vector of one item."""
        here = slice(int(self.starts[item]), int(self.starts[item + 1]))
        full = np.zeros(self.dimensions, dtype=np.float32)
        full[self.terms[here]] = self.weights[here]
        return full


def weigh(
    articles: Sequence[ArticleOrItem],
    *,
    extra_stop_words: Sequence[str] = (),
    vocabulary: int = VOCABULARY,
    numbers: bool = True,
) -> ItemVectors:
    """The vectors of articles or items, each in its own language; ``numbers`` says whether numbers count as words."""
    terms = _terms(articles, extra_stop_words)
    table = count_terms(terms if numbers else ([word for word in one if not word.isdecimal()] for one in terms))
    frequencies = table.document_frequencies
    commonest = np.sort(np.argsort(-frequencies, kind="stable")[:vocabulary])
    number = np.full(len(table.words), -1)
    number[commonest] = np.arange(len(commonest))
    is_kept = number[table.terms] >= 0
    return _normalised(table, is_kept, number, frequencies)


def related_items(
    vectors: ItemVectors, stories: Sequence[Story], item: int, *, count: int = 10
) -> tuple[tuple[int, float], ...]:
    """The other members of the item's story, most similar first, each with its cosine similarity to the item."""
    story = next((story for story in stories if item in story.members), None)
    others = np.array([member for member in story.members if member != item] if story else [], dtype=np.int64)
    found = [products[:, 0] for _, products in vectors.only(others).products(vectors.point(item)[None, :])]
    similarity = np.concatenate(found) if found else np.empty(0, dtype=np.float32)
    nearest = np.argsort(-similarity, kind="stable")[:count]
    return tuple((int(others[place]), min(1.0, float(similarity[place]))) for place in nearest)


def _normalised(table: TermTable, is_kept: NDArray[np.bool_], number: Integers, frequencies: Integers) -> ItemVectors:
    rows, terms = table.rows[is_kept], table.terms[is_kept]
    # One is added, or items that are all the same would have no words at all.
    weights = table.counts[is_kept] * np.log((table.size + 1) / frequencies[terms])
    lengths = np.sqrt(np.bincount(rows, weights=weights * weights, minlength=table.size))
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=table.size))])
    words = tuple(word for word, place in zip(table.words, number, strict=True) if place >= 0)
    scaled = (weights / lengths[rows]).astype(np.float32)
    return ItemVectors(words=words, starts=starts, terms=number[terms], weights=scaled)


def _terms(articles: Sequence[ArticleOrItem], extra: Sequence[str]) -> Iterator[list[str]]:
    """The words of each item, in order; consecutive items of one language are read together, which is faster."""
    for language, run in groupby(zip(languages_of(articles), articles, strict=True), key=lambda pair: pair[0]):
        unwanted = stop_words(language, extra)
        texts = [full_text(article) for _, article in run]
        for start in range(0, len(texts), _CHUNK):
            yield from terms_of_each(texts[start : start + _CHUNK], language=language, stop_words=unwanted, stem=False)
