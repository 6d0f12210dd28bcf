"""Who holds a term: rows in order of arrival in, how alike each is to rows that came before it out.

Of each term the latest few holders are kept, side by side in one table, so that a row meets all it shares terms with at
once, and a few dozen rows in the time of one. What it finds is what ``neighbours`` finds in a window as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.neighbours import Pairs, sum_products, to_keys
from newsloom.clusterers.stream.rows import Rows, grown

__all__ = ["MOST_PRODUCTS", "Holders"]

# Products that are made at a time: a few megabytes of them.
MOST_PRODUCTS: Final = 80_000
# Rows that a window begins with are enlisted so many at a time, for sorting takes room.
_PART_ROWS: Final = 1000
# Term and entry are sorted as one number.
_TERM_SHIFT: Final = 32
_ENTRY: Final = (1 << _TERM_SHIFT) - 1


class Holders:
    """The latest ``reach`` rows that hold each term, with the weight it has there."""

    def __init__(self, rows: Rows, reach: int) -> None:
        self._reach = reach
        self._counts = np.zeros(1, np.int32)
        # A holder is kept as the number after its own, so that 0 is nobody.
        self._latest = np.zeros((1, reach), np.int32)
        self._weights = np.zeros((1, reach), np.float16)
        for first, part in rows.parts(_PART_ROWS):
            self._enlist(_Lists.of(part, first))

    def meet(self, rows: Rows, first: int, least: float) -> Pairs:
        """The pairs of a row and one before it that are ``least`` alike or more, then enlist the rows.

        Rows are numbered from ``first`` on; ``earlier`` is the row, ``later`` the one that came before it.
        """
        lists = _Lists.of(rows, first)
        self._make_room(lists)
        holders, weights, place = self._joined(lists)
        # Every entry meets the holders before it in the list.
        met = place[:, None] - np.arange(self._reach, 0, -1)
        other = holders[met]
        products = weights[met] * lists.weights[:, None]
        row = np.broadcast_to((lists.numbers - first)[:, None], other.shape)
        is_met = other > 0
        keys = to_keys(row[is_met], other[is_met] - 1, products[is_met])
        self._enlist(lists)
        return sum_products(keys, first, least)

    def _joined(self, lists: _Lists) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32], npt.NDArray[np.int64]]:
        """The holders of each term, the oldest first, with the rows' own behind them, and where these stand."""
        size = len(lists.terms)
        turns = np.arange(self._reach)
        oldest_first = lists.terms[:, None], (self._counts[lists.terms][:, None] + turns) % self._reach
        before = (np.arange(size) * self._reach + lists.begins)[:, None] + turns
        place = (lists.term_of + 1) * self._reach + np.arange(len(lists.numbers))
        holders = np.zeros(size * self._reach + len(place), np.int32)
        weights = np.zeros(len(holders), np.float32)
        holders[before], weights[before] = self._latest[oldest_first], self._weights[oldest_first]
        holders[place], weights[place] = lists.numbers + 1, lists.weights
        return holders, weights, place

    def _enlist(self, lists: _Lists) -> None:
        self._make_room(lists)
        turn = np.arange(len(lists.numbers)) - lists.begins[lists.term_of]
        kept = np.flatnonzero(turn >= lists.counts[lists.term_of] - self._reach)
        term = lists.terms[lists.term_of[kept]]
        place = (self._counts[term] + turn[kept]) % self._reach
        self._latest[term, place] = lists.numbers[kept] + 1
        self._weights[term, place] = lists.weights[kept]
        self._counts[lists.terms] += lists.counts.astype(np.int32)

    def _make_room(self, lists: _Lists) -> None:
        last = int(lists.terms[-1]) if len(lists.terms) else 0
        self._counts = grown(self._counts, last)
        self._latest, self._weights = grown(self._latest, last), grown(self._weights, last)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lists:
    """The entries of rows by term, and within a term in order of arrival: the row of each, its weight, and its term.

    ``terms`` are those that occur, in rising order, with where the entries of each begin and how many they are.
    """

    numbers: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]
    term_of: npt.NDArray[np.int64]
    terms: npt.NDArray[np.int64]
    begins: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]

    @classmethod
    def of(cls, rows: Rows, first: int) -> Self:
        keys = rows.columns.astype(np.int64) << _TERM_SHIFT
        keys |= np.arange(len(keys))
        keys.sort()
        entry, column = keys & _ENTRY, keys >> _TERM_SHIFT
        is_first = np.ones(len(keys), np.bool_)
        is_first[1:] = column[1:] != column[:-1]
        begins = np.flatnonzero(is_first)
        counts = np.diff(begins, append=len(keys))
        return cls(
            numbers=rows.numbers[entry] + np.int32(first),
            weights=rows.weights[entry],
            term_of=np.repeat(np.arange(len(begins)), counts),
            terms=column[begins],
            begins=begins,
            counts=counts,
        )
