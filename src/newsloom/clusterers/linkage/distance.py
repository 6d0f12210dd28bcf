"""LBNEST's distance of two documents (section V.C): texts in, tokens and numbers from 0 to 1 out.

One minus the sum, over the distinct tokens both have, of the square root of the product of their counts, over the
product of the documents' lengths; a length is the square root of the number of tokens. It groups nothing.
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
    """What stands between spaces, without full stops, commas and common verbs, in lower case."""
    bare = (token.strip(_PUNCTUATION) for token in lower(text, language).split())
    return [token for token in bare if token and token not in common_verbs]


def distance(a: Sequence[str], b: Sequence[str]) -> float:
    """From 0, the same counts, to 1, no token in common; a document without tokens is like nothing."""
    counts_of_a, counts_of_b = Counter(a), Counter(b)
    shared = counts_of_a.keys() & counts_of_b.keys()
    if not shared:
        return 1.0
    # Summed exactly, or the order of a set of strings, which differs between runs, would show in the last digit.
    products = math.fsum(math.sqrt(counts_of_a[token] * counts_of_b[token]) for token in shared)
    # Rounding may carry the similarity of equal documents a hair past 1.
    return max(0.0, 1.0 - products / (math.sqrt(len(a)) * math.sqrt(len(b))))


def distance_matrix(table: TermTable) -> NDArray[np.float32]:
    """``distance`` of every two documents: quadratic in memory too, for a few thousand of them."""
    postings, lengths = Postings.of(table), np.sqrt(np.maximum(table.totals, 1))
    matrix = np.empty((table.size, table.size), dtype=np.float32)
    for document in range(table.size):
        own = table.row(document)
        products = postings.sums(table.terms[own], table.counts[own], root_product)
        matrix[document] = np.maximum(0.0, 1.0 - products / (lengths[document] * lengths))
    # Half of each pair's two sums, for a tree needs a symmetric matrix to the last digit.
    matrix += matrix.T.copy()
    matrix /= 2
    return matrix


def root_product(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.float64]:
    """The square roots of the products of two rows of counts."""
    roots: NDArray[np.float64] = np.sqrt(a * b)
    return roots
