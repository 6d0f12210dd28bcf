"""Sparse rows for tests, from what they hold."""

from __future__ import annotations

import numpy as np

from newsloom.clusterers.stream.sparse import SparseRows


def sparse_rows(rows: list[dict[int, float]]) -> SparseRows:
    """A row for each mapping of terms to weights."""
    entries = [(number, term, weight) for number, row in enumerate(rows) for term, weight in row.items()]
    numbers, terms, weights = np.array(entries).reshape(-1, 3).T
    return SparseRows.of(numbers.astype(np.int32), terms.astype(np.int32), weights.astype(np.float32), len(rows))
