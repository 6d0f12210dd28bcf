"""Sparse matrices by row (CSR), with the few operations needed: cut, scale, sum.

Everything is sorting and adding in numpy, and takes memory only for the entries. It does not use ``scipy.sparse``: the
core does without scipy, which is three times as large as numpy and adds 0.2 s to the import.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

__all__ = ["SparseRows", "capacity", "with_capacity"]

# Avoids dividing by 0 for a row of length 0, which stays as it is.
_LEAST_SQUARE: Final = 1e-12
# Weights are ranked in this many steps of the largest.
_WEIGHT_STEPS: Final = 1 << 24
_STEP_BITS: Final = 25
# Number and place are sorted as one number of 64 bits, one of which is its sign.
_SORTED_BITS: Final = 64
# Rows summed at a time: sorting takes five times the memory of what is sorted.
_PART_ROWS: Final = 500
# Arrays grow by this factor: a small one wastes little, a large one copies little. Unused room takes no memory, because
# nothing was written there.
_GROWTH: Final = 1.25
_SPARE: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class SparseRows:
    """Entries sorted by row; ``starts`` has the start of each row, and the end of the last."""

    starts: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]

    @classmethod
    def of(
        cls,
        rows: npt.NDArray[np.int32],
        columns: npt.NDArray[np.int32],
        weights: npt.NDArray[np.float32],
        count: int,
    ) -> Self:
        """Rows from entries sorted by row, with no column twice in a row."""
        starts = np.zeros(count + 1, np.int64)
        np.cumsum(np.bincount(rows, minlength=count), out=starts[1:])
        return cls(starts=starts, columns=columns, weights=weights.astype(np.float32))

    @classmethod
    def summed(
        cls,
        rows: npt.NDArray[np.int32],
        columns: npt.NDArray[np.int32],
        weights: npt.NDArray[np.float32],
        count: int,
    ) -> Self:
        """Rows from entries in any order; entries with the same row and column are added up."""
        bits = int(columns.max(initial=0)).bit_length()
        keys, order = _in_order((rows.astype(np.int64) << bits) | columns)
        first = np.flatnonzero(np.diff(keys, prepend=-1))
        sums = np.add.reduceat(weights[order], first) if len(first) else weights
        unique = keys[first]
        return cls.of((unique >> bits).astype(np.int32), (unique & ((1 << bits) - 1)).astype(np.int32), sums, count)

    @classmethod
    def stacked(cls, parts: Sequence[SparseRows]) -> Self:
        """The rows of several, one after the other."""
        lengths = [np.diff(part.starts) for part in parts]
        return cls(
            starts=np.cumsum(np.concatenate([np.zeros(1, np.int64), *lengths])),
            columns=np.concatenate([np.zeros(0, np.int32), *(part.columns for part in parts)]),
            weights=np.concatenate([np.zeros(0, np.float32), *(part.weights for part in parts)]),
        )

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def numbers(self) -> npt.NDArray[np.int32]:
        """The row of each entry."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.starts))

    def row(self, number: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
        """Columns and weights of one row."""
        part = slice(self.starts[number], self.starts[number + 1])
        return self.columns[part], self.weights[part]

    def parts(self, size: int) -> Iterator[tuple[int, SparseRows]]:
        """The rows in parts of the given size, each with the number of its first row."""
        for first in range(0, len(self), size):
            starts = self.starts[first : first + size + 1]
            entries = slice(starts[0], starts[-1])
            yield (
                first,
                SparseRows(starts=starts - starts[0], columns=self.columns[entries], weights=self.weights[entries]),
            )

    def take(self, numbers: Sequence[int]) -> SparseRows:
        """The rows with these numbers, in the order given."""
        chosen = np.array(numbers, np.int64)
        entries, lengths = self._entries(chosen)
        starts = np.zeros(len(chosen) + 1, np.int64)
        np.cumsum(lengths, out=starts[1:])
        return SparseRows(starts=starts, columns=self.columns[entries], weights=self.weights[entries])

    def unit(self, most: int) -> SparseRows:
        """The rows cut to their ``most`` heaviest entries and scaled to length 1."""
        cut = self.heaviest(most)
        lengths = np.sqrt(np.maximum(cut.squared_norms, _LEAST_SQUARE)).astype(np.float32)
        return SparseRows(starts=cut.starts, columns=cut.columns, weights=cut.weights / lengths[cut.numbers])

    @property
    def squared_norms(self) -> npt.NDArray[np.float64]:
        """The product of each row with itself."""
        squared_norms: npt.NDArray[np.float64] = np.bincount(
            self.numbers, self.weights.astype(np.float64) ** 2, minlength=len(self)
        ).astype(np.float64)
        return squared_norms

    def are_heaviest(self, most: int) -> npt.NDArray[np.bool_]:
        """Which entries have weight and are among the ``most`` heaviest of their row; of ties, the first."""
        return _heaviest(self.numbers, self.weights, np.diff(self.starts), most)

    def heaviest(self, most: int) -> SparseRows:
        """The rows cut to their ``most`` heaviest entries."""
        if int(np.diff(self.starts).max(initial=0)) <= most and np.all(self.weights > 0):
            return self
        return SparseRows.stacked([part.only(part.are_heaviest(most)) for _, part in self.parts(_PART_ROWS)])

    def only(self, kept: npt.NDArray[np.bool_]) -> SparseRows:
        """The rows with only the entries that are ``kept``."""
        return SparseRows.of(self.numbers[kept], self.columns[kept], self.weights[kept], len(self))

    def weighted_sums(
        self,
        target: npt.NDArray[np.int32],
        source: npt.NDArray[np.int32],
        factor: npt.NDArray[np.float32],
        count: int,
    ) -> Iterator[SparseRows]:
        """``count`` new rows, in parts; each is the sum of the ``source`` rows of its ``target`` times ``factor``.

        Targets must be in rising order.
        """
        borders = np.searchsorted(target, np.arange(0, count + _PART_ROWS, _PART_ROWS))
        for number, (start, end) in enumerate(pairwise(borders.tolist())):
            first = number * _PART_ROWS
            size = min(_PART_ROWS, count - first)
            yield self._sum(target[start:end] - first, source[start:end], factor[start:end], size)

    def centroids(self, groups: Sequence[Sequence[int]]) -> SparseRows:
        """The average row of each group; the product of two is the average similarity of their members.

        Groups must not share rows, and must be in the order of their first rows.
        """
        if len(groups) == len(self):
            return self
        sizes = np.array([len(group) for group in groups], np.int64)
        target = np.repeat(np.arange(len(groups), dtype=np.int32), sizes)
        source = np.array([member for group in groups for member in group], np.int32)
        factor = (1.0 / sizes[target]).astype(np.float32)
        return SparseRows.stacked(list(self.weighted_sums(target, source, factor, len(groups))))

    def _sum(
        self,
        target: npt.NDArray[np.int32],
        source: npt.NDArray[np.int32],
        factor: npt.NDArray[np.float32],
        count: int,
    ) -> SparseRows:
        entries, lengths = self._entries(source)
        weights = self.weights[entries] * np.repeat(factor, lengths)
        return SparseRows.summed(np.repeat(target, lengths), self.columns[entries], weights, count)

    def _entries(self, chosen: npt.NDArray[np.integer[Any]]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The indexes of the entries of some rows, one row after the other, and the number of entries of each."""
        begins = self.starts[chosen]
        lengths = self.starts[chosen + 1] - begins
        shifts = np.repeat(begins - np.cumsum(lengths) + lengths, lengths)
        return shifts + np.arange(len(shifts)), lengths


def capacity(count: int) -> int:
    """The room to make for ``count`` entries: a window may grow by a fifth and more."""
    return int(count * _GROWTH) + _SPARE


def with_capacity(values: npt.NDArray[Any], number: int) -> npt.NDArray[Any]:
    """The array, enlarged with zeros if needed so that it has room for an entry with that number."""
    if number < len(values):
        return values
    wider = np.zeros((capacity(number), *values.shape[1:]), values.dtype)
    wider[: len(values)] = values
    return wider


def _heaviest(
    rows: npt.NDArray[np.int32], weights: npt.NDArray[np.float32], lengths: npt.NDArray[np.int64], most: int
) -> npt.NDArray[np.bool_]:
    kept = weights > 0
    if not len(rows) or int(lengths.max()) <= most:
        return kept
    crowded = np.flatnonzero(lengths[rows] > most)
    steps = np.rint(weights[crowded] / weights.max() * _WEIGHT_STEPS).astype(np.int64)
    # One sort by row, then by falling weight.
    _, order = _in_order((rows[crowded].astype(np.int64) << _STEP_BITS) + (_WEIGHT_STEPS - steps))
    begins = np.repeat(np.cumsum(lengths[lengths > most]) - lengths[lengths > most], lengths[lengths > most])
    kept[crowded[order[np.arange(len(order)) - begins >= most]]] = False
    return kept


def _in_order(keys: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Numbers of 0 or more in rising order, with the place of each before; the sort is stable.

    Number and place are sorted as one if they fit, which takes a tenth of the time.
    """
    bits = len(keys).bit_length()
    if int(keys.max(initial=0)).bit_length() + bits >= _SORTED_BITS:
        order = np.argsort(keys, kind="stable")
        return keys[order], order
    both = keys << bits
    both |= np.arange(len(keys))
    both.sort()
    return both >> bits, both & ((1 << bits) - 1)
