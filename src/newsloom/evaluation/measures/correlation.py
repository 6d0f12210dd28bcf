"""Pearson's correlation: two rows of numbers in, how far one follows the other out."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

__all__ = ["pearson"]


def pearson(a: Sequence[float], b: Sequence[float]) -> float | None:
    """From -1 to 1; None where a row is constant or has fewer than two numbers, for then nothing can be said."""
    try:
        return statistics.correlation(a, b)
    except statistics.StatisticsError:
        if len(a) != len(b):
            raise
        return None
