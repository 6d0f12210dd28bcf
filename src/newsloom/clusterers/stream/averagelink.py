"""Average-link clustering over a sparse graph, given as pairs with their similarity.

The two groups with the highest average similarity are merged, until none reaches the threshold. Members of a large
group differ, so its average similarity to anything is lower: the average may be divided by a power of the groups'
cohesion. A pair that is not listed has similarity 0. O(n log n) in the pairs; the order of the pairs does not matter.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.neighbours import Pairs
from newsloom.disjointsets import DisjointSets

__all__ = ["GroupStats", "average_link", "relative_similarity"]

# 0 is average link, 0.5 is the cosine of the groups' centroids. Chosen with the threshold, see NOTES.md: in between,
# one threshold serves groups of three short texts and of twenty long ones.
COHESION_POWER: Final = 0.25
# The cohesion of a group without words.
_LEAST_COHESION: Final = 1e-6
# From this power on, the cohesion of merged groups has no lower bound.
_COSINE_POWER: Final = 0.5
# Sums in another order may differ in their last digits.
_ROUNDING: Final = 0.999

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStats:
    """The size of each group, and its cohesion: the average similarity of its members, including each with itself."""

    sizes: npt.NDArray[np.int64]
    cohesion: Floats


def average_link(
    pairs: Pairs, stats: GroupStats, least: float, *, cohesion_power: float = COHESION_POWER
) -> list[list[int]]:
    """The groups of the numbers from 0 on, including numbers that are alone."""
    groups: dict[int, list[int]] = {number: [number] for number in range(len(stats.sizes))}
    for edges in _components(pairs, len(stats.sizes), _least_average(pairs, stats, least, cohesion_power)):
        _Agglomeration(edges, stats, least, cohesion_power).into(groups)
    return list(groups.values())


def relative_similarity(similarity: Floats, cohesion: Floats) -> Floats:
    """The average similarity of two groups, relative to the product of their cohesions."""
    return similarity / np.maximum(cohesion, _LEAST_COHESION) ** COHESION_POWER


def _least_average(pairs: Pairs, stats: GroupStats, least: float, power: float) -> float:
    """A lower bound on the average similarity of any two groups that are joined, whatever was joined before.

    A merged group is at least as cohesive as the less cohesive of both, down to where similarity equals cohesion.
    """
    met = np.concatenate([pairs.earlier, pairs.later])
    loosest = max(float(stats.cohesion[met].min(initial=1.0)), _LEAST_COHESION)
    if power < _COSINE_POWER:
        loosest = min(loosest, least ** (1 / (1 - 2 * power)))
    return _ROUNDING * least * math.pow(loosest, 2 * power) if power < _COSINE_POWER else 0.0


def _components(pairs: Pairs, count: int, least: float) -> Iterable[list[tuple[int, int, float]]]:
    """The pairs of each component, without those between components; pairs of ``least`` or more connect a component.

    Groups that are similar on average have similar members, so nothing is ever joined across components.
    """
    root = _roots(pairs, count, least)
    within = np.flatnonzero(root[pairs.earlier] == root[pairs.later])
    order = within[np.argsort(root[pairs.earlier[within]], kind="stable")]
    earlier, later, similarity = pairs.earlier[order], pairs.later[order], pairs.similarity[order]
    borders = np.flatnonzero(np.diff(root[earlier], prepend=-1))
    for start, end in pairwise([*borders.tolist(), len(order)]):
        part = slice(start, end)
        yield list(zip(earlier[part].tolist(), later[part].tolist(), similarity[part].tolist(), strict=True))


def _roots(pairs: Pairs, count: int, least: float) -> npt.NDArray[np.int64]:
    """The smallest number in each number's component; pairs of ``least`` or more connect a component."""
    sets = DisjointSets(count)
    strong = pairs.similarity >= least
    for earlier, later in zip(pairs.earlier[strong].tolist(), pairs.later[strong].tolist(), strict=True):
        sets.join(earlier, later)
    return np.array(sets.roots(), np.int64)


class _Agglomeration:
    """The groups of a component while they are joined: sizes, and similarities summed over the members of pairs."""

    def __init__(self, edges: list[tuple[int, int, float]], stats: GroupStats, least: float, power: float) -> None:
        self._least = least
        self._power = power
        self._sums: dict[int, dict[int, float]] = {}
        self._size: dict[int, int] = {}
        # Similarity summed over all pairs of a group's own members, including each with itself.
        self._inner: dict[int, float] = {}
        self._heap: list[tuple[float, int, int]] = []
        for a, b, similarity in edges:
            for one in (a, b):
                self._size[one] = size = int(stats.sizes[one])
                self._inner[one] = max(float(stats.cohesion[one]), _LEAST_COHESION) * size * size
            total = similarity * self._size[a] * self._size[b]
            self._sums.setdefault(a, {})[b] = total
            self._sums.setdefault(b, {})[a] = total
        for a, b, _ in edges:
            self._offer(a, b)

    def into(self, groups: dict[int, list[int]]) -> None:
        """Joins groups that are similar enough, the most similar first."""
        while self._heap:
            negative, a, b = heapq.heappop(self._heap)
            if b not in self._sums.get(a, ()) or -negative != self._similarity(a, b):
                continue
            self._merge(a, b)
            groups[a] += groups.pop(b)
            for other in self._sums[a]:
                self._offer(a, other)

    def _offer(self, a: int, b: int) -> None:
        similarity = self._similarity(a, b)
        if similarity >= self._least:
            heapq.heappush(self._heap, (-similarity, min(a, b), max(a, b)))

    def _similarity(self, a: int, b: int) -> float:
        both = self._size[a] * self._size[b]
        # The smaller number comes first, or the last digit could differ.
        cohesion = self._inner[min(a, b)] * self._inner[max(a, b)] / (both * both)
        return self._sums[a][b] / both / math.pow(cohesion, self._power)

    def _merge(self, a: int, b: int) -> None:
        """Merges group b into group a."""
        ours, theirs = self._sums[a], self._sums.pop(b)
        self._inner[a] += self._inner.pop(b) + 2 * ours.pop(b)
        del theirs[a]
        for other, total in theirs.items():
            ours[other] = ours.get(other, 0.0) + total
            del self._sums[other][b]
            self._sums[other][a] = ours[other]
        self._size[a] += self._size.pop(b)
