"""Finds the pairs of rows with the highest dot products, by an inverted index.

Postings are in order of arrival, and a row is compared with the next few in the list of each of its terms: with all
rows that have a rare term, but only with contemporaries that have a common one. In a large window only the heaviest
terms have lists, and the full product is computed for a shortlist. The cost of a row does not depend on the number of
rows; rows that share no listed term within reach are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.padded import PaddedRows, RowProducts
from newsloom.clusterers.stream.sparse import SparseRows

__all__ = ["Pairs", "SearchLimits", "Shortlist", "similar_pairs", "to_keys"]

# Rows multiplied at a time: the products of a block, a few hundred for each row, fit in a few megabytes.
_BLOCK_ROWS: Final = 64
# Row within the block, other row and product are sorted as one number of 64 bits, with 8, 32 and 24 bits.
_ROW_SHIFT: Final = 56
_OTHER_SHIFT: Final = 24
_MOST: Final = np.uint64((1 << _OTHER_SHIFT) - 1)
# Without the product, row and other row.
_PAIR_SHIFT: Final = 32
_OTHER: Final = np.uint64((1 << _PAIR_SHIFT) - 1)

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLimits:
    """How far a row looks for others: the next ``reach`` rows in the list of each of its terms.

    With ``shortlist``, only the heaviest terms of a row have lists, and the full product is computed with a few of the
    rows found there. Without, all terms have lists, and the products in them add up to the similarity.
    """

    reach: int
    shortlist: Shortlist | None = None

    def listed(self, rows: SparseRows) -> SparseRows:
        """The rows with only the entries of terms that have lists."""
        return rows if self.shortlist is None else rows.heaviest(self.shortlist.terms)

    def similarity(
        self, keys: npt.NDArray[np.uint64], block: SparseRows, padded: PaddedRows, comparer: RowProducts
    ) -> tuple[Numbers, Numbers, npt.NDArray[np.float32]]:
        """The compared pairs of a row of a block and another, and their similarity; ``keys`` are from ``to_keys``."""
        pairs, sums = _summed(keys)
        if self.shortlist is None:
            row, other = _parted(pairs)
            return row, other, (sums / _MOST).astype(np.float32)
        row, other = _parted(_most_shared(pairs, sums, self.shortlist.rows))
        return row, other, comparer.products(block, row, padded, other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortlist:
    """How many of a row's heaviest ``terms`` have lists, and for how many ``rows`` the full product is computed.

    Of a longer row, such as that of a group, only the ``width`` heaviest terms are compared.
    """

    terms: int
    rows: int
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Pairs of rows with their similarity, each once, by rising earlier and then later row."""

    earlier: npt.NDArray[np.int32]
    later: npt.NDArray[np.int32]
    similarity: npt.NDArray[np.float32]


def similar_pairs(rows: SparseRows, search: SearchLimits, *, least: float) -> Pairs:
    """The pairs whose product is ``least`` or more; weights must lie between 0 and 1."""
    postings = _Postings.of(search.listed(rows))
    parts = list(_block_pairs(rows, postings, search, least))
    parts.append(Pairs(earlier=np.zeros(0, np.int32), later=np.zeros(0, np.int32), similarity=np.zeros(0, np.float32)))
    return Pairs(
        earlier=np.concatenate([part.earlier for part in parts]),
        later=np.concatenate([part.later for part in parts]),
        similarity=np.concatenate([part.similarity for part in parts]),
    )


def _block_pairs(rows: SparseRows, postings: _Postings, search: SearchLimits, least: float) -> Iterator[Pairs]:
    padded = PaddedRows.of(rows, search.shortlist.width) if search.shortlist else PaddedRows.none()
    comparer = RowProducts(int(rows.columns.max(initial=0)))
    for first, block in rows.parts(_BLOCK_ROWS):
        keys = postings.products(first, len(block), search.reach)
        row, other, similarity = search.similarity(keys, block, padded, comparer)
        kept = similarity >= least
        yield Pairs(
            earlier=(row[kept] + first).astype(np.int32),
            later=other[kept].astype(np.int32),
            similarity=similarity[kept],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Postings:
    """The entries by term, and within a term by row; the place of each entry, and the end of each term's list."""

    listed: SparseRows
    rows: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]
    place: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]

    @classmethod
    def of(cls, listed: SparseRows) -> Self:
        # Sorting term and entry as one number is faster, and takes less memory, than sorting entries by their terms.
        keys = listed.columns.astype(np.int64) << 32
        keys |= np.arange(len(keys))
        keys.sort()
        lists = keys.astype(np.uint32)
        del keys
        place = np.empty(len(lists), np.int32)
        place[lists] = np.arange(len(lists), dtype=np.int32)
        ends = np.cumsum(np.bincount(listed.columns)) if len(lists) else np.zeros(0, np.int64)
        return cls(listed=listed, rows=listed.numbers[lists], weights=listed.weights[lists], place=place, ends=ends)

    def products(self, first: int, count: int, reach: int) -> npt.NDArray[np.uint64]:
        """The products of each entry of a block of rows with the next entries in its list, as keys."""
        starts = self.listed.starts[first : first + count + 1]
        entries = slice(int(starts[0]), int(starts[-1]))
        place = self.place[entries].astype(np.int64)
        lengths = np.minimum(self.ends[self.listed.columns[entries]] - place - 1, reach)
        flat = np.repeat(place + 1 + lengths - np.cumsum(lengths), lengths) + np.arange(int(lengths.sum()))
        products = np.repeat(self.listed.weights[entries], lengths) * self.weights[flat]
        number = np.repeat(np.arange(count), np.diff(starts))
        return to_keys(np.repeat(number, lengths), self.rows[flat], products)


def to_keys(
    row: npt.NDArray[np.integer[Any]], other: npt.NDArray[np.int32], product: npt.NDArray[np.float32]
) -> npt.NDArray[np.uint64]:
    """Row within a block, other row and product of two weights combined into one number each, in rising order."""
    keys = row.astype(np.uint64) << np.uint64(_ROW_SHIFT)
    keys |= other.astype(np.uint64) << np.uint64(_OTHER_SHIFT)
    keys |= np.minimum(product * np.float32(_MOST), np.float32(_MOST)).astype(np.uint64)
    keys.sort()
    return keys


def _summed(keys: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """The pairs of row and other row, as one number each in rising order, and the sums of their products."""
    pairs = keys >> np.uint64(_OTHER_SHIFT)
    begins = np.flatnonzero(np.diff(pairs, prepend=~pairs[:1]))
    sums = np.add.reduceat(keys & _MOST, begins) if len(begins) else np.zeros(0, np.uint64)
    return pairs[begins], sums


def _most_shared(pairs: npt.NDArray[np.uint64], sums: npt.NDArray[np.uint64], most: int) -> npt.NDArray[np.uint64]:
    """The ``most`` pairs of each row with the greatest sums, in rising order; of ties, the first."""
    row, other = pairs >> np.uint64(_PAIR_SHIFT), pairs & _OTHER
    ranked = (row << np.uint64(_ROW_SHIFT)) | ((_MOST - np.minimum(sums, _MOST)) << np.uint64(_PAIR_SHIFT)) | other
    ranked.sort()
    row = ranked >> np.uint64(_ROW_SHIFT)
    begins = np.flatnonzero(np.diff(row, prepend=~row[:1]))
    chosen = np.arange(len(row)) - np.repeat(begins, np.diff(begins, append=len(row))) < most
    kept: npt.NDArray[np.uint64] = (row[chosen] << np.uint64(_PAIR_SHIFT)) | (ranked[chosen] & _OTHER)
    kept.sort()
    return kept


def _parted(pairs: npt.NDArray[np.uint64]) -> tuple[Numbers, Numbers]:
    return (pairs >> np.uint64(_PAIR_SHIFT)).astype(np.int64), (pairs & _OTHER).astype(np.int64)
