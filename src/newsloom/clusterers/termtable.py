"""Counts terms in documents, in arrays by document (``TermTable``) and by term (``Postings``).

The two published distances and the concept vectors are sums over shared terms, which these tables provide. Splitting
texts into terms and weighting terms are done elsewhere.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Postings", "TermTable", "count_terms", "flat_ranges"]

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class TermTable:
    """Rows are documents: ``terms[starts[row]:starts[row + 1]]`` are numbers of ``words``, with their ``counts``."""

    words: tuple[str, ...]
    starts: Integers
    terms: Integers
    counts: Integers

    @property
    def size(self) -> int:
        return len(self.starts) - 1

    @property
    def rows(self) -> Integers:
        """The document of each entry."""
        return np.repeat(np.arange(self.size), np.diff(self.starts))

    @property
    def totals(self) -> Integers:
        """The number of terms in each document, with repetitions."""
        return np.bincount(self.rows, weights=self.counts, minlength=self.size).astype(np.int64)

    @property
    def document_frequencies(self) -> Integers:
        return np.bincount(self.terms, minlength=len(self.words))

    def row(self, document: int) -> slice:
        return slice(int(self.starts[document]), int(self.starts[document + 1]))

    def only(self, documents: Integers) -> TermTable:
        """The table of some documents, with the same words."""
        entries = flat_ranges(self.starts, documents)
        starts = np.concatenate([[0], np.cumsum(np.diff(self.starts)[documents])])
        return TermTable(words=self.words, starts=starts, terms=self.terms[entries], counts=self.counts[entries])


@dataclass(frozen=True, slots=True, kw_only=True)
class Postings:
    """The inverted table: for each term the documents that contain it, in order, and how often."""

    size: int
    starts: Integers
    documents: Integers
    counts: Integers

    @classmethod
    def of(cls, table: TermTable) -> Postings:
        order = np.argsort(table.terms, kind="stable")
        starts = np.concatenate([[0], np.cumsum(table.document_frequencies)])
        return cls(size=table.size, starts=starts, documents=table.rows[order], counts=table.counts[order])

    def sums(self, terms: Integers, counts: Integers, product: Callable[[Integers, Integers], Numbers]) -> Numbers:
        """For every document, the sum of ``product(given count, its count)`` over the given terms it contains."""
        entries = flat_ranges(self.starts, terms)
        given = np.repeat(counts, np.diff(self.starts)[terms])
        values = product(given, self.counts[entries])
        found: Numbers = np.bincount(self.documents[entries], weights=values, minlength=self.size).astype(np.float64)
        return found


def count_terms(documents: Iterable[Iterable[str]]) -> TermTable:
    """The table of documents given as lists of terms; words are numbered in the order they occur."""
    numbers: dict[str, int] = {}
    starts, terms, counts = array("q", [0]), array("q"), array("q")
    for document in documents:
        counted = Counter(document)
        terms.extend([numbers.setdefault(term, len(numbers)) for term in counted])
        counts.extend(counted.values())
        starts.append(len(terms))
    return TermTable(words=tuple(numbers), starts=_integers(starts), terms=_integers(terms), counts=_integers(counts))


def flat_ranges(starts: Integers, wanted: Integers) -> Integers:
    """The indexes of the entries of the wanted rows, one row after the other."""
    firsts = starts[wanted]
    lengths = starts[wanted + 1] - firsts
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(firsts - (ends - lengths), lengths) + np.arange(total)


def _integers(values: array[int]) -> Integers:
    return np.array(values, dtype=np.int64)
