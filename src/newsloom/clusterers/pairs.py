"""Compares two partitions pair by pair: true and false positives and negatives (LBNEST, section V.B).

It counts ordered pairs, with each item also paired with itself, as Table I does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

__all__ = ["PairCounts", "count_pairs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCounts:
    """Counts of ordered pairs, including self pairs: together in both partitions, in neither, or in one of the two."""

    true_positives: int
    true_negatives: int
    false_positives: int
    false_negatives: int

    @property
    def accuracy(self) -> float:
        right = self.true_positives + self.true_negatives
        return _rate(right, right + self.false_positives + self.false_negatives)

    @property
    def precision(self) -> float:
        return _rate(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> float:
        return _rate(self.true_positives, self.true_positives + self.false_negatives)


def count_pairs(reference: Sequence[Hashable], response: Sequence[Hashable]) -> PairCounts:
    """The pairs of two partitions, each given as one label for each item."""
    both = _squares(Counter(zip(reference, response, strict=True)))
    in_reference, in_response = _squares(Counter(reference)), _squares(Counter(response))
    return PairCounts(
        true_positives=both,
        true_negatives=len(reference) ** 2 - in_reference - in_response + both,
        false_positives=in_response - both,
        false_negatives=in_reference - both,
    )


def _squares(sizes: Counter[Hashable]) -> int:
    return sum(size * size for size in sizes.values())


def _rate(part: int, whole: int) -> float:
    # Empty partitions agree.
    return part / whole if whole else 1.0
