"""Which rows are alike: rows in, the pairs that share most of their weight out.

Every row stands in the list of each term it holds, in order of arrival, and is multiplied with the next few in the
list. A rare term is so compared with all that hold it, a common one with its contemporaries, and the cost of a row does
not depend on how many there are. What common terms of distant articles would add is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.rows import Rows

__all__ = ["Pairs", "alike_pairs"]

# Rows that are multiplied at a time: a block's products, about a thousand a row, fit a few megabytes.
_BLOCK_ROWS: Final = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Pairs of rows, each once and the earlier first, with how alike they are."""

    earlier: npt.NDArray[np.int32]
    later: npt.NDArray[np.int32]
    likeness: npt.NDArray[np.float32]


def alike_pairs(rows: Rows, *, reach: int, least: float) -> Pairs:
    """The pairs whose product is ``least`` or more; ``reach`` is how far ahead a term's list is followed."""
    lists = np.argsort(rows.columns, kind="stable")
    place = np.empty_like(lists)
    place[lists] = np.arange(len(lists))
    index = _Index(columns=rows.columns[lists], rows=rows.numbers[lists], weights=rows.weights[lists])
    blocks = [
        _block_pairs(index, place[rows.starts[start] : rows.starts[min(start + _BLOCK_ROWS, len(rows))]], reach, least)
        for start in range(0, len(rows), _BLOCK_ROWS)
    ]
    empty = Pairs(earlier=np.zeros(0, np.int32), later=np.zeros(0, np.int32), likeness=np.zeros(0, np.float32))
    parts = [empty, *blocks]
    return Pairs(
        earlier=np.concatenate([part.earlier for part in parts]),
        later=np.concatenate([part.later for part in parts]),
        likeness=np.concatenate([part.likeness for part in parts]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Index:
    """The entries by term, and within a term by row."""

    columns: npt.NDArray[np.int32]
    rows: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]


def _block_pairs(index: _Index, places: npt.NDArray[np.int64], reach: int, least: float) -> Pairs:
    keys: list[npt.NDArray[np.int64]] = []
    products: list[npt.NDArray[np.float32]] = []
    left = places
    for step in range(1, reach + 1):
        left = left[left + step < len(index.columns)]
        left = left[index.columns[left] == index.columns[left + step]]
        if not len(left):
            break
        keys.append(index.rows[left].astype(np.int64) << 32 | index.rows[left + step])
        products.append(index.weights[left] * index.weights[left + step])
    if not keys:
        return Pairs(earlier=np.zeros(0, np.int32), later=np.zeros(0, np.int32), likeness=np.zeros(0, np.float32))
    return _summed(np.concatenate(keys), np.concatenate(products), least)


def _summed(keys: npt.NDArray[np.int64], products: npt.NDArray[np.float32], least: float) -> Pairs:
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    sums = np.add.reduceat(products[order], first)
    kept = sums >= least
    found = keys[first][kept]
    return Pairs(
        earlier=(found >> 32).astype(np.int32), later=(found & 0xFFFFFFFF).astype(np.int32), likeness=sums[kept]
    )
