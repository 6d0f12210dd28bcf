"""The nearest few of each row as rows arrive: who is near whom in, every change of anyone's nearest out.

An arrival is taken in by those it is nearest to. A row so has several editions within a block of arrivals: who arrives
meets the one that was the latest then, whatever came after. It compares nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.expansion import NOBODY, Nearest
from newsloom.clusterers.stream.rows import grown

__all__ = ["Circles", "Editions", "Near"]

# Of those near an arrival, how many are told of it.
_MOST_TOLD: Final = 8
# Row and turn within the block are looked up as one number.
_TURN_BITS: Final = 8

Numbers = npt.NDArray[np.int64]
Near = tuple[list[int], list[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Editions:
    """The changes of a block, by row and then by turn: whose nearest they are from then on, and where each is kept.

    An arrival is kept under its number first, other editions behind the block until it is over.
    """

    keys: Numbers
    places: Numbers
    nearest: Nearest

    @property
    def rows(self) -> Numbers:
        return self.keys >> _TURN_BITS

    @property
    def are_latest(self) -> npt.NDArray[np.bool_]:
        """Which are the last of their row."""
        rows = self.rows
        return np.append(rows[1:] != rows[:-1], np.ones(min(len(rows), 1), np.bool_))

    def places_at(self, turns: Numbers, rows: Numbers) -> Numbers:
        """Where the edition of each row is kept that was the latest at that turn."""
        wanted = (rows << _TURN_BITS) | turns
        found = np.maximum(np.searchsorted(self.keys, wanted, side="right") - 1, 0)
        # A row without one so far finds that of a row before it, or the first of all.
        is_found = (self.keys[found] >> _TURN_BITS == rows) & (self.keys[found] <= wanted)
        return np.where(is_found, self.places[found], rows)


class Circles:
    """Each row's nearest, the nearest first."""

    def __init__(self, nearest: Nearest) -> None:
        count = len(nearest.rows)
        self._rows, self._likeness = grown(nearest.rows, count), grown(nearest.likeness, count)

    def take_in(self, first: int, near: Sequence[Near]) -> Editions:
        """Take in rows, from the number ``first`` on, each with those near it, the nearest first."""
        self._make_room(first + len(near))
        circles = self._told(first, near)
        changes: list[tuple[int, int]] = []
        nearest: list[Near] = []
        for turn, (others, likeness) in enumerate(near):
            number = first + turn
            circles[number] = self._widened(others, likeness)
            changes.append((number, turn))
            nearest.append(circles[number])
            for other, how_near in zip(others[:_MOST_TOLD], likeness[:_MOST_TOLD], strict=True):
                circle = circles[other]
                if how_near > circle[1][-1]:
                    circles[other] = _joined_by(circle, number, how_near)
                    changes.append((other, turn))
                    nearest.append(circles[other])
        return self._kept(changes, nearest, first, len(near))

    def _make_room(self, count: int) -> None:
        self._rows, self._likeness = grown(self._rows, count), grown(self._likeness, count)

    def _told(self, first: int, near: Sequence[Near]) -> dict[int, Near]:
        """The nearest of those that will be told, where they were there before."""
        told = np.array([other for others, _ in near for other in others[:_MOST_TOLD] if other < first], np.int64)
        known = zip(self._rows[told].tolist(), self._likeness[told].tolist(), strict=True)
        return dict(zip(told.tolist(), known, strict=True))

    def _widened(self, others: list[int], likeness: list[float]) -> Near:
        places = self._rows.shape[1]
        short = max(0, places - len(others))
        return others[:places] + [NOBODY] * short, likeness[:places] + [0.0] * short

    def _kept(self, changes: Sequence[tuple[int, int]], nearest: Sequence[Near], first: int, count: int) -> Editions:
        row, turn = np.array(changes, np.int64).reshape(-1, 2).T
        keys = (row << _TURN_BITS) | turn
        is_arrival = row == first + turn
        places = np.where(is_arrival, row, first + count + np.cumsum(~is_arrival) - 1)
        order = np.argsort(keys)
        width = self._rows.shape[1]
        rows = np.array([rows for rows, _ in nearest], np.int32).reshape(-1, width)[order]
        likeness = np.array([likeness for _, likeness in nearest], np.float32).reshape(-1, width)[order]
        editions = Editions(keys=keys[order], places=places[order], nearest=Nearest(rows=rows, likeness=likeness))
        latest = editions.are_latest
        self._rows[editions.rows[latest]], self._likeness[editions.rows[latest]] = rows[latest], likeness[latest]
        return editions


def _joined_by(circle: Near, number: int, how_near: float) -> Near:
    """The nearest, with one more before those that are less near, and without the last."""
    rows, likeness = circle
    place = sum(1 for nearness in likeness if nearness >= how_near)
    return [*rows[:place], number, *rows[place:-1]], [*likeness[:place], how_near, *likeness[place:-1]]
