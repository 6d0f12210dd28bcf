"""A report says part of an event; its nearest neighbours say the rest.

Rows and their alike pairs go in, rows come out to each of which the nearest few are added by how near they are. Reports
of one event thereby come close to one another, whatever the kind of news: short texts most. After Rocchio's feedback,
with the neighbours for the relevant documents.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from newsloom.clusterers.stream.neighbours import Pairs
from newsloom.clusterers.stream.rows import Rows

__all__ = ["expanded"]

# How much of each neighbour is added, the nearest first, times how near it is beyond ``FAR``.
RANK_WEIGHTS: Final = (1.0, 1.0, 0.4)
STRENGTH: Final = 2.5
# What any two reports have in common.
FAR: Final = 0.05


def expanded(rows: Rows, pairs: Pairs, *, most_terms: int) -> Rows:
    """The rows with their nearest neighbours added, cut to the heaviest terms, of unit length."""
    target = np.concatenate([pairs.earlier, pairs.later])
    source = np.concatenate([pairs.later, pairs.earlier])
    likeness = np.concatenate([pairs.likeness, pairs.likeness])
    order = np.lexsort((source, -likeness, target))
    target, source, likeness = target[order], source[order], likeness[order]
    rank = np.arange(len(target)) - np.searchsorted(target, target)
    near = (rank < len(RANK_WEIGHTS)) & (likeness > FAR)
    factor = STRENGTH * np.array(RANK_WEIGHTS, np.float32)[rank[near]] * (likeness[near] - FAR)
    own = np.arange(len(rows), dtype=np.int32)
    targets = np.concatenate([own, target[near]])
    by_target = np.argsort(targets, kind="stable")
    parts = rows.combined(
        targets[by_target],
        np.concatenate([own, source[near]])[by_target],
        np.concatenate([np.ones(len(rows), np.float32), factor.astype(np.float32)])[by_target],
        len(rows),
    )
    return Rows.stacked([part.unit(most_terms) for part in parts])
