"""The rows of a window that goes on: a weave's rows and then one row at a time in, who is near whom out.

An arrival meets the latest holders of its terms, takes in the nearest of them, and is taken in by those that it is
nearest to, as if all had been there together. What an arrival costs does not depend on how many rows there are. It
knows nothing of stories.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.ages import Days, fading
from newsloom.clusterers.stream.comparison import Comparison
from newsloom.clusterers.stream.expansion import FAR, NOBODY, share_of_neighbour
from newsloom.clusterers.stream.holders import MOST_PRODUCTS, Holders
from newsloom.clusterers.stream.rows import Rows, grown
from newsloom.clusterers.stream.shelf import Columns, Shelf, Weights
from newsloom.clusterers.stream.weave import Weave

__all__ = ["Memory"]

# Of the rows that an arrival shares terms with, how many are near it; of these, how many are told of it.
_MOST_NEAR: Final = 16
_MOST_TOLD: Final = 8
# Rows that are met at a time, at most; they are taken in one by one.
_BLOCK_ROWS: Final = 64

Numbers = npt.NDArray[np.int64]


class Memory:
    """Rows by number, in order of arrival, each with its nearest and as expanded by them."""

    def __init__(self, weave: Weave) -> None:
        self.size = len(weave.rows)
        self._plain = Shelf(weave.rows, weave.depth.terms)
        self._fuller = Shelf(weave.fuller, weave.depth.fuller_terms)
        # Rows whose nearest have changed since they were expanded: several are expanded in the time of one.
        self._stale: set[int] = set()
        self._near_rows, self._near_likeness = weave.nearest.rows, weave.nearest.likeness
        self._days = weave.days
        # Room for a row laid out by column, all 0 between uses.
        last_column = int(weave.rows.columns.max(initial=0))
        self._dense = np.zeros(last_column + 1, np.float32)
        self._comparison = Comparison(last_column)
        self._search = weave.depth.search
        self._holders = Holders(weave.rows, self._search)
        self._block_rows = max(1, min(_BLOCK_ROWS, MOST_PRODUCTS // weave.depth.most_products))

    def arrivals(self, rows: Rows, days: Days) -> Iterator[Numbers]:
        """Take in rows one by one; before the next, the rows that are near it, the nearest first."""
        for start, part in rows.parts(self._block_rows):
            self._keep(part, days[start : start + len(part)])
            for near, likeness in self._nearest(part):
                self._take_in(near, likeness)
                yield near

    def likeness(self, number: int, others: Numbers) -> Weights:
        """How alike a row is to others, all as expanded."""
        self._expand([number, *others.tolist()])
        columns, weights = self._fuller.row(number)
        return self._products(self._fuller, others, columns, weights) * fading(self._days[others], self._days[number])

    def fuller_rows(self, numbers: Sequence[int]) -> Rows:
        """Rows as expanded, in the order of the numbers."""
        self._expand(numbers)
        columns, weights = self._fuller.rows(np.array(numbers, np.int64))
        starts = np.arange(len(numbers) + 1) * columns.shape[1]
        return Rows(starts=starts, columns=columns.ravel(), weights=weights.ravel())

    def _keep(self, rows: Rows, days: Days) -> None:
        """Make room for rows and put them there; nobody knows of them yet."""
        numbers = slice(self.size, self.size + len(rows))
        self._plain.put_rows(self.size, rows)
        self._days = grown(self._days, numbers.stop)
        self._days[numbers] = days
        last_column = int(rows.columns.max(initial=0))
        self._dense = grown(self._dense, last_column)
        self._comparison.make_room(last_column)
        self._near_rows = grown(self._near_rows, numbers.stop)
        self._near_likeness = grown(self._near_likeness, numbers.stop)
        self._near_rows[numbers] = NOBODY

    def _nearest(self, rows: Rows) -> Iterator[tuple[Numbers, Weights]]:
        """For each row, those near it before it, the nearest first, and how near they are."""
        keys = self._holders.meet(rows, self.size)
        row, other, likeness = self._search.likeness(keys, rows, self._plain.lines, self._comparison)
        likeness *= fading(self._days[self.size + row], self._days[other])
        order = np.lexsort((other, -likeness, row))
        order = order[likeness[order] > FAR]
        borders = np.searchsorted(row[order], np.arange(len(rows) + 1))
        for start, end in pairwise(borders.tolist()):
            near = order[start : min(end, start + _MOST_NEAR)]
            yield other[near], likeness[near]

    def _take_in(self, near: Numbers, likeness: Weights) -> None:
        number = self.size
        self.size += 1
        places = self._near_rows.shape[1]
        self._near_rows[number, : len(near)] = near[:places]
        self._near_likeness[number, : len(near)] = likeness[:places]
        self._stale.add(number)
        self._tell(near[:_MOST_TOLD], likeness[:_MOST_TOLD], number)

    def _products(self, shelf: Shelf, numbers: Numbers, columns: Columns, weights: Weights) -> Weights:
        self._dense[columns] = weights
        found = shelf.products(numbers, self._dense)
        self._dense[columns] = 0
        return found

    def _tell(self, numbers: Numbers, likeness: Weights, arrived: int) -> None:
        """Let rows take in the one that arrived, those to which it is nearer than one of their nearest."""
        is_nearer = likeness > self._near_likeness[numbers, -1]
        for number, how_near in zip(numbers[is_nearer].tolist(), likeness[is_nearer].tolist(), strict=True):
            near, nearness = self._near_rows[number], self._near_likeness[number]
            place = int(np.searchsorted(-nearness, -how_near, side="right"))
            near[place + 1 :], nearness[place + 1 :] = near[place:-1].copy(), nearness[place:-1].copy()
            near[place], nearness[place] = arrived, how_near
            self._stale.add(number)

    def _expand(self, numbers: Iterable[int]) -> None:
        """Add their nearest to those of the rows that lack them."""
        lacking = sorted(self._stale.intersection(numbers))
        if not lacking:
            return
        self._stale.difference_update(lacking)
        rows = np.array(lacking, np.int64)
        shares = share_of_neighbour(self._near_likeness[rows])
        # Nobody has no share, whichever row stands in for it.
        parts = np.column_stack([rows, np.maximum(self._near_rows[rows], 0)])
        columns, weights = self._plain.rows(parts)
        weights[:, 1:] *= shares[:, :, None]
        self._fuller.put_sums(rows, columns.reshape(len(rows), -1), weights.reshape(len(rows), -1))
