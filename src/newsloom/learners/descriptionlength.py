"""Computes the description length of a clustering, in bits, from the counts of matrix entries.

The path/document matrix is written as M_E = M_T * M_D + M_Delta with entries 1, 0 and -1, and a matrix costs the sum
over its entries of -log2 of their probabilities (Kim and Shim, section 4). Counts may be exact or estimated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["Membership", "Size", "count_entries", "matrix_bits", "membership_bits", "parts", "total_bits"]


Membership = Literal["matrix", "constant"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The size of the matrices: paths of M_E, and pages; and how M_D is priced (see ``membership_bits``)."""

    paths: int
    pages: int
    membership: Membership = "matrix"


def total_bits(size: Size, clusters: Any, ones: Any, plus: Any, minus: Any) -> Any:
    """L(C) = L(M_T) + L(M_D) + L(M_Delta) for one clustering or, with arrays, for many.

    ``ones`` counts the 1s of M_T, ``plus`` and ``minus`` the 1s and -1s of M_Delta.
    """
    return sum(parts(size, clusters, ones, plus, minus))


def parts(size: Size, clusters: Any, ones: Any, plus: Any, minus: Any) -> tuple[Any, Any, Any]:
    """The three parts of L(C)."""
    return (
        matrix_bits(size.paths * clusters, ones),
        membership_bits(size.pages, clusters, size.membership),
        matrix_bits(size.paths * size.pages, plus, minus),
    )


def membership_bits(pages: int, clusters: Any, membership: Membership = "matrix") -> Any:
    """L(M_D), the cost of saying which cluster each page is in.

    As a matrix, it costs the entropy of its entries. As a list of cluster numbers of fixed length, it costs
    |D| log2 |D| whatever the number of clusters, and decides nothing.
    """
    if membership == "constant":
        return _xlog2x(pages) + 0.0 * np.asarray(clusters, dtype=np.float64)
    return matrix_bits(pages * clusters, pages)


def matrix_bits(entries: Any, *counts: Any) -> Any:
    """The bits of a matrix with this many entries, of which ``counts`` are of each value other than 0."""
    rest = entries - sum(counts)
    return _xlog2x(entries) - _xlog2x(rest) - sum(_xlog2x(count) for count in counts)


def count_entries(
    supports: NDArray[Any], sizes: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The 1s of M_T and the 1s and -1s of M_Delta, for rows of supports of paths in clusters of these sizes.

    A path is in the template if more than half of the cluster's pages have it, which costs least (lemma 1).
    """
    is_template = 2 * supports > sizes[:, None]
    ones = is_template.sum(axis=1)
    plus = np.where(is_template, 0, supports).sum(axis=1)
    minus = np.where(is_template, sizes[:, None] - supports, 0).sum(axis=1)
    return ones.astype(np.float64), plus.astype(np.float64), minus.astype(np.float64)


def _xlog2x(count: Any) -> Any:
    values = np.asarray(count, dtype=np.float64)
    # Estimates may be slightly below 0.
    positive = np.maximum(values, 0.0)
    return positive * np.log2(np.where(positive > 0, positive, 1.0))
