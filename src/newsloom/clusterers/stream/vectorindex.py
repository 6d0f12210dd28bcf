"""Stores vectors of articles that keep arriving, and finds the nearest neighbours of each.

An index starts with a batch. An arrival is compared with the latest postings of its terms, is expanded by its nearest
neighbours, and expands the rows it is nearest to. Blocks are only faster: the result is that of one arrival after the
other. The cost of an arrival does not depend on the number of rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.batch import GroupedBatch
from newsloom.clusterers.stream.decay import Days, time_decay
from newsloom.clusterers.stream.expansion import BASE_SIMILARITY, share_of_neighbour
from newsloom.clusterers.stream.neighbourhoods import Near, Neighbourhoods, NeighbourUpdates
from newsloom.clusterers.stream.padded import RowProducts, VectorTable, Weights
from newsloom.clusterers.stream.postings import MOST_PRODUCTS, PostingLists
from newsloom.clusterers.stream.sparse import SparseRows, with_capacity

__all__ = ["Arrivals", "VectorIndex"]

# Neighbours of an arrival, at most.
_MOST_NEAR: Final = 16
# Rows in a block, at most.
_BLOCK_ROWS: Final = 64

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrivals:
    """A block of arrived rows: the number of the first, and the neighbours of each, nearest first.

    An arrival's turn is its place in the block; ``expanded`` has the arrivals as expanded when they came.
    """

    first: int
    near: tuple[list[int], ...]
    expanded: SparseRows
    updates: NeighbourUpdates


class VectorIndex:
    """Rows by number, in order of arrival, plain and expanded by their neighbours."""

    def __init__(self, batch: GroupedBatch) -> None:
        self.size = len(batch.rows)
        self._vectors = VectorTable(batch.rows, batch.effort.terms)
        self._expanded = VectorTable(batch.expanded, batch.effort.expanded_terms)
        self._neighbourhoods = Neighbourhoods(batch.nearest)
        self._days = with_capacity(batch.days, self.size)
        self._comparer = RowProducts(int(batch.rows.columns.max(initial=0)))
        self._search = batch.effort.search
        self._postings = PostingLists(batch.rows, self._search)
        self._block_rows = max(1, min(_BLOCK_ROWS, MOST_PRODUCTS // batch.effort.most_products))

    def add(self, rows: SparseRows, days: Days) -> Iterator[Arrivals]:
        """Adds rows, a block at a time; ``similarity`` of a block may be called until the next block is requested."""
        for start, part in rows.parts(self._block_rows):
            arrived = self._add_block(part, days[start : start + len(part)])
            yield arrived
            latest = arrived.updates.are_latest
            self._expanded.copy_rows(arrived.updates.places[latest], arrived.updates.rows[latest])

    def similarity(self, arrivals: Arrivals, turns: Numbers, others: Numbers) -> Weights:
        """The similarity of the arrival of each turn to its other, as expanded then; turns must be in rising order."""
        places = arrivals.updates.places_at(turns, others)
        products = self._comparer.products(arrivals.expanded, turns, self._expanded.padded, places)
        return products * time_decay(self._days[others], self._days[arrivals.first + turns])

    def shared(self, one: int, other: int) -> Weights:
        """What each word that two unexpanded rows share adds to their similarity, in falling order."""
        (columns, other_columns), (weights, other_weights) = self._vectors.rows(np.array([one, other], np.int64))
        held, other_held = weights > 0, other_weights > 0
        _, in_one, in_other = np.intersect1d(
            columns[held], other_columns[other_held], assume_unique=True, return_indices=True
        )
        products = weights[held][in_one] * other_weights[other_held][in_other]
        return -np.sort(-products * time_decay(self._days[[one]], self._days[[other]]))

    def expanded_rows(self, numbers: Sequence[int]) -> SparseRows:
        """The expanded rows with these numbers, in the order given."""
        return self._expanded.sparse(np.array(numbers, np.int64))

    def _add_block(self, rows: SparseRows, days: Days) -> Arrivals:
        first, self.size = self.size, self.size + len(rows)
        self._vectors.set_rows(first, rows)
        self._days = with_capacity(self._days, self.size)
        self._days[first : self.size] = days
        self._comparer.make_room(int(rows.columns.max(initial=0)))
        near = list(self._nearest(rows, first))
        updates = self._neighbourhoods.add(first, near)
        self._expand(updates)
        expanded = self._expanded.sparse(np.arange(first, self.size))
        return Arrivals(
            first=first,
            near=tuple(others for others, _ in near),
            expanded=expanded,
            updates=updates,
        )

    def _nearest(self, rows: SparseRows, first: int) -> Iterator[Near]:
        """For each row, its neighbours among the rows before it, nearest first, and their similarity."""
        keys = self._postings.add(rows, first)
        row, other, similarity = self._search.similarity(keys, rows, self._vectors.padded, self._comparer)
        similarity *= time_decay(self._days[first + row], self._days[other])
        order = np.lexsort((other, -similarity, row))
        order = order[similarity[order] > BASE_SIMILARITY]
        borders = np.searchsorted(row[order], np.arange(len(rows) + 1))
        others, nearness = other[order].tolist(), similarity[order].tolist()
        for start, end in pairwise(borders.tolist()):
            near = slice(start, min(end, start + _MOST_NEAR))
            yield others[near], nearness[near]

    def _expand(self, updates: NeighbourUpdates) -> None:
        """Expands the rows whose neighbours changed."""
        rows, nearest = updates.rows, updates.nearest
        # An empty place has share 0, whichever row stands in for it.
        parts = np.column_stack([rows, np.maximum(nearest.rows, 0)])
        columns, weights = self._vectors.rows(parts)
        weights[:, 1:] *= share_of_neighbour(nearest.similarity)[:, :, None]
        self._expanded.set_sums(updates.places, columns.reshape(len(rows), -1), weights.reshape(len(rows), -1))
