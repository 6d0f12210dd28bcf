"""Measures of a grouping of articles: compares the true group of each article with the found one.

BCubed (Bagga and Baldwin, 1998), the pairs of LBNEST, normalised mutual information and the adjusted Rand index (Hubert
and Arabie, 1985). Labels may be anything hashable; texts are not used. Written here because scikit-learn would be a new
dependency for only two of these formulas.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from newsloom.clusterers.pairs import PairCounts, count_pairs
from newsloom.evaluation.measures.words import Scores
from newsloom.records import Story

__all__ = ["PairCounts", "adjusted_rand", "bcubed", "count_pairs", "labels_of", "mutual_information", "pair_count"]


def labels_of(stories: Iterable[Story], size: int) -> tuple[int, ...]:
    """Returns the number of each article's story. An article in no story, which clusterers must avoid, gets its own."""
    labels = [-1 - article for article in range(size)]
    for number, story in enumerate(stories):
        for member in story.members:
            labels[member] = number
    return tuple(labels)


def bcubed(truth: Sequence[Hashable], found: Sequence[Hashable]) -> Scores:
    """Averages over articles how much of the found group is of the true one, and how much of the true one was found."""
    if not truth:
        return Scores(precision=1.0, recall=1.0, f=1.0)
    true_sizes, found_sizes = Counter(truth), Counter(found)
    shared = Counter(zip(truth, found, strict=True))
    precision = math.fsum(count * count / found_sizes[group] for (_, group), count in shared.items()) / len(truth)
    recall = math.fsum(count * count / true_sizes[group] for (group, _), count in shared.items()) / len(truth)
    return Scores(precision=precision, recall=recall, f=2 * precision * recall / (precision + recall))


def mutual_information(truth: Sequence[Hashable], found: Sequence[Hashable]) -> float:
    """Returns the information that the two share, divided by the mean of what each has; 1 if neither has any."""
    own = _entropy(truth), _entropy(found)
    # H(T) + H(F) - H(T, F), which rounding may make negative.
    shared = max(0.0, sum(own) - _entropy(list(zip(truth, found, strict=True))))
    return min(1.0, 2 * shared / sum(own)) if sum(own) > 0 else 1.0


def adjusted_rand(truth: Sequence[Hashable], found: Sequence[Hashable]) -> float:
    """Returns the agreement on pairs, scaled so that chance gives 0 and full agreement 1; it can be negative."""
    together = pair_count(Counter(zip(truth, found, strict=True)).values())
    in_truth, in_found = pair_count(Counter(truth).values()), pair_count(Counter(found).values())
    all_pairs = math.comb(len(truth), 2)
    expected = in_truth * in_found / all_pairs if all_pairs else 0.0
    most = (in_truth + in_found) / 2
    # Both all in one group, or both all separate: they agree, and the formula is 0/0.
    return (together - expected) / (most - expected) if most != expected else 1.0


def _entropy(labels: Sequence[Hashable]) -> float:
    sizes = Counter(labels).values()
    return -math.fsum(size / len(labels) * math.log(size / len(labels)) for size in sizes)


def pair_count(counts: Iterable[int]) -> int:
    """Returns how many pairs groups of these sizes have."""
    return sum(math.comb(count, 2) for count in counts)
