"""Pearson's correlation of two rows of numbers."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

__all__ = ["pearson"]


def pearson(a: Sequence[float], b: Sequence[float]) -> float | None:
    """From -1 to 1; None where a row is constant or has fewer than two numbers."""
    try:
        return statistics.correlation(a, b)
    except statistics.StatisticsError:
        if len(a) != len(b):
            raise
        return None
