"""Reduces sparse vectors to short dense ones by singular value decomposition (news item paper, 5.1).

It uses the random projection of Halko, Martinsson and Tropp (2011), because the exact decomposition of a hundred
thousand items does not end. Nothing is grouped here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from newsloom.clusterers.concepts.vectors import ItemVectors

__all__ = ["DensePoints", "reduce"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float32]

# Halko et al., sections 4.2 and 4.5: a few dimensions more than wanted, and powers for values that fall slowly.
_OVERSAMPLING: Final = 10
_POWERS: Final = 2
_BATCH: Final = 8_000_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DensePoints:
    """Rows of length 1, or of zeros."""

    matrix: Floats

    def __len__(self) -> int:
        return len(self.matrix)

    def only(self, items: Integers) -> DensePoints:
        return DensePoints(matrix=self.matrix[items])

    def products(self, centres: Floats) -> Iterator[tuple[slice, Floats]]:
        step = max(1, _BATCH // max(1, len(centres)))
        for first in range(0, len(self), step):
            here = slice(first, min(first + step, len(self)))
            yield here, self.matrix[here] @ centres.T

    def centres(self, homes: Integers, count: int) -> Floats:
        sums = np.zeros((count, self.matrix.shape[1]), dtype=np.float32)
        np.add.at(sums, homes, self.matrix)
        return _unit(sums)

    def point(self, item: int) -> Floats:
        found: Floats = self.matrix[item]
        return found


def reduce(vectors: ItemVectors, dimensions: int, *, seed: int) -> DensePoints:
    """The items in the space of the largest singular values."""
    wanted = min(dimensions + _OVERSAMPLING, vectors.dimensions, len(vectors))
    start = np.random.default_rng(seed).standard_normal((wanted, vectors.dimensions)).astype(np.float32)
    basis = np.linalg.qr(_times(vectors, start))[0]
    for _ in range(_POWERS):
        across = np.linalg.qr(_times_turned(vectors, basis))[0]
        basis = np.linalg.qr(_times(vectors, across.T))[0]
    left, values, _ = np.linalg.svd(_times_turned(vectors, basis).T, full_matrices=False)
    return DensePoints(matrix=_unit((basis @ left * values)[:, :dimensions].astype(np.float32)))


def _times(vectors: ItemVectors, rows: Floats) -> Floats:
    """The products of all items with each row."""
    return np.concatenate([products for _, products in vectors.products(rows)])


def _times_turned(vectors: ItemVectors, columns: Floats) -> Floats:
    """For each word the sum of the items' rows of ``columns``, weighted by the word's weight in each item."""
    order = np.argsort(vectors.terms, kind="stable")
    terms, rows, weights = vectors.terms[order], vectors.rows[order], vectors.weights[order]
    found = np.zeros((vectors.dimensions, columns.shape[1]), dtype=np.float32)
    step = max(1, _BATCH // columns.shape[1])
    for first in range(0, len(terms), step):
        here = slice(first, first + step)
        firsts = np.flatnonzero(np.diff(terms[here], prepend=-1))
        sums = np.add.reduceat(columns[rows[here]] * weights[here, None], firsts, axis=0)
        found[terms[here][firsts]] += sums
    return found


def _unit(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: Floats = rows / np.maximum(lengths, np.finfo(np.float32).tiny)
    return found
