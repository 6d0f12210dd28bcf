"""Rows of one width that grow in number: one row of entries at a time in, many at a time out.

What a window keeps of its articles, a few hundred bytes each: columns and weights side by side, shorter rows filled up
with weights of 0. Weights are kept to three digits.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.comparison import Lines, full_weights
from newsloom.clusterers.stream.rows import Rows, grown, roomy

__all__ = ["Columns", "Shelf", "Weights"]

Columns = npt.NDArray[np.int32]
Weights = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

# Column and entry are sorted as one number of 64 bits, and so are a weight, the heaviest first, and its place.
_LOW_BITS: Final = 32
_LOW: Final = (1 << _LOW_BITS) - 1
# Numbers from 0 on are ordered as their bits are.
_HIGHEST: Final = 0x7FFFFFFF
# Rows that are put in at a time in the beginning: where each entry goes takes more room than the entry.
_PART_ROWS: Final = 1000
# Of a row without weight, which stays so.
_LEAST_LENGTH: Final = 1e-6


class Shelf:
    """Rows of at most ``width`` entries, by number."""

    def __init__(self, rows: Rows, width: int) -> None:
        self._columns = np.zeros((roomy(len(rows)), width), np.int32)
        self._weights = np.zeros((roomy(len(rows)), width), np.float16)
        for first, part in rows.parts(_PART_ROWS):
            self.put_rows(first, part)

    def put_rows(self, first: int, rows: Rows) -> None:
        """Keep rows under the numbers from ``first`` on, where there were none."""
        self._make_room(first + len(rows) - 1)
        numbers = first + rows.numbers
        place = np.arange(len(rows.columns)) - np.repeat(rows.starts[:-1], np.diff(rows.starts))
        self._columns[numbers, place] = rows.columns
        self._weights[numbers, place] = rows.weights

    def put_sums(self, numbers: Numbers, columns: Columns, weights: Weights) -> None:
        """Keep a row under each number: its entries added up by column, the heaviest that fit, of length 1.

        ``columns`` and ``weights`` have a line for each number.
        """
        self._make_room(int(numbers.max(initial=0)))
        held, kept = _heaviest(*_added_up(columns, weights), self._columns.shape[1])
        lengths = np.maximum(np.sqrt(np.sum(kept * kept, axis=1, keepdims=True)), _LEAST_LENGTH)
        self._columns[numbers, : held.shape[1]] = held
        self._weights[numbers, : held.shape[1]] = kept / lengths

    def rows(self, numbers: Numbers) -> tuple[Columns, Weights]:
        """Columns and weights of rows, with what fills them up; ``numbers`` may have any shape."""
        return self._columns.take(numbers, axis=0), full_weights(self._weights.take(numbers, axis=0))

    def held(self, numbers: Numbers) -> Rows:
        """Rows in the order of their numbers, without what fills them up."""
        columns, weights = self.rows(numbers)
        is_held = weights > 0
        starts = np.zeros(len(numbers) + 1, np.int64)
        np.cumsum(np.count_nonzero(is_held, axis=1), out=starts[1:])
        return Rows(starts=starts, columns=columns[is_held], weights=weights[is_held])

    def move(self, numbers: Numbers, places: Numbers) -> None:
        """Keep the rows of some numbers under others as well."""
        self._columns[places], self._weights[places] = self._columns[numbers], self._weights[numbers]

    @property
    def lines(self) -> Lines:
        """All rows as they lie."""
        return Lines(columns=self._columns, weights=self._weights)

    def _make_room(self, number: int) -> None:
        self._columns, self._weights = grown(self._columns, number), grown(self._weights, number)


def _added_up(columns: Columns, weights: Weights) -> tuple[Numbers, Weights]:
    """The columns of each line, in rising order, and where each is first the sum of its weights, 0 elsewhere."""
    keys = columns.astype(np.int64) << _LOW_BITS
    keys |= np.arange(columns.size).reshape(columns.shape)
    keys.sort(axis=1)
    added = weights.take(keys & _LOW).ravel()
    keys >>= _LOW_BITS
    is_first = np.ones(columns.shape, np.bool_)
    np.not_equal(keys[:, 1:], keys[:, :-1], out=is_first[:, 1:])
    first = np.flatnonzero(is_first)
    sums = np.zeros(columns.shape, np.float32)
    sums.ravel()[first] = np.add.reduceat(added, first)
    return keys, sums


def _heaviest(columns: Numbers, weights: Weights, most: int) -> tuple[Numbers, Weights]:
    """The heaviest entries of each line, the heaviest first and of equals the first."""
    keys = (_HIGHEST - weights.view(np.int32)).astype(np.int64) << _LOW_BITS
    keys |= np.arange(columns.size).reshape(columns.shape)
    keys.sort(axis=1)
    keys = keys[:, :most]
    return columns.take(keys & _LOW), (_HIGHEST - (keys >> _LOW_BITS)).astype(np.int32).view(np.float32)
