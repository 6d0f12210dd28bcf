"""Hierarchical clustering: groups pages by their similarities, merging the most similar first, down to a threshold.

It does not use ``scipy.cluster.hierarchy``, for the reasons in ``clusterers/dendrogram.py`` and because ties must merge
in order.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["Link", "hierarchical_groups"]

Link = Literal["single", "average", "complete"]


def hierarchical_groups(similarities: NDArray[np.float64], least: float, link: Link) -> list[list[int]]:
    """Groups of rows; the two most similar merge first, and none that are less similar than ``least``.

    Two groups are as similar as their most similar members (single), as all their members on average (average), or as
    their least similar members (complete). Of ties, the first merges.
    """
    alike = np.array(similarities)
    np.fill_diagonal(alike, -1.0)
    groups = [[row] for row in range(len(alike))]
    while len(alike):
        one, other = divmod(int(alike.argmax()), len(alike))
        if alike[one, other] < least:
            break
        row = _merged(alike[one], alike[other], len(groups[one]), len(groups[other]), link)
        alike[one], alike[:, one] = row, row
        alike[one, one] = -1.0
        alike[other], alike[:, other] = -1.0, -1.0
        groups[one] += groups[other]
        groups[other] = []
    return [sorted(group) for group in groups if group]


def _merged(
    one: NDArray[np.float64], other: NDArray[np.float64], size: int, other_size: int, link: Link
) -> NDArray[np.float64]:
    if link == "single":
        merged = np.maximum(one, other)
    elif link == "complete":
        merged = np.minimum(one, other)
    else:
        merged = (size * one + other_size * other) / (size + other_size)
    # Rows that were merged away stay so.
    return np.where((one < 0) | (other < 0), -1.0, merged)
