"""Rows of one width that grow in number: one row of entries at a time in, many at a time out.

What a window keeps of its articles, a few hundred bytes each: columns and weights side by side, shorter rows filled up
with weights of 0. Weights are kept to three digits.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.rows import Rows, grown

__all__ = ["Columns", "Shelf", "Weights"]

Columns = npt.NDArray[np.int32]
Weights = npt.NDArray[np.float32]


class Shelf:
    """Rows of at most ``width`` entries, by number."""

    def __init__(self, rows: Rows, width: int) -> None:
        self._columns = np.zeros((len(rows), width), np.int32)
        self._weights = np.zeros((len(rows), width), np.float16)
        place = np.arange(len(rows.columns)) - np.repeat(rows.starts[:-1], np.diff(rows.starts))
        self._columns[rows.numbers, place] = rows.columns
        self._weights[rows.numbers, place] = rows.weights

    def put(self, number: int, columns: Columns, weights: Weights) -> None:
        """Keep a row under a number, in place of the one that was there."""
        self._columns, self._weights = grown(self._columns, number), grown(self._weights, number)
        self._columns[number], self._weights[number] = 0, 0
        self._columns[number, : len(columns)] = columns
        self._weights[number, : len(columns)] = weights

    def row(self, number: int) -> tuple[Columns, Weights]:
        """Columns and weights of one row, without what fills it up."""
        held = np.flatnonzero(self._weights[number])
        return self._columns[number, held], self._weights[number, held].astype(np.float32)

    def products(self, numbers: npt.NDArray[np.int64], dense: Weights) -> Weights:
        """Of the given rows, the product of each with a row that is laid out by column."""
        found: Weights = np.einsum("ij,ij->i", dense[self._columns[numbers]], self._weights[numbers].astype(np.float32))
        return found
