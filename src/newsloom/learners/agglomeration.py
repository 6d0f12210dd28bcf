"""Groups pages by merging pairs of clusters while the description gets shorter.

Every pair is weighed before every merge, as in TEXT-MDL and TEXT-HASH. The two count the entries of a merged cluster
differently, so the caller passes that function. Quadratic in memory, cubic in time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from newsloom.learners.descriptionlength import Size, total_bits

__all__ = ["Counts", "merge_all_pairs"]

Counts: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]

# Returns the counts of the clusters that one cluster would make with each of the others; and merges two clusters.
Pairing: TypeAlias = Callable[[int, NDArray[np.int64]], Counts]
Merging: TypeAlias = Callable[[int, int], None]


def merge_all_pairs(size: Size, singles: NDArray[np.float64], pairing: Pairing, merging: Merging) -> list[list[int]]:
    """The groups once every merge lengthens the description; ``singles`` are the sizes of the pages' path sets."""
    pages = len(singles)
    own = np.zeros((3, pages))
    own[0] = singles
    changes = np.zeros((3, pages, pages), dtype=np.float32)
    for page in range(pages):
        others = np.arange(page)
        _write(changes, page, others, np.array(pairing(page, others)) - own[:, others] - own[:, [page]])
    alive = np.arange(pages)
    members = [[page] for page in range(pages)]
    bits = float(total_bits(size, pages, own[0].sum(), 0, 0))
    while len(alive) > 1:
        first, second, shortest = _best(size, own, changes, alive)
        # Of two descriptions of equal length, the one with fewer templates is better: pages that all have the same
        # essential paths cost nothing, however they are grouped.
        if shortest > bits:
            break
        bits = shortest
        own[:, first] += own[:, second] + changes[:, first, second]
        merging(first, second)
        members[first] += members[second]
        alive = alive[alive != second]
        others = alive[alive != first]
        _write(changes, first, others, np.array(pairing(first, others)) - own[:, others] - own[:, [first]])
    return [members[cluster] for cluster in alive]


def _write(changes: NDArray[np.float32], one: int, others: NDArray[np.int64], values: NDArray[np.float64]) -> None:
    changes[:, one, others] = values
    changes[:, others, one] = values


def _best(
    size: Size, own: NDArray[np.float64], changes: NDArray[np.float32], alive: NDArray[np.int64]
) -> tuple[int, int, float]:
    rows, columns = np.triu_indices(len(alive), 1)
    first, second = alive[rows], alive[columns]
    ones, plus, minus = (own[part, alive].sum() + changes[part, first, second] for part in range(3))
    bits = total_bits(size, len(alive) - 1, ones, plus, minus)
    best = int(np.argmin(bits))
    return int(first[best]), int(second[best]), float(bits[best])
