"""Rows compared as wholes: some rows and pairs of them with others in, the products out.

The other rows lie side by side at one width; those of a block are laid out by column, so that a product is a few
gatherings in numpy whatever the number of terms there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.rows import Rows, grown

__all__ = ["Comparison", "Lines"]

# Entries that are gathered at a time: what a processor keeps at hand.
_MOST_ENTRIES: Final = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Rows at one width, the shorter filled up with weights of 0."""

    columns: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32] | npt.NDArray[np.float16]

    @classmethod
    def of(cls, rows: Rows, width: int) -> Self:
        cut = rows.heaviest(width)
        widest = int(np.diff(cut.starts).max(initial=0))
        if len(cut.columns) == len(rows) * widest:
            shape = (len(rows), widest)
            return cls(columns=cut.columns.reshape(shape), weights=cut.weights.reshape(shape))
        columns, weights = np.zeros((len(rows), widest), np.int32), np.zeros((len(rows), widest), np.float32)
        is_filled = np.arange(widest) < np.diff(cut.starts)[:, None]
        columns[is_filled], weights[is_filled] = cut.columns, cut.weights
        return cls(columns=columns, weights=weights)

    @classmethod
    def none(cls) -> Self:
        """No rows."""
        return cls(columns=np.zeros((0, 0), np.int32), weights=np.zeros((0, 0), np.float32))


class Comparison:
    """Room to lay rows out by column."""

    def __init__(self, last_column: int) -> None:
        # The place of each column of the block; 0, where all is 0, for any other. All 0 between uses.
        self._place = np.zeros(last_column + 1, np.int32)

    def make_room(self, last_column: int) -> None:
        """Let rows hold columns up to this one."""
        self._place = grown(self._place, last_column)

    def products(
        self, block: Rows, row: npt.NDArray[np.int64], lines: Lines, other: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.float32]:
        """The product of each ``row`` of the block with the ``other`` of the lines that stands beside it."""
        found = np.zeros(len(row), np.float32)
        if not len(row):
            return found
        laid_out = self._laid_out(block)
        begins = row * laid_out.shape[1]
        step = max(1, _MOST_ENTRIES // max(1, lines.columns.shape[1]))
        for start in range(0, len(row), step):
            part = slice(start, start + step)
            place = self._place[lines.columns[other[part]]] + begins[part, None]
            found[part] = np.einsum("ij,ij->i", laid_out.ravel()[place], lines.weights[other[part]].astype(np.float32))
        self._place[block.columns] = 0
        return found

    def _laid_out(self, block: Rows) -> npt.NDArray[np.float32]:
        """The rows of a block with a place for each of its columns, and the first for no column."""
        own = np.unique(block.columns)
        self._place[own] = np.arange(1, len(own) + 1)
        dense = np.zeros((len(block), len(own) + 1), np.float32)
        dense[block.numbers, self._place[block.columns]] = block.weights
        return dense
