"""The rows of a window that goes on: a weave's rows and then one row at a time in, who is near whom out.

An arrival meets the latest holders of its terms, takes in the nearest of them, and is taken in by those that it is
nearest to, as if all had been there together. What an arrival costs does not depend on how many rows there are. It
knows nothing of stories.
"""

from __future__ import annotations

from array import array
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.ages import Days, fading
from newsloom.clusterers.stream.expansion import FAR, NOBODY, share_of_neighbour
from newsloom.clusterers.stream.rows import grown
from newsloom.clusterers.stream.shelf import Columns, Shelf, Weights
from newsloom.clusterers.stream.weave import Weave

__all__ = ["Memory"]

# Rows that share most terms with an arrival: the others cannot be its nearest.
_MOST_MET: Final = 256
# Of the rows an arrival is near to, how many are told of it.
_MOST_NEAR: Final = 16
_MOST_TOLD: Final = 8

Numbers = npt.NDArray[np.int64]


class Memory:
    """Rows by number, in order of arrival, each with its nearest and as expanded by them."""

    def __init__(self, weave: Weave) -> None:
        self.size = len(weave.rows)
        self._depth = weave.depth
        self._plain = Shelf(weave.rows, weave.depth.terms)
        self._fuller = Shelf(weave.fuller, weave.depth.fuller_terms)
        self._near_rows, self._near_likeness = weave.nearest.rows, weave.nearest.likeness
        self._days = weave.days
        # Room for a row laid out by column, all 0 between uses.
        self._dense = np.zeros(int(weave.rows.columns.max(initial=0)) + 1, np.float32)
        self._holders: dict[int, array[int]] = {}
        for number in range(self.size):
            self._enlist(number, weave.rows.row(number)[0])

    def arrive(self, columns: Columns, weights: Weights, day: Days) -> Numbers:
        """Take in a row; the rows that are near it, the nearest first."""
        number = self.size
        self.size += 1
        self._days = grown(self._days, number)
        self._days[number] = day[0]
        self._near_rows, self._near_likeness = grown(self._near_rows, number), grown(self._near_likeness, number)
        self._near_rows[number] = NOBODY
        self._dense = grown(self._dense, int(columns.max(initial=0)))
        self._plain.put(number, columns, weights)
        near, likeness = self._nearest(number, columns, weights)
        self._enlist(number, columns)
        places = self._near_rows.shape[1]
        self._near_rows[number, : len(near)] = near[:places]
        self._near_likeness[number, : len(near)] = likeness[:places]
        self._expand(number)
        for other, how_near in zip(near[:_MOST_TOLD].tolist(), likeness[:_MOST_TOLD].tolist(), strict=True):
            self._tell(other, number, how_near)
        return near

    def likeness(self, number: int, others: Numbers) -> Weights:
        """How alike a row is to others, all as expanded."""
        columns, weights = self._fuller.row(number)
        return self._products(self._fuller, others, columns, weights) * fading(self._days[others], self._days[number])

    def fuller_row(self, number: int) -> tuple[Columns, Weights]:
        """Columns and weights of a row as expanded."""
        return self._fuller.row(number)

    def _enlist(self, number: int, columns: Columns) -> None:
        """Enter a row in the lists of its terms, of which only the latest part is kept."""
        for column in columns.tolist():
            holders = self._holders.get(column)
            if holders is None:
                holders = self._holders[column] = array("i")
            holders.append(number)
            if len(holders) > 2 * self._depth.reach:
                del holders[: -self._depth.reach]

    def _nearest(self, number: int, columns: Columns, weights: Weights) -> tuple[Numbers, Weights]:
        lists = [self._holders[column][-self._depth.reach :] for column in columns.tolist() if column in self._holders]
        if not lists:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        met, often = np.unique(np.concatenate(lists).astype(np.int64), return_counts=True)
        if len(met) > _MOST_MET:
            met = met[np.sort(np.argsort(-often, kind="stable")[:_MOST_MET])]
        likeness = self._products(self._plain, met, columns, weights) * fading(self._days[met], self._days[number])
        order = np.lexsort((met, -likeness))[:_MOST_NEAR]
        order = order[likeness[order] > FAR]
        return met[order], likeness[order]

    def _products(self, shelf: Shelf, numbers: Numbers, columns: Columns, weights: Weights) -> Weights:
        self._dense[columns] = weights
        found = shelf.products(numbers, self._dense)
        self._dense[columns] = 0
        return found

    def _tell(self, number: int, arrived: int, likeness: float) -> None:
        """Let a row take in the one that arrived, if it is nearer than one of its nearest."""
        near, how_near = self._near_rows[number], self._near_likeness[number]
        place = int(np.searchsorted(-how_near, -likeness, side="right"))
        if place >= len(near):
            return
        near[place + 1 :], how_near[place + 1 :] = near[place:-1].copy(), how_near[place:-1].copy()
        near[place], how_near[place] = arrived, likeness
        self._expand(number)

    def _expand(self, number: int) -> None:
        parts = [self._plain.row(number)]
        near = self._near_rows[number]
        for other, share in zip(near.tolist(), share_of_neighbour(self._near_likeness[number]).tolist(), strict=True):
            if other != NOBODY:
                columns, weights = self._plain.row(other)
                parts.append((columns, weights * np.float32(share)))
        held, place = np.unique(np.concatenate([columns for columns, _ in parts]), return_inverse=True)
        total = np.bincount(place, np.concatenate([weights for _, weights in parts]), minlength=len(held))
        kept = np.sort(np.argsort(-total, kind="stable")[: self._depth.fuller_terms])
        length = float(np.sqrt(np.sum(total[kept] ** 2))) or 1.0
        self._fuller.put(number, held[kept], (total[kept] / length).astype(np.float32))
