"""Learns templates by the exact description length of the path/document matrix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from newsloom.dom import Document
from newsloom.learners.agglomeration import Counts, merge_all_pairs
from newsloom.learners.descriptionlength import Membership, Size, count_entries
from newsloom.learners.mdl import PAPER_READING, learn_by_mdl
from newsloom.learners.paths import Numbers
from newsloom.records import Template

__all__ = ["TextMdlLearner", "group_exactly"]

# Rows of counts that are processed together: 64 MB at 10,000 paths.
_ROWS_AT_ONCE = 512


@dataclass(frozen=True, kw_only=True)
class TextMdlLearner:
    """Merge the pair of clusters that shortens the description most, until none does (Kim and Shim, 2011).

    Cubic in the number of pages: for a few hundred.
    """

    name: ClassVar[str] = "textmdl"
    version: ClassVar[int] = 6
    reads_comments: ClassVar[bool] = False
    PAPER: ClassVar[Mapping[str, Any]] = PAPER_READING

    refined: bool = True  # split off strangers, join families of templates; False is the paper's
    single_supports: bool = False  # whether paths of one page count for the mode (definition 1)
    membership: Membership = "matrix"  # the price of M_D; see NOTES.md of textmdl

    def learn(self, documents: Iterable[Document], /) -> tuple[Template, ...]:
        return learn_by_mdl(documents, group_exactly, self)


def group_exactly(pages: Sequence[Numbers], size: Size) -> list[list[int]]:
    """The groups of pages given by their essential paths."""
    clusters = _Clusters(pages)
    singles = np.array([len(page) for page in pages], dtype=np.float64)
    return merge_all_pairs(size, singles, clusters.pairing, clusters.merge)


class _Clusters:
    """The number of pages of each cluster that have each path."""

    def __init__(self, pages: Sequence[Numbers]) -> None:
        known, places = np.unique(np.concatenate(pages), return_inverse=True)
        rows = np.repeat(np.arange(len(pages)), [len(page) for page in pages])
        self._supports = np.zeros((len(pages), len(known)), dtype=np.int32)
        self._supports[rows, places] = 1
        self._pages = np.ones(len(pages), dtype=np.int64)

    def pairing(self, one: int, others: NDArray[np.int64]) -> Counts:
        parts = [
            count_entries(self._supports[some] + self._supports[one], self._pages[some] + self._pages[one])
            for some in np.split(others, range(_ROWS_AT_ONCE, len(others), _ROWS_AT_ONCE))
        ]
        ones, plus, minus = (np.concatenate([part[place] for part in parts]) for place in range(3))
        return ones, plus, minus

    def merge(self, into: int, gone: int) -> None:
        self._supports[into] += self._supports[gone]
        self._pages[into] += self._pages[gone]
