"""A report says part of an event; its nearest neighbours say the rest.

Rows and their alike pairs go in, rows come out to each of which the nearest few are added by how near they are. Reports
of one event thereby come close to one another, whatever the kind of news: short texts most. After Rocchio's feedback,
with the neighbours for the relevant documents.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.neighbours import Pairs
from newsloom.clusterers.stream.rows import Rows

__all__ = ["FAR", "NOBODY", "Nearest", "expanded", "nearest_rows", "share_of_neighbour"]

# How much of each neighbour is added, the nearest first, times how near it is beyond ``FAR``.
RANK_WEIGHTS: Final = (1.0, 1.0, 0.4)
STRENGTH: Final = 2.5
# What any two reports have in common.
FAR: Final = 0.05
NOBODY: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """For each row its nearest few, the nearest first; ``NOBODY`` with a likeness of 0 where there are no more."""

    rows: npt.NDArray[np.int32]
    likeness: npt.NDArray[np.float32]


def nearest_rows(pairs: Pairs, count: int) -> Nearest:
    """The nearest of each row; of those equally near, the first."""
    least = _least_near(pairs, count)
    to_later, to_earlier = pairs.likeness >= least[pairs.later], pairs.likeness >= least[pairs.earlier]
    target = np.concatenate([pairs.later[to_later], pairs.earlier[to_earlier]])
    source = np.concatenate([pairs.earlier[to_later], pairs.later[to_earlier]])
    likeness = np.concatenate([pairs.likeness[to_later], pairs.likeness[to_earlier]])
    order = np.lexsort((source, -likeness, target))
    target, source, likeness = target[order], source[order], likeness[order]
    rank = np.arange(len(target)) - np.searchsorted(target, target)
    near = (rank < len(RANK_WEIGHTS)) & (likeness > FAR)
    found = Nearest(
        rows=np.full((count, len(RANK_WEIGHTS)), NOBODY, np.int32),
        likeness=np.zeros((count, len(RANK_WEIGHTS)), np.float32),
    )
    found.rows[target[near], rank[near]] = source[near]
    found.likeness[target[near], rank[near]] = likeness[near]
    return found


def _least_near(pairs: Pairs, count: int) -> npt.NDArray[np.float32]:
    """The likeness below which nobody is among the nearest of a row: sorting the few above it is soon done."""
    least = np.full(count, np.inf, np.float32)
    for _ in RANK_WEIGHTS:
        # The greatest below the greatest so far; of equals, all are above what comes next.
        below = np.full(count, FAR, np.float32)
        for target in (pairs.later, pairs.earlier):
            is_below = pairs.likeness < least[target]
            np.maximum.at(below, target[is_below], pairs.likeness[is_below])
        least = below
    return least


def expanded(rows: Rows, nearest: Nearest, *, most_terms: int) -> Rows:
    """The rows with their nearest neighbours added, cut to the heaviest terms, of unit length."""
    own = np.arange(len(rows), dtype=np.int32)
    target, rank = np.nonzero(nearest.rows != NOBODY)
    targets = np.concatenate([own, target.astype(np.int32)])
    by_target = np.argsort(targets, kind="stable")
    parts = rows.combined(
        targets[by_target],
        np.concatenate([own, nearest.rows[target, rank]])[by_target],
        np.concatenate([np.ones(len(rows), np.float32), share_of_neighbour(nearest.likeness)[target, rank]])[by_target],
        len(rows),
    )
    return Rows.stacked([part.unit(most_terms) for part in parts])


def share_of_neighbour(likeness: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How much of each neighbour is added; the last axis is their rank."""
    weights = STRENGTH * np.array(RANK_WEIGHTS, np.float32)
    shares: npt.NDArray[np.float32] = (weights * np.maximum(likeness - np.float32(FAR), 0)).astype(np.float32)
    return shares
