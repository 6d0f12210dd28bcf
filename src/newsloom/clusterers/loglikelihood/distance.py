"""The information lost when two articles become one: words in, a distance in nats out.

A unigram model of its own makes a text as likely as it can be; a model for two texts makes both less likely, and
by how much is their distance. It groups nothing.
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
    """LL(X) = sum of c log c over the words, less N log N; 0 for nothing and for one word repeated."""
    return math.fsum(count * math.log(count) for count in Counter(words).values()) - _count_log_count(len(words))


def distance(a: Sequence[str], b: Sequence[str]) -> float:
    """d(A, B) = LL(A) + LL(B) - LL(A with B); 0 where both use words in the same proportions."""
    return max(0.0, log_likelihood(a) + log_likelihood(b) - log_likelihood([*a, *b]))


def distance_matrix(table: TermTable, *, per_word: bool = False) -> NDArray[np.float32]:
    """``distance`` of every two documents: quadratic, for a few thousand of them.

    Words that only one of the two holds cancel out, and so only shared words are summed. ``per_word`` divides by the
    words of both: what is lost of each word, and not of the whole.
    """
    postings, totals = Postings.of(table), table.totals
    matrix = np.empty((table.size, table.size), dtype=np.float32)
    for document in range(table.size):
        own = table.row(document)
        shared = postings.sums(table.terms[own], table.counts[own], _gain)
        lost = np.maximum(0.0, _gain(totals[document], totals) - shared)
        matrix[document] = lost / np.maximum(totals[document] + totals, 1) if per_word else lost
    # Half of each pair's two sums, for a tree needs a symmetric matrix to the last digit.
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
