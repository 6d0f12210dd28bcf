"""Keeps the nearest neighbours of each row as rows arrive, and returns what changes.

An arrival also becomes a neighbour of the rows it is nearest to. So a row may have several versions within a block of
arrivals: each arrival is compared with the version that was the latest when it came.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.expansion import NO_NEIGHBOUR, NearestNeighbours
from newsloom.clusterers.stream.sparse import with_capacity

__all__ = ["Near", "NeighbourUpdates", "Neighbourhoods"]

# At most this many of an arrival's neighbours are updated.
_MOST_UPDATED: Final = 8
# Row and turn within the block are looked up as one number.
_TURN_BITS: Final = 8

Numbers = npt.NDArray[np.int64]
Near = tuple[list[int], list[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighbourUpdates:
    """The changes in a block, by row and then by turn: the new neighbours of a row, and where its version is stored.

    An arrival is stored under its own number; other versions are stored after the block until it is over.
    """

    keys: Numbers
    places: Numbers
    nearest: NearestNeighbours

    @property
    def rows(self) -> Numbers:
        return self.keys >> _TURN_BITS

    @property
    def are_latest(self) -> npt.NDArray[np.bool_]:
        """Which changes are the last of their row."""
        rows = self.rows
        return np.append(rows[1:] != rows[:-1], np.ones(min(len(rows), 1), np.bool_))

    def places_at(self, turns: Numbers, rows: Numbers) -> Numbers:
        """Where the version of each row is stored that was the latest at the turn given with it."""
        wanted = (rows << _TURN_BITS) | turns
        found = np.maximum(np.searchsorted(self.keys, wanted, side="right") - 1, 0)
        # A row without a version so far finds that of an earlier row, or the first of all.
        is_found = (self.keys[found] >> _TURN_BITS == rows) & (self.keys[found] <= wanted)
        return np.where(is_found, self.places[found], rows)


class Neighbourhoods:
    """The nearest neighbours of each row, nearest first."""

    def __init__(self, nearest: NearestNeighbours) -> None:
        count = len(nearest.rows)
        self._rows, self._similarity = with_capacity(nearest.rows, count), with_capacity(nearest.similarity, count)

    def add(self, first: int, near: Sequence[Near]) -> NeighbourUpdates:
        """Adds rows, from the number ``first`` on, each given as its neighbours, nearest first; returns all changes."""
        self._make_room(first + len(near))
        neighbourhoods = self._updated(first, near)
        changes: list[tuple[int, int]] = []
        nearest: list[Near] = []
        for turn, (others, similarity) in enumerate(near):
            number = first + turn
            neighbourhoods[number] = self._widened(others, similarity)
            changes.append((number, turn))
            nearest.append(neighbourhoods[number])
            for other, how_near in zip(others[:_MOST_UPDATED], similarity[:_MOST_UPDATED], strict=True):
                neighbourhood = neighbourhoods[other]
                if how_near > neighbourhood[1][-1]:
                    neighbourhoods[other] = _joined_by(neighbourhood, number, how_near)
                    changes.append((other, turn))
                    nearest.append(neighbourhoods[other])
        return self._kept(changes, nearest, first, len(near))

    def _make_room(self, count: int) -> None:
        self._rows, self._similarity = with_capacity(self._rows, count), with_capacity(self._similarity, count)

    def _updated(self, first: int, near: Sequence[Near]) -> dict[int, Near]:
        """The neighbours of the rows before the block that may be updated."""
        updated = np.array([other for others, _ in near for other in others[:_MOST_UPDATED] if other < first], np.int64)
        known = zip(self._rows[updated].tolist(), self._similarity[updated].tolist(), strict=True)
        return dict(zip(updated.tolist(), known, strict=True))

    def _widened(self, others: list[int], similarity: list[float]) -> Near:
        places = self._rows.shape[1]
        short = max(0, places - len(others))
        return others[:places] + [NO_NEIGHBOUR] * short, similarity[:places] + [0.0] * short

    def _kept(
        self, changes: Sequence[tuple[int, int]], nearest: Sequence[Near], first: int, count: int
    ) -> NeighbourUpdates:
        row, turn = np.array(changes, np.int64).reshape(-1, 2).T
        keys = (row << _TURN_BITS) | turn
        is_arrival = row == first + turn
        places = np.where(is_arrival, row, first + count + np.cumsum(~is_arrival) - 1)
        order = np.argsort(keys)
        width = self._rows.shape[1]
        rows = np.array([rows for rows, _ in nearest], np.int32).reshape(-1, width)[order]
        similarity = np.array([similarity for _, similarity in nearest], np.float32).reshape(-1, width)[order]
        updates = NeighbourUpdates(
            keys=keys[order], places=places[order], nearest=NearestNeighbours(rows=rows, similarity=similarity)
        )
        latest = updates.are_latest
        self._rows[updates.rows[latest]], self._similarity[updates.rows[latest]] = rows[latest], similarity[latest]
        return updates


def _joined_by(neighbourhood: Near, number: int, how_near: float) -> Near:
    """The neighbours with one more inserted before those less near, and without the last."""
    rows, similarity = neighbourhood
    place = sum(1 for nearness in similarity if nearness >= how_near)
    return [*rows[:place], number, *rows[place:-1]], [*similarity[:place], how_near, *similarity[place:-1]]
