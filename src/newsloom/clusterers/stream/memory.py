"""The rows of a window that goes on: a weave's rows and then a block of rows at a time in, who is near whom out.

An arrival meets the latest holders of its terms, takes in the nearest of them, and is taken in by those that it is
nearest to, one after the other, as if all had been there together. What an arrival costs does not depend on how many
rows there are. It knows nothing of stories.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.ages import Days, fading
from newsloom.clusterers.stream.circles import Circles, Editions, Near
from newsloom.clusterers.stream.comparison import Comparison
from newsloom.clusterers.stream.expansion import FAR, share_of_neighbour
from newsloom.clusterers.stream.holders import MOST_PRODUCTS, Holders
from newsloom.clusterers.stream.rows import Rows, grown
from newsloom.clusterers.stream.shelf import Shelf, Weights
from newsloom.clusterers.stream.weave import Weave

__all__ = ["Arrivals", "Memory"]

# Of the rows that an arrival shares terms with, how many are near it.
_MOST_NEAR: Final = 16
# Rows that arrive at a time, at most.
_BLOCK_ROWS: Final = 64

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrivals:
    """A block of rows that arrived, the number of the first, and for each those near it before it, the nearest first.

    An arrival's turn is its place in the block; ``fuller`` has each as expanded when it came.
    """

    first: int
    near: tuple[list[int], ...]
    fuller: Rows
    editions: Editions


class Memory:
    """Rows by number, in order of arrival, each as expanded by its nearest."""

    def __init__(self, weave: Weave) -> None:
        self.size = len(weave.rows)
        self._plain = Shelf(weave.rows, weave.depth.terms)
        self._fuller = Shelf(weave.fuller, weave.depth.fuller_terms)
        self._circles = Circles(weave.nearest)
        self._days = grown(weave.days, self.size)
        self._comparison = Comparison(int(weave.rows.columns.max(initial=0)))
        self._search = weave.depth.search
        self._holders = Holders(weave.rows, self._search)
        self._block_rows = max(1, min(_BLOCK_ROWS, MOST_PRODUCTS // weave.depth.most_products))

    def arrivals(self, rows: Rows, days: Days) -> Iterator[Arrivals]:
        """Take in rows, a block at a time, whose ``likeness`` to others may be asked for until the next comes."""
        for start, part in rows.parts(self._block_rows):
            arrived = self._take_in(part, days[start : start + len(part)])
            yield arrived
            latest = arrived.editions.are_latest
            self._fuller.move(arrived.editions.places[latest], arrived.editions.rows[latest])

    def likeness(self, arrivals: Arrivals, turns: Numbers, others: Numbers) -> Weights:
        """How alike the arrival of each turn was to the other beside it, as expanded when it came; turns must rise."""
        places = arrivals.editions.places_at(turns, others)
        products = self._comparison.products(arrivals.fuller, turns, self._fuller.lines, places)
        return products * fading(self._days[others], self._days[arrivals.first + turns])

    def fuller_rows(self, numbers: Sequence[int]) -> Rows:
        """Rows as expanded, in the order of the numbers."""
        return self._fuller.held(np.array(numbers, np.int64))

    def _take_in(self, rows: Rows, days: Days) -> Arrivals:
        first, self.size = self.size, self.size + len(rows)
        self._plain.put_rows(first, rows)
        self._days = grown(self._days, self.size)
        self._days[first : self.size] = days
        self._comparison.make_room(int(rows.columns.max(initial=0)))
        near = list(self._nearest(rows, first))
        editions = self._circles.take_in(first, near)
        self._expand(editions)
        fuller = self._fuller.held(np.arange(first, self.size))
        return Arrivals(first=first, near=tuple(others for others, _ in near), fuller=fuller, editions=editions)

    def _nearest(self, rows: Rows, first: int) -> Iterator[Near]:
        """For each row, those near it before it, the nearest first, and how near they are."""
        keys = self._holders.meet(rows, first)
        row, other, likeness = self._search.likeness(keys, rows, self._plain.lines, self._comparison)
        likeness *= fading(self._days[first + row], self._days[other])
        order = np.lexsort((other, -likeness, row))
        order = order[likeness[order] > FAR]
        borders = np.searchsorted(row[order], np.arange(len(rows) + 1))
        others, nearness = other[order].tolist(), likeness[order].tolist()
        for start, end in pairwise(borders.tolist()):
            near = slice(start, min(end, start + _MOST_NEAR))
            yield others[near], nearness[near]

    def _expand(self, editions: Editions) -> None:
        """Add their nearest to the rows whose nearest changed."""
        rows, nearest = editions.rows, editions.nearest
        # Nobody has no share, whichever row stands in for it.
        parts = np.column_stack([rows, np.maximum(nearest.rows, 0)])
        columns, weights = self._plain.rows(parts)
        weights[:, 1:] *= share_of_neighbour(nearest.likeness)[:, :, None]
        self._fuller.put_sums(editions.places, columns.reshape(len(rows), -1), weights.reshape(len(rows), -1))
