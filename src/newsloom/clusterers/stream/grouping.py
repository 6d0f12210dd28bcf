"""Groups of what is alike on average: pairs with their likeness in, groups of numbers out.

Average link over a sparse graph: the two groups whose members are most alike on average are joined, until no two are
alike enough. A large group is less alike to anything than a small one, for its members differ: so the average may be
divided by a power of how alike they are among themselves. A pair that is not listed counts as not alike at all. Time
grows with the pairs, times the logarithm; groups do not depend on how the pairs are listed.
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

__all__ = ["Crowds", "average_link", "relative"]

# 0 is average link, 0.5 the cosine of the groups' middles. Chosen with the threshold, see NOTES.md: in between, groups
# of three short texts and of twenty long ones are told apart at one threshold.
COHESION_POWER: Final = 0.25
# Of a group without words.
_LEAST_COHESION: Final = 1e-6
# From here on groups may grow without bound less alike within.
_COSINE_POWER: Final = 0.5
# Sums in another order may differ in their last digits.
_ROUNDING: Final = 0.999

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowds:
    """For how many members each number stands, and how alike these are on average, each with itself as well."""

    sizes: npt.NDArray[np.int64]
    cohesion: Floats


def average_link(
    pairs: Pairs, crowds: Crowds, least: float, *, cohesion_power: float = COHESION_POWER
) -> list[list[int]]:
    """The groups of the numbers from 0 on, those alone too."""
    groups: dict[int, list[int]] = {number: [number] for number in range(len(crowds.sizes))}
    for edges in _components(pairs, len(crowds.sizes), _least_average(pairs, crowds, least, cohesion_power)):
        _Joining(edges, crowds, least, cohesion_power).into(groups)
    return list(groups.values())


def relative(likeness: Floats, cohesion: Floats) -> Floats:
    """The average likeness of two groups, for the product of their cohesions."""
    return likeness / np.maximum(cohesion, _LEAST_COHESION) ** COHESION_POWER


def _least_average(pairs: Pairs, crowds: Crowds, least: float, power: float) -> float:
    """The average likeness that any two groups must have to be joined, whatever was joined before.

    Joined groups are at least as alike within as the lesser of both, down to where likeness and cohesion are the same.
    """
    met = np.concatenate([pairs.earlier, pairs.later])
    loosest = max(float(crowds.cohesion[met].min(initial=1.0)), _LEAST_COHESION)
    if power < _COSINE_POWER:
        loosest = min(loosest, least ** (1 / (1 - 2 * power)))
    return _ROUNDING * least * math.pow(loosest, 2 * power) if power < _COSINE_POWER else 0.0


def _components(pairs: Pairs, count: int, least: float) -> Iterable[list[tuple[int, int, float]]]:
    """The pairs, those apart that no pair of ``least`` or more connects, without those between two such parts.

    Groups that are alike on average have members that are, so nothing is ever joined across.
    """
    root = _roots(pairs, count, least)
    within = np.flatnonzero(root[pairs.earlier] == root[pairs.later])
    order = within[np.argsort(root[pairs.earlier[within]], kind="stable")]
    earlier, later, likeness = pairs.earlier[order], pairs.later[order], pairs.likeness[order]
    borders = np.flatnonzero(np.diff(root[earlier], prepend=-1))
    for start, end in pairwise([*borders.tolist(), len(order)]):
        part = slice(start, end)
        yield list(zip(earlier[part].tolist(), later[part].tolist(), likeness[part].tolist(), strict=True))


def _roots(pairs: Pairs, count: int, least: float) -> npt.NDArray[np.int64]:
    """The least number that each is connected with by pairs of ``least`` or more."""
    root = list(range(count))
    strong = pairs.likeness >= least
    for earlier, later in zip(pairs.earlier[strong].tolist(), pairs.later[strong].tolist(), strict=True):
        a, b = _root(root, earlier), _root(root, later)
        if a != b:
            root[max(a, b)] = min(a, b)
    # A root is never greater than what it stands for, so one pass in rising order settles all.
    for number in range(count):
        root[number] = root[root[number]]
    return np.array(root, np.int64)


def _root(root: list[int], number: int) -> int:
    while root[number] != number:
        root[number] = number = root[root[number]]
    return number


class _Joining:
    """A component's groups while they are joined: their sizes, and likeness summed over the members of any two."""

    def __init__(self, edges: list[tuple[int, int, float]], crowds: Crowds, least: float, power: float) -> None:
        self._least = least
        self._power = power
        self._sums: dict[int, dict[int, float]] = {}
        self._size: dict[int, int] = {}
        # Likeness summed over a group's own members, each with each and with itself.
        self._inner: dict[int, float] = {}
        self._heap: list[tuple[float, int, int]] = []
        for a, b, likeness in edges:
            for one in (a, b):
                self._size[one] = size = int(crowds.sizes[one])
                self._inner[one] = max(float(crowds.cohesion[one]), _LEAST_COHESION) * size * size
            total = likeness * self._size[a] * self._size[b]
            self._sums.setdefault(a, {})[b] = total
            self._sums.setdefault(b, {})[a] = total
        for a, b, _ in edges:
            self._offer(a, b)

    def into(self, groups: dict[int, list[int]]) -> None:
        """Join all that is alike enough, the most alike first."""
        while self._heap:
            negative, a, b = heapq.heappop(self._heap)
            if b not in self._sums.get(a, ()) or -negative != self._likeness(a, b):
                continue
            self._merge(a, b)
            groups[a] += groups.pop(b)
            for other in self._sums[a]:
                self._offer(a, other)

    def _offer(self, a: int, b: int) -> None:
        likeness = self._likeness(a, b)
        if likeness >= self._least:
            heapq.heappush(self._heap, (-likeness, min(a, b), max(a, b)))

    def _likeness(self, a: int, b: int) -> float:
        both = self._size[a] * self._size[b]
        # Smaller number first, or the last digit could differ.
        cohesion = self._inner[min(a, b)] * self._inner[max(a, b)] / (both * both)
        return self._sums[a][b] / both / math.pow(cohesion, self._power)

    def _merge(self, a: int, b: int) -> None:
        """Group b becomes part of group a."""
        ours, theirs = self._sums[a], self._sums.pop(b)
        self._inner[a] += self._inner.pop(b) + 2 * ours.pop(b)
        del theirs[a]
        for other, total in theirs.items():
            ours[other] = ours.get(other, 0.0) + total
            del self._sums[other][b]
            self._sums[other][a] = ours[other]
        self._size[a] += self._size.pop(b)
