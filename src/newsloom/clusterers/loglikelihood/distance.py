"""Computes the information lost when two articles are merged, as a distance in nats.

A text is most likely under its own unigram model; a common model makes two texts less likely, and the difference is
their distance. Nothing is grouped here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from newsloom.clusterers.termtable import Postings, TermTable

__all__ = ["distance", "distance_matrix", "log_likelihood"]


def log_likelihood(words: Sequence[str]) -> float:
    """LL(X) = sum of c log c over the words, minus N log N; 0 for no words and for one word repeated."""
    return math.fsum(count * math.log(count) for count in Counter(words).values()) - _count_log_count(len(words))


def distance(a: Sequence[str], b: Sequence[str]) -> float:
    """d(A, B) = LL(A) + LL(B) - LL(A with B); 0 if both use words in the same proportions."""
    return max(0.0, log_likelihood(a) + log_likelihood(b) - log_likelihood([*a, *b]))


def distance_matrix(table: TermTable, *, per_word: bool = False) -> NDArray[np.float32]:
    """The ``distance`` of every pair of documents; quadratic, for a few thousand documents.

    Words that only one of the two has cancel out, so only shared words are summed. ``per_word`` divides by the number
    of words of both, which gives the loss for each word.
    """
    postings, totals = Postings.of(table), table.totals
    matrix = np.empty((table.size, table.size), dtype=np.float32)
    for document in range(table.size):
        own = table.row(document)
        shared = postings.sums(table.terms[own], table.counts[own], _gain)
        lost = np.maximum(0.0, _gain(totals[document], totals) - shared)
        matrix[document] = lost / np.maximum(totals[document] + totals, 1) if per_word else lost
    # Averages the two values of each pair, because a tree needs a matrix that is symmetric to the last digit.
    matrix += matrix.T.copy()
    matrix /= 2
    return matrix


def _gain(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.float64]:
    """(a + b) log (a + b) - a log a - b log b."""
    return _x_log_x(a + b) - _x_log_x(a) - _x_log_x(b)


def _x_log_x(x: NDArray[np.int64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.multiply(x, np.log(np.maximum(x, 1)), dtype=np.float64)
    return found


def _count_log_count(count: int) -> float:
    return count * math.log(count) if count else 0.0
