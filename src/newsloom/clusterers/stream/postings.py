"""Growing posting lists: adds rows in order of arrival, and computes the products of each with the rows before it.

The latest postings of each term are contiguous in one pool, so a block of rows is compared at once. A list has room for
at most twice its postings: words that are not repeated take little. The result is the same as that of ``neighbours`` on
the whole window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.neighbours import SearchLimits, to_keys
from newsloom.clusterers.stream.sparse import SparseRows, capacity, with_capacity

__all__ = ["MOST_PRODUCTS", "PostingLists"]

# Products computed at a time: a few megabytes.
MOST_PRODUCTS: Final = 80_000
# The first rows are added this many at a time, because sorting takes memory.
_PART_ROWS: Final = 1000
# Term and entry are sorted as one number.
_TERM_SHIFT: Final = 32
_ENTRY: Final = (1 << _TERM_SHIFT) - 1

Numbers = npt.NDArray[np.int64]


class PostingLists:
    """For each listed term, the latest rows that have it, with its weight in them."""

    def __init__(self, rows: SparseRows, search: SearchLimits) -> None:
        self._search = search
        listed = search.listed(rows)
        # For each term: how many postings were added, how many there is room for, and where its list is in the pool.
        self._counts = np.zeros(int(listed.columns.max(initial=0)) + 1, np.int32)
        self._room = self._room_for(np.bincount(listed.columns, minlength=len(self._counts)))
        self._begins = np.cumsum(self._room) - self._room
        self._end = int(self._room.sum())
        # A row is stored as its number plus one: 0 is an empty slot.
        self._latest = np.zeros(capacity(self._end), np.int32)
        self._weights = np.zeros(capacity(self._end), np.float16)
        for first, part in listed.parts(_PART_ROWS):
            self._append(_NewPostings.of(part, first))

    @property
    def room(self) -> int:
        """The number of postings that there is room for, over all terms."""
        return self._end

    def add(self, rows: SparseRows, first: int) -> npt.NDArray[np.uint64]:
        """Adds rows and returns the products of each with the rows before it, as keys of ``neighbours.to_keys``.

        In the keys, rows are numbered from 0 on the left, and as in the whole window on the right.
        """
        new = _NewPostings.of(self._search.listed(rows), first)
        self._make_room(new)
        postings, weights, place = self._joined(new)
        # Every entry is multiplied with the postings before it in its list.
        met = place[:, None] - np.arange(self._search.reach, 0, -1)
        other = postings[met]
        products = weights[met] * new.weights[:, None]
        row = np.broadcast_to((new.numbers - first)[:, None], other.shape)
        is_met = other > 0
        keys = to_keys(row[is_met], other[is_met] - 1, products[is_met])
        self._append(new)
        return keys

    def _joined(self, new: _NewPostings) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32], Numbers]:
        """The postings of each term, oldest first, followed by those of the new rows; and the places of these."""
        reach, size = self._search.reach, len(new.terms)
        ago = np.arange(reach, 0, -1)
        count, room = self._counts[new.terms][:, None], np.maximum(self._room[new.terms], 1)[:, None]
        kept = np.where(ago <= count, self._begins[new.terms][:, None] + (count - ago) % room, 0)
        before = (np.arange(size) * reach + new.begins)[:, None] + np.arange(reach)
        place = (new.term_of + 1) * reach + np.arange(len(new.numbers))
        postings = np.zeros(size * reach + len(place), np.int32)
        weights = np.zeros(len(postings), np.float32)
        postings[before], weights[before] = np.where(ago <= count, self._latest[kept], 0), self._weights[kept]
        postings[place], weights[place] = new.numbers + 1, new.weights
        return postings, weights, place

    def _append(self, new: _NewPostings) -> None:
        self._make_room(new)
        turn = np.arange(len(new.numbers)) - new.begins[new.term_of]
        kept = np.flatnonzero(turn >= new.counts[new.term_of] - self._search.reach)
        term = new.terms[new.term_of[kept]]
        place = self._begins[term] + (self._counts[term] + turn[kept]) % self._room[term]
        self._latest[place] = new.numbers[kept] + 1
        self._weights[place] = new.weights[kept]
        self._counts[new.terms] += new.counts.astype(np.int32)

    def _make_room(self, new: _NewPostings) -> None:
        last = int(new.terms[-1]) if len(new.terms) else 0
        self._counts, self._room, self._begins = (
            with_capacity(self._counts, last),
            with_capacity(self._room, last),
            with_capacity(self._begins, last),
        )
        wanted = self._room_for(self._counts[new.terms] + new.counts)
        is_short = wanted > self._room[new.terms]
        if is_short.any():
            self._move(new.terms[is_short], wanted[is_short])

    def _move(self, terms: Numbers, room: npt.NDArray[np.int32]) -> None:
        """Moves the lists of terms to the end of the pool, with more room."""
        begins = self._end + np.cumsum(room) - room
        self._end += int(room.sum())
        self._latest, self._weights = with_capacity(self._latest, self._end), with_capacity(self._weights, self._end)
        # Lists with less room than the reach have not wrapped round yet.
        held = self._counts[terms]
        turn = np.arange(int(held.sum())) - np.repeat(np.cumsum(held) - held, held)
        old, moved = np.repeat(self._begins[terms], held) + turn, np.repeat(begins, held) + turn
        self._latest[moved], self._weights[moved] = self._latest[old], self._weights[old]
        self._latest[old] = 0
        self._begins[terms], self._room[terms] = begins, room

    def _room_for(self, counts: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.int32]:
        """The next power of two for each count, at most the reach."""
        powers = np.exp2(np.ceil(np.log2(np.maximum(counts, 1))))
        return np.minimum(np.where(counts > 0, powers, 0), self._search.reach).astype(np.int32)


@dataclass(frozen=True, slots=True, kw_only=True)
class _NewPostings:
    """The entries of rows by term, and within a term in order of arrival: the row of each, its weight, and its term.

    ``terms`` are those that occur, in rising order; ``begins`` and ``counts`` give the entries of each, and ``term_of``
    is an index of ``terms``.
    """

    numbers: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]
    term_of: npt.NDArray[np.int64]
    terms: npt.NDArray[np.int64]
    begins: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]

    @classmethod
    def of(cls, rows: SparseRows, first: int) -> Self:
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
