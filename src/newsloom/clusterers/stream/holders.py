"""Who holds a term: rows in order of arrival in, what each shares with rows that came before it out.

Of each term the latest few holders are kept, side by side in one pool, so that a row meets all it shares terms with at
once, and a few dozen rows in the time of one. A term has room for twice its holders at most: words that nobody repeats
take little. What it finds is what ``neighbours`` finds in a window as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.neighbours import Search, to_keys
from newsloom.clusterers.stream.rows import Rows, grown, roomy

__all__ = ["MOST_PRODUCTS", "Holders"]

# Products that are made at a time: a few megabytes of them.
MOST_PRODUCTS: Final = 80_000
# Rows that a window begins with are enlisted so many at a time, for sorting takes room.
_PART_ROWS: Final = 1000
# Term and entry are sorted as one number.
_TERM_SHIFT: Final = 32
_ENTRY: Final = (1 << _TERM_SHIFT) - 1

Numbers = npt.NDArray[np.int64]


class Holders:
    """The latest rows that hold each term that has a list, with the weight it has there."""

    def __init__(self, rows: Rows, search: Search) -> None:
        self._search = search
        listed = search.listed(rows)
        # Of each term: how many held it, how many holders there is room for, and where in the pool.
        self._counts = np.zeros(int(listed.columns.max(initial=0)) + 1, np.int32)
        self._room = self._room_for(np.bincount(listed.columns, minlength=len(self._counts)))
        self._begins = np.cumsum(self._room) - self._room
        self._end = int(self._room.sum())
        # A holder is kept as the number after its own, so that 0 is nobody.
        self._latest = np.zeros(roomy(self._end), np.int32)
        self._weights = np.zeros(roomy(self._end), np.float16)
        for first, part in listed.parts(_PART_ROWS):
            self._enlist(_Lists.of(part, first))

    @property
    def room(self) -> int:
        """How many holders there is room for, of all terms together."""
        return self._end

    def meet(self, rows: Rows, first: int) -> npt.NDArray[np.uint64]:
        """What each row shares with those before it, as keys of ``neighbours``, then enlist the rows.

        Rows count from 0 in the keys, and from ``first`` on where others meet them.
        """
        lists = _Lists.of(self._search.listed(rows), first)
        self._make_room(lists)
        holders, weights, place = self._joined(lists)
        # Every entry meets the holders before it in the list.
        met = place[:, None] - np.arange(self._search.reach, 0, -1)
        other = holders[met]
        products = weights[met] * lists.weights[:, None]
        row = np.broadcast_to((lists.numbers - first)[:, None], other.shape)
        is_met = other > 0
        keys = to_keys(row[is_met], other[is_met] - 1, products[is_met])
        self._enlist(lists)
        return keys

    def _joined(self, lists: _Lists) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32], Numbers]:
        """The holders of each term, the oldest first, with the rows' own behind them, and where these stand."""
        reach, size = self._search.reach, len(lists.terms)
        ago = np.arange(reach, 0, -1)
        count, room = self._counts[lists.terms][:, None], np.maximum(self._room[lists.terms], 1)[:, None]
        kept = np.where(ago <= count, self._begins[lists.terms][:, None] + (count - ago) % room, 0)
        before = (np.arange(size) * reach + lists.begins)[:, None] + np.arange(reach)
        place = (lists.term_of + 1) * reach + np.arange(len(lists.numbers))
        holders = np.zeros(size * reach + len(place), np.int32)
        weights = np.zeros(len(holders), np.float32)
        holders[before], weights[before] = np.where(ago <= count, self._latest[kept], 0), self._weights[kept]
        holders[place], weights[place] = lists.numbers + 1, lists.weights
        return holders, weights, place

    def _enlist(self, lists: _Lists) -> None:
        self._make_room(lists)
        turn = np.arange(len(lists.numbers)) - lists.begins[lists.term_of]
        kept = np.flatnonzero(turn >= lists.counts[lists.term_of] - self._search.reach)
        term = lists.terms[lists.term_of[kept]]
        place = self._begins[term] + (self._counts[term] + turn[kept]) % self._room[term]
        self._latest[place] = lists.numbers[kept] + 1
        self._weights[place] = lists.weights[kept]
        self._counts[lists.terms] += lists.counts.astype(np.int32)

    def _make_room(self, lists: _Lists) -> None:
        last = int(lists.terms[-1]) if len(lists.terms) else 0
        self._counts, self._room, self._begins = (
            grown(self._counts, last),
            grown(self._room, last),
            grown(self._begins, last),
        )
        wanted = self._room_for(self._counts[lists.terms] + lists.counts)
        is_short = wanted > self._room[lists.terms]
        if is_short.any():
            self._move(lists.terms[is_short], wanted[is_short])

    def _move(self, terms: Numbers, room: npt.NDArray[np.int32]) -> None:
        """Give terms more room, at the end of the pool."""
        begins = self._end + np.cumsum(room) - room
        self._end += int(room.sum())
        self._latest, self._weights = grown(self._latest, self._end), grown(self._weights, self._end)
        # Who had less room than the reach has not come round yet.
        held = self._counts[terms]
        turn = np.arange(int(held.sum())) - np.repeat(np.cumsum(held) - held, held)
        old, new = np.repeat(self._begins[terms], held) + turn, np.repeat(begins, held) + turn
        self._latest[new], self._weights[new] = self._latest[old], self._weights[old]
        self._latest[old] = 0
        self._begins[terms], self._room[terms] = begins, room

    def _room_for(self, counts: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.int32]:
        """The next power of two, up to the reach."""
        powers = np.exp2(np.ceil(np.log2(np.maximum(counts, 1))))
        return np.minimum(np.where(counts > 0, powers, 0), self._search.reach).astype(np.int32)


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
