"""Expands rows by adding their nearest few neighbours, which are found from similar pairs.

A report tells part of an event; its neighbours tell the rest. Reports of one event become more similar, short texts
most. This is Rocchio's feedback, with the neighbours as the relevant documents.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.neighbours import Pairs
from newsloom.clusterers.stream.sparse import SparseRows

__all__ = ["BASE_SIMILARITY", "NO_NEIGHBOUR", "NearestNeighbours", "expand", "nearest_neighbours", "share_of_neighbour"]

# How much of each neighbour is added, nearest first, times its similarity above ``BASE_SIMILARITY``.
RANK_WEIGHTS: Final = (1.0, 1.0, 0.4)
STRENGTH: Final = 2.5
# The similarity of any two reports.
BASE_SIMILARITY: Final = 0.05
NO_NEIGHBOUR: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestNeighbours:
    """The nearest few rows of each row, nearest first, filled up with ``NO_NEIGHBOUR`` and similarity 0."""

    rows: npt.NDArray[np.int32]
    similarity: npt.NDArray[np.float32]


def nearest_neighbours(pairs: Pairs, count: int) -> NearestNeighbours:
    """The nearest neighbours of each of ``count`` rows; of ties, the first."""
    least = _least_near(pairs, count)
    to_later, to_earlier = pairs.similarity >= least[pairs.later], pairs.similarity >= least[pairs.earlier]
    target = np.concatenate([pairs.later[to_later], pairs.earlier[to_earlier]])
    source = np.concatenate([pairs.earlier[to_later], pairs.later[to_earlier]])
    similarity = np.concatenate([pairs.similarity[to_later], pairs.similarity[to_earlier]])
    order = np.lexsort((source, -similarity, target))
    target, source, similarity = target[order], source[order], similarity[order]
    rank = np.arange(len(target)) - np.searchsorted(target, target)
    near = (rank < len(RANK_WEIGHTS)) & (similarity > BASE_SIMILARITY)
    found = NearestNeighbours(
        rows=np.full((count, len(RANK_WEIGHTS)), NO_NEIGHBOUR, np.int32),
        similarity=np.zeros((count, len(RANK_WEIGHTS)), np.float32),
    )
    found.rows[target[near], rank[near]] = source[near]
    found.similarity[target[near], rank[near]] = similarity[near]
    return found


def _least_near(pairs: Pairs, count: int) -> npt.NDArray[np.float32]:
    """A lower bound for the similarity of a row's nearest neighbours, which leaves few to sort."""
    least = np.full(count, np.inf, np.float32)
    for _ in RANK_WEIGHTS:
        # The greatest below the last one found. Ties count as one, so the bound is never too high.
        below = np.full(count, BASE_SIMILARITY, np.float32)
        for target in (pairs.later, pairs.earlier):
            is_below = pairs.similarity < least[target]
            np.maximum.at(below, target[is_below], pairs.similarity[is_below])
        least = below
    return least


def expand(rows: SparseRows, nearest: NearestNeighbours, *, most_terms: int) -> SparseRows:
    """The rows with their nearest neighbours added, cut to the heaviest terms and scaled to length 1."""
    own = np.arange(len(rows), dtype=np.int32)
    target, rank = np.nonzero(nearest.rows != NO_NEIGHBOUR)
    targets = np.concatenate([own, target.astype(np.int32)])
    by_target = np.argsort(targets, kind="stable")
    parts = rows.weighted_sums(
        targets[by_target],
        np.concatenate([own, nearest.rows[target, rank]])[by_target],
        np.concatenate([np.ones(len(rows), np.float32), share_of_neighbour(nearest.similarity)[target, rank]])[
            by_target
        ],
        len(rows),
    )
    return SparseRows.stacked([part.unit(most_terms) for part in parts])


def share_of_neighbour(similarity: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How much of each neighbour is added; the last axis of ``similarity`` is their rank."""
    weights = STRENGTH * np.array(RANK_WEIGHTS, np.float32)
    shares: npt.NDArray[np.float32] = (weights * np.maximum(similarity - np.float32(BASE_SIMILARITY), 0)).astype(
        np.float32
    )
    return shares
