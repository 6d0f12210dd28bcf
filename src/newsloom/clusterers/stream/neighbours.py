"""Which rows are alike: rows in, the pairs that share most of their weight out.

Every row stands in the list of each term it holds, in order of arrival, and is multiplied with the next few in the
list. A rare term is so compared with all that hold it, a common one with its contemporaries, and the cost of a row does
not depend on how many there are. What common terms of distant articles would add is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.rows import Rows

__all__ = ["Pairs", "alike_pairs", "sum_products", "to_keys"]

# Rows that are multiplied at a time: a block's products, about a thousand a row, fit a few megabytes.
_BLOCK_ROWS: Final = 64
# Row within the block, other row and product are sorted as one number of 64 bits: 8, 32 and 24 of them.
_ROW_SHIFT: Final = 56
_OTHER_SHIFT: Final = 24
_MOST: Final = (1 << _OTHER_SHIFT) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Pairs of rows, each once and the earlier first, with how alike they are."""

    earlier: npt.NDArray[np.int32]
    later: npt.NDArray[np.int32]
    likeness: npt.NDArray[np.float32]


def alike_pairs(rows: Rows, *, reach: int, least: float) -> Pairs:
    """The pairs whose product is ``least`` or more; ``reach`` is how far ahead a term's list is followed.

    Weights must lie between 0 and 1.
    """
    index = _Index.of(rows)
    parts = [
        sum_products(
            _block_products(index, rows, range(start, min(start + _BLOCK_ROWS, len(rows))), reach), start, least
        )
        for start in range(0, len(rows), _BLOCK_ROWS)
    ]
    nothing = Pairs(earlier=np.zeros(0, np.int32), later=np.zeros(0, np.int32), likeness=np.zeros(0, np.float32))
    parts.append(nothing)
    return Pairs(
        earlier=np.concatenate([part.earlier for part in parts]),
        later=np.concatenate([part.later for part in parts]),
        likeness=np.concatenate([part.likeness for part in parts]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Index:
    """The entries by term, and within a term by row; where each entry stands, and where each term's list ends."""

    rows: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]
    place: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]

    @classmethod
    def of(cls, rows: Rows) -> Self:
        # One number for term and entry is sorted faster, and in less room, than entries by their terms.
        keys = rows.columns.astype(np.int64) << 32
        keys |= np.arange(len(keys))
        keys.sort()
        lists = keys.astype(np.uint32)
        del keys
        place = np.empty(len(lists), np.int32)
        place[lists] = np.arange(len(lists), dtype=np.int32)
        ends = np.cumsum(np.bincount(rows.columns)) if len(lists) else np.zeros(0, np.int64)
        return cls(rows=rows.numbers[lists], weights=rows.weights[lists], place=place, ends=ends)


def _block_products(index: _Index, rows: Rows, block: range, reach: int) -> npt.NDArray[np.uint64]:
    entries = slice(int(rows.starts[block.start]), int(rows.starts[block.stop]))
    place = index.place[entries].astype(np.int64)
    lengths = np.minimum(index.ends[rows.columns[entries]] - place - 1, reach)
    flat = np.repeat(place + 1 + lengths - np.cumsum(lengths), lengths) + np.arange(int(lengths.sum()))
    products = np.repeat(rows.weights[entries], lengths) * index.weights[flat]
    number = np.repeat(np.arange(len(block)), np.diff(rows.starts[block.start : block.stop + 1]))
    return to_keys(np.repeat(number, lengths), index.rows[flat], products)


def to_keys(
    row: npt.NDArray[np.integer[Any]], other: npt.NDArray[np.int32], product: npt.NDArray[np.float32]
) -> npt.NDArray[np.uint64]:
    """Row within a block, other row and the product of two weights, as one number each, in rising order."""
    keys = row.astype(np.uint64) << np.uint64(_ROW_SHIFT)
    keys |= other.astype(np.uint64) << np.uint64(_OTHER_SHIFT)
    keys |= np.minimum(product * np.float32(_MOST), _MOST).astype(np.uint64)
    keys.sort()
    return keys


def sum_products(keys: npt.NDArray[np.uint64], first: int, least: float) -> Pairs:
    """The pairs whose products add up to ``least`` or more; ``first`` is the number of the block's first row."""
    products = (keys & np.uint64(_MOST)).astype(np.int64)
    keys >>= np.uint64(_OTHER_SHIFT)
    begins = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
    sums = (np.add.reduceat(products, begins) / _MOST).astype(np.float32) if len(begins) else np.zeros(0, np.float32)
    kept = sums >= least
    found = keys[begins][kept]
    return Pairs(
        earlier=(found >> np.uint64(_ROW_SHIFT - _OTHER_SHIFT)).astype(np.int32) + np.int32(first),
        later=(found & np.uint64(0xFFFFFFFF)).astype(np.int32),
        likeness=sums[kept],
    )
