"""MinHash signatures with counts, made from path sets, and estimates of description length from them.

Each slot of a signature holds the smallest hash of a cluster's paths and how many of its pages have that path (Kim and
Shim, section 5). The path in a slot is in effect drawn at random from all paths of the cluster, so the counts over all
slots show how supports are distributed, without the pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsloom.learners.agglomeration import Counts
from newsloom.learners.descriptionlength import count_entries

__all__ = ["Signatures", "sign"]

# Any odd constant works; the bits of the golden ratio spread best (Knuth, TAOCP 6.4).
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_SEED = 2011


@dataclass(slots=True, kw_only=True)
class Signatures:
    """A row for each cluster: its smallest hashes, how many pages share each, and its counts of pages and entries."""

    smallest: NDArray[np.uint32]
    shared: NDArray[np.int32]
    pages: NDArray[np.int64]
    entries: NDArray[np.float64]

    def pairing(self, one: int, others: NDArray[np.int64]) -> Counts:
        """The estimated entries of the clusters that merging one with each of the others makes (lemmas 3 and 4)."""
        mine, theirs = self.smallest[one], self.smallest[others]
        shared = np.where(theirs < mine, self.shared[others], self.shared[one])
        shared = np.where(theirs == mine, self.shared[others] + self.shared[one], shared)
        return _estimates(shared, self.pages[others] + self.pages[one], self.entries[others] + self.entries[one])

    def counts(self) -> Counts:
        """The estimated entries of each cluster."""
        return _estimates(self.shared, self.pages, self.entries)

    def merge(self, into: int, gone: int) -> None:
        """Merges row ``gone`` into another; ``gone`` is left as it is and must not be used again."""
        mine, theirs = self.smallest[into], self.smallest[gone]
        added = np.where(theirs < mine, self.shared[gone], self.shared[into])
        self.shared[into] = np.where(theirs == mine, self.shared[gone] + self.shared[into], added)
        self.smallest[into] = np.minimum(mine, theirs)
        self.pages[into] += self.pages[gone]
        self.entries[into] += self.entries[gone]

    def agreeing(self, one: int) -> NDArray[np.int64]:
        """The number of slots in which each row agrees with one: an estimate of Jaccard coefficient times slots."""
        agreeing: NDArray[np.int64] = (self.smallest == self.smallest[one]).sum(axis=1)
        return agreeing

    def taken(self, rows: Any) -> Signatures:
        """A copy of these rows."""
        return Signatures(
            smallest=self.smallest[rows].copy(),
            shared=self.shared[rows].copy(),
            pages=self.pages[rows].copy(),
            entries=self.entries[rows].copy(),
        )

    def followed_by(self, others: Signatures) -> Signatures:
        """These rows, followed by the others."""
        return Signatures(
            smallest=np.concatenate([self.smallest, others.smallest]),
            shared=np.concatenate([self.shared, others.shared]),
            pages=np.concatenate([self.pages, others.pages]),
            entries=np.concatenate([self.entries, others.entries]),
        )


def sign(pages: Sequence[NDArray[np.int64]], length: int) -> Signatures:
    """The signatures of pages; every page must have a path."""
    draw = np.random.default_rng(_SEED)
    factors = draw.integers(0, 2**63, length, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    terms = draw.integers(0, 2**63, length, dtype=np.uint64)
    smallest = np.empty((len(pages), length), dtype=np.uint32)
    for row, page in enumerate(pages):
        smallest[row] = _smallest(page, factors, terms)
    return Signatures(
        smallest=smallest,
        shared=np.ones((len(pages), length), dtype=np.int32),
        pages=np.ones(len(pages), dtype=np.int64),
        entries=np.array([len(page) for page in pages], dtype=np.float64),
    )


def _smallest(page: NDArray[np.int64], factors: NDArray[np.uint64], terms: NDArray[np.uint64]) -> NDArray[np.uint32]:
    spread = page.astype(np.uint64) * _SPREAD
    spread ^= spread >> np.uint64(29)
    hashes: NDArray[np.uint64] = (spread[:, None] * factors + terms) >> np.uint64(32)
    smallest: NDArray[np.uint32] = hashes.min(axis=0).astype(np.uint32)
    return smallest


def _estimates(shared: NDArray[np.int32], pages: NDArray[np.int64], entries: NDArray[np.float64]) -> Counts:
    # Entries are paths times their mean support, which gives the number of paths; the slots stand for all of them.
    paths = entries / shared.mean(axis=1)
    ones, plus, minus = count_entries(shared, pages)
    scale = paths / shared.shape[1]
    return ones * scale, plus * scale, minus * scale
