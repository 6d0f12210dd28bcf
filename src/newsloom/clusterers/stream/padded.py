"""Rows padded to one width, with their dot products and a growing table of them.

Padded rows are plain matrices, so dot products are a few gathers in numpy, whatever the size of the vocabulary. The
table takes a few hundred bytes for each article; its weights have 16 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.sparse import SparseRows, capacity, with_capacity

__all__ = ["Columns", "PaddedRows", "RowProducts", "VectorTable", "Weights", "to_float32"]

Columns = npt.NDArray[np.int32]
Weights = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

# Entries gathered at a time: as many as fit in a processor's cache.
_MOST_ENTRIES: Final = 1 << 14
# Floats of 16 bits have mantissas of 10 bits, those of 32 bits 23: shifted by 13, the exponent is too small by 112.
_SHORT_SHIFT: Final = 13
_SHORT_SCALE: Final = np.float32(2.0**112)
# Column and entry are sorted as one number of 64 bits, and so are a weight, the heaviest first, and its place.
_LOW_BITS: Final = 32
_LOW: Final = (1 << _LOW_BITS) - 1
# Floats of 0 or more are ordered as their bits are.
_HIGHEST: Final = 0x7FFFFFFF
# The first rows are put in this many at a time: the place of each entry takes more memory than the entry.
_PART_ROWS: Final = 1000
# Avoids dividing by 0 for a row without weight, which stays as it is.
_LEAST_LENGTH: Final = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class PaddedRows:
    """Rows of one width; shorter rows are padded with weights of 0."""

    columns: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32] | npt.NDArray[np.float16]

    @classmethod
    def of(cls, rows: SparseRows, width: int) -> Self:
        cut = rows.heaviest(width)
        widest = int(np.diff(cut.starts).max(initial=0))
        if len(cut.columns) == len(rows) * widest:
            shape = (len(rows), widest)
            return cls(columns=cut.columns.reshape(shape), weights=cut.weights.reshape(shape))
        columns, weights = np.zeros((len(rows), widest), np.int32), np.zeros((len(rows), widest), np.float32)
        is_filled = np.arange(widest) < np.diff(cut.starts)[:, None]
        columns[is_filled], weights[is_filled] = cut.columns, cut.weights
        return cls(columns=columns, weights=weights)

    @classmethod
    def none(cls) -> Self:
        """No rows."""
        return cls(columns=np.zeros((0, 0), np.int32), weights=np.zeros((0, 0), np.float32))


class RowProducts:
    """Computes dot products of sparse rows with padded ones, through one dense row."""

    def __init__(self, last_column: int) -> None:
        # All zeros between uses.
        self._dense = np.zeros(capacity(last_column), np.float32)

    def make_room(self, last_column: int) -> None:
        """Makes room for rows with columns up to this one."""
        self._dense = with_capacity(self._dense, last_column)

    def products(
        self, block: SparseRows, row: npt.NDArray[np.int64], padded: PaddedRows, other: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.float32]:
        """The dot product of each ``row`` of the block with its ``other`` padded row; ``row`` must be sorted."""
        found = np.zeros(len(row), np.float32)
        step = max(1, _MOST_ENTRIES // max(1, padded.columns.shape[1]))
        for start in range(0, len(row), step):
            part = slice(start, start + step)
            met = self._met(block, row[part], padded.columns.take(other[part], axis=0))
            found[part] = np.einsum("ij,ij->i", met, to_float32(padded.weights.take(other[part], axis=0)))
        return found

    def _met(
        self, block: SparseRows, row: npt.NDArray[np.int64], columns: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.float32]:
        """The weights of each row of the block at the columns of its padded row."""
        met = np.empty(columns.shape, np.float32)
        begins = np.flatnonzero(np.diff(row, prepend=-1))
        # One row at a time: a dense row stays in the cache, but those of a block would not.
        for start, end in pairwise([*begins.tolist(), len(row)]):
            own, weights = block.row(int(row[start]))
            self._dense[own] = weights
            met[start:end] = self._dense.take(columns[start:end])
            self._dense[own] = 0
        return met


def to_float32(weights: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float32]:
    """Weights of 0 or more as floats of 32 bits; from 16 bits, four times as fast as numpy's own conversion."""
    if weights.dtype != np.float16:
        return weights.astype(np.float32, copy=False)
    bits = weights.view(np.uint16).astype(np.uint32) << _SHORT_SHIFT
    full: npt.NDArray[np.float32] = bits.view(np.float32) * _SHORT_SCALE
    return full


class VectorTable:
    """Rows of at most ``width`` entries, by number."""

    def __init__(self, rows: SparseRows, width: int) -> None:
        self._columns = np.zeros((capacity(len(rows)), width), np.int32)
        self._weights = np.zeros((capacity(len(rows)), width), np.float16)
        for first, part in rows.parts(_PART_ROWS):
            self.set_rows(first, part)

    def set_rows(self, first: int, rows: SparseRows) -> None:
        """Stores new rows under the numbers from ``first`` on."""
        self._make_room(first + len(rows) - 1)
        numbers = first + rows.numbers
        place = np.arange(len(rows.columns)) - np.repeat(rows.starts[:-1], np.diff(rows.starts))
        self._columns[numbers, place] = rows.columns
        self._weights[numbers, place] = rows.weights

    def set_sums(self, numbers: Numbers, columns: Columns, weights: Weights) -> None:
        """Stores a row under each number: its entries added up by column, cut to the heaviest, and scaled to length 1.

        ``columns`` and ``weights`` have a line for each number.
        """
        self._make_room(int(numbers.max(initial=0)))
        held, kept = _heaviest(*_added_up(columns, weights), self._columns.shape[1])
        lengths = np.maximum(np.sqrt(np.sum(kept * kept, axis=1, keepdims=True)), _LEAST_LENGTH)
        self._columns[numbers, : held.shape[1]] = held
        self._weights[numbers, : held.shape[1]] = kept / lengths

    def rows(self, numbers: Numbers) -> tuple[Columns, Weights]:
        """Columns and weights of rows, with their padding; ``numbers`` may have any shape."""
        return self._columns.take(numbers, axis=0), to_float32(self._weights.take(numbers, axis=0))

    def sparse(self, numbers: Numbers) -> SparseRows:
        """The rows with these numbers, in the order given, without padding."""
        columns, weights = self.rows(numbers)
        is_held = weights > 0
        starts = np.zeros(len(numbers) + 1, np.int64)
        np.cumsum(np.count_nonzero(is_held, axis=1), out=starts[1:])
        return SparseRows(starts=starts, columns=columns[is_held], weights=weights[is_held])

    def copy_rows(self, numbers: Numbers, places: Numbers) -> None:
        """Copies the rows with these numbers to other places."""
        self._columns[places], self._weights[places] = self._columns[numbers], self._weights[numbers]

    @property
    def padded(self) -> PaddedRows:
        """All rows, without copying them."""
        return PaddedRows(columns=self._columns, weights=self._weights)

    def _make_room(self, number: int) -> None:
        self._columns, self._weights = with_capacity(self._columns, number), with_capacity(self._weights, number)


def _added_up(columns: Columns, weights: Weights) -> tuple[Numbers, Weights]:
    """The columns of each line in rising order, with the sum of a column's weights at its first place, 0 elsewhere."""
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
    """The ``most`` heaviest entries of each line, heaviest first; of ties, the first."""
    keys = (_HIGHEST - weights.view(np.int32)).astype(np.int64) << _LOW_BITS
    keys |= np.arange(columns.size).reshape(columns.shape)
    keys.sort(axis=1)
    keys = keys[:, :most]
    return columns.take(keys & _LOW), (_HIGHEST - (keys >> _LOW_BITS)).astype(np.int32).view(np.float32)
