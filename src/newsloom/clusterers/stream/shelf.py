"""Rows of one width that grow in number: one row of entries at a time in, many at a time out.

What a window keeps of its articles, a few hundred bytes each: columns and weights side by side, shorter rows filled up
with weights of 0. Weights are kept to three digits.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.comparison import Lines
from newsloom.clusterers.stream.rows import Rows, grown

__all__ = ["Columns", "Shelf", "Weights"]

Columns = npt.NDArray[np.int32]
Weights = npt.NDArray[np.float32]

# Line, column and entry are sorted as one number of 64 bits: 11, 32 and 20 of them.
_COLUMN_BITS: Final = 32
_ENTRY_BITS: Final = 20
_LINE_SHIFT: Final = _COLUMN_BITS + _ENTRY_BITS
_LAST_COLUMN: Final = (1 << _COLUMN_BITS) - 1
_MOST_ENTRIES: Final = (1 << _ENTRY_BITS) - 1
_FIRST: Final = np.array([True])
# Rows that are put in at a time in the beginning: where each entry goes takes more room than the entry.
_PART_ROWS: Final = 1000
# Of a row without weight, which stays so.
_LEAST_LENGTH: Final = 1e-6


class Shelf:
    """Rows of at most ``width`` entries, by number."""

    def __init__(self, rows: Rows, width: int) -> None:
        self._columns = np.zeros((len(rows), width), np.int32)
        self._weights = np.zeros((len(rows), width), np.float16)
        for first, part in rows.parts(_PART_ROWS):
            self.put_rows(first, part)

    def put_rows(self, first: int, rows: Rows) -> None:
        """Keep rows under the numbers from ``first`` on, where there were none."""
        self._make_room(first + len(rows) - 1)
        numbers = first + rows.numbers
        place = np.arange(len(rows.columns)) - np.repeat(rows.starts[:-1], np.diff(rows.starts))
        self._columns[numbers, place] = rows.columns
        self._weights[numbers, place] = rows.weights

    def put_sums(self, numbers: npt.NDArray[np.int64], columns: Columns, weights: Weights) -> None:
        """Keep a row under each number: its entries added up by column, the heaviest that fit, of length 1.

        ``columns`` and ``weights`` have a line for each number.
        """
        self._make_room(int(numbers.max(initial=0)))
        held, sums = _added_up(columns, weights)
        heaviest = np.argsort(-sums, axis=1, kind="stable")[:, : self._columns.shape[1]]
        lines = np.arange(len(numbers))[:, None]
        kept = sums[lines, heaviest]
        lengths = np.maximum(np.sqrt(np.sum(kept * kept, axis=1, keepdims=True)), _LEAST_LENGTH)
        self._columns[numbers, : heaviest.shape[1]] = held[lines, heaviest]
        self._weights[numbers, : heaviest.shape[1]] = kept / lengths

    def row(self, number: int) -> tuple[Columns, Weights]:
        """Columns and weights of one row, without what fills it up."""
        held = np.flatnonzero(self._weights[number])
        return self._columns[number, held], self._weights[number, held].astype(np.float32)

    def rows(self, numbers: npt.NDArray[np.int64]) -> tuple[Columns, Weights]:
        """Columns and weights of rows, with what fills them up; ``numbers`` may have any shape."""
        return self._columns[numbers], self._weights[numbers].astype(np.float32)

    @property
    def lines(self) -> Lines:
        """All rows as they lie."""
        return Lines(columns=self._columns, weights=self._weights)

    def products(self, numbers: npt.NDArray[np.int64], dense: Weights) -> Weights:
        """Of the given rows, the product of each with a row that is laid out by column."""
        columns, weights = self.rows(numbers)
        found: Weights = np.einsum("ij,ij->i", dense[columns], weights)
        return found

    def _make_room(self, number: int) -> None:
        self._columns, self._weights = grown(self._columns, number), grown(self._weights, number)


def _added_up(columns: Columns, weights: Weights) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """The columns of each line, each once and in rising order, and the sums of their weights; filled up with 0."""
    lines = np.arange(len(columns))
    keys = np.arange(columns.size) + (columns.astype(np.int64) << _ENTRY_BITS).ravel()
    keys += np.repeat(lines << _LINE_SHIFT, columns.shape[1])
    keys.sort()
    added = weights.ravel()[keys & _MOST_ENTRIES]
    keys >>= _ENTRY_BITS
    first = np.flatnonzero(np.concatenate([_FIRST, keys[1:] != keys[:-1]]))
    line = keys[first] >> _COLUMN_BITS
    place = np.arange(len(first)) - np.searchsorted(line, lines)[line]
    held, sums = np.zeros(columns.shape, np.int64), np.zeros(columns.shape, np.float32)
    held[line, place] = keys[first] & _LAST_COLUMN
    sums[line, place] = np.add.reduceat(added, first)
    return held, sums
