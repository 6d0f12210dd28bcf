"""Computes LBNEST's distance of two documents, from 0 to 1, from their tokens (section V.C).

The distance is one minus a similarity: the sum, over the distinct tokens that both have, of the square root of the
product of their counts, divided by the product of the documents' lengths. A length is the square root of the number of
tokens. Nothing is grouped here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from newsloom.clusterers.termtable import Postings, TermTable
from newsloom.text.casing import lower

__all__ = ["COMMON_VERBS", "distance", "distance_matrix", "root_product", "split_tokens"]

# The paper: "common verbs such as is, was, were, etc"; the rest of the list is ours.
COMMON_VERBS: Final = tuple(
    "am are be been being can could did do does done had has have is may might must shall should was were will "
    "would".split()
)
_PUNCTUATION: Final = ".,"


def split_tokens(text: str, *, common_verbs: Collection[str] = COMMON_VERBS, language: str | None = None) -> list[str]:
    """The tokens between spaces in lower case, without common verbs or the full stops and commas at their ends."""
    bare = (token.strip(_PUNCTUATION) for token in lower(text, language).split())
    return [token for token in bare if token and token not in common_verbs]


def distance(a: Sequence[str], b: Sequence[str]) -> float:
    """From 0 for the same shares of tokens to 1 for no common token; a document without tokens has 1 from all."""
    counts_of_a, counts_of_b = Counter(a), Counter(b)
    shared = counts_of_a.keys() & counts_of_b.keys()
    if not shared:
        return 1.0
    # Summed exactly: the order of a set of strings differs between runs, and would show in the last digit.
    products = math.fsum(math.sqrt(counts_of_a[token] * counts_of_b[token]) for token in shared)
    # Rounding may make the similarity of equal documents slightly more than 1.
    return max(0.0, 1.0 - products / (math.sqrt(len(a)) * math.sqrt(len(b))))


def distance_matrix(table: TermTable) -> NDArray[np.float32]:
    """The ``distance`` of every pair of documents; quadratic in time and memory, for a few thousand documents."""
    postings, lengths = Postings.of(table), np.sqrt(np.maximum(table.totals, 1))
    matrix = np.empty((table.size, table.size), dtype=np.float32)
    for document in range(table.size):
        own = table.row(document)
        products = postings.sums(table.terms[own], table.counts[own], root_product)
        matrix[document] = np.maximum(0.0, 1.0 - products / (lengths[document] * lengths))
    # Averages the two values of each pair, because a tree needs a matrix that is symmetric to the last digit.
    matrix += matrix.T.copy()
    matrix /= 2
    return matrix


def root_product(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.float64]:
    """The square roots of the products of two rows of counts."""
    roots: NDArray[np.float64] = np.sqrt(a * b)
    return roots
