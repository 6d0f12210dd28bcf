"""Measures of a partition: scores groups of indexes against the true label of each index.

Every index is in one group. The measures are those of JGRCS 3(10), 2012 (precision and recall of a cluster against the
closest true one), those of pairs, and the Rand index adjusted for chance.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from newsloom.evaluation.measures.stories import adjusted_rand, pair_count

__all__ = ["PartitionScores", "pair_count", "score_partition"]

Name = TypeVar("Name", str, int)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionScores:
    """``precision`` and ``recall`` are means over found clusters, each against the closest true one.

    ``page_…`` weight a cluster by its pages; ``true_…`` are means over true clusters, each against the closest found
    one.
    """

    clusters: int
    true_clusters: int
    precision: float
    recall: float
    page_precision: float
    page_recall: float
    true_precision: float
    true_recall: float
    pair_precision: float
    pair_recall: float
    adjusted_rand: float


def score_partition(groups: Sequence[Sequence[int]], labels: Sequence[str]) -> PartitionScores:
    """Returns the scores of groups of indexes; ``labels[index]`` is the true label of an index."""
    sizes = Counter(labels)
    inside = [Counter(labels[index] for index in group) for group in groups]
    closest = [_closest(counts, sizes) for counts in inside]
    weights = [len(group) for group in groups]
    homes = {index: number for number, group in enumerate(groups) for index in group}
    # In the other direction: the precision of one side is the recall of the other.
    found_sizes = Counter(homes.values())
    closest_found = [_closest(counts, found_sizes) for counts in _found_by_label(labels, homes)]
    pairs = pair_count(count for counts in inside for count in counts.values())
    found, true = pair_count(weights), pair_count(sizes.values())
    return PartitionScores(
        clusters=len(groups),
        true_clusters=len(sizes),
        precision=_mean([precision for precision, _ in closest]),
        recall=_mean([recall for _, recall in closest]),
        page_precision=_mean([precision for precision, _ in closest], weights),
        page_recall=_mean([recall for _, recall in closest], weights),
        true_precision=_mean([precision for _, precision in closest_found]),
        true_recall=_mean([recall for recall, _ in closest_found]),
        pair_precision=pairs / found if found else 1.0,
        pair_recall=pairs / true if true else 1.0,
        adjusted_rand=adjusted_rand(labels, [homes[index] for index in range(len(labels))]),
    )


def _found_by_label(labels: Sequence[str], homes: Mapping[int, int]) -> list[Counter[int]]:
    """Returns for each true cluster how many of its indexes are in each found one."""
    found: dict[str, Counter[int]] = {}
    for index, label in enumerate(labels):
        found.setdefault(label, Counter())[homes[index]] += 1
    return list(found.values())


def _closest(counts: Counter[Name], sizes: Counter[Name]) -> tuple[float, float]:
    """Returns precision and recall against the cluster on the other side with the largest Jaccard coefficient."""
    size = counts.total()
    label = max(sorted(counts), key=lambda name: counts[name] / (size + sizes[name] - counts[name]))
    return counts[label] / size, counts[label] / sizes[label]


def _mean(values: Sequence[float], weights: Sequence[int] | None = None) -> float:
    weights = weights or [1] * len(values)
    whole = sum(weights)
    return math.fsum(value * weight for value, weight in zip(values, weights, strict=True)) / whole if whole else 1.0
