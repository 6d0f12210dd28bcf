"""Computes the restricted top-down distance of two trees: how many nodes must change.

Reis et al. (2004), section 3: nodes are removed and inserted with all nodes below them, only leaves are replaced, and
equal subtrees are mapped at once. Each pair of shapes is compared once in a run of the learner.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from newsloom.learners.rtdm.trees import TreePool

__all__ = ["Distances"]

# Cells in all tables for a pair of pages; real pages of one site need a hundredth. Pages that need more are unlike.
_MOST_CELLS: Final = 400_000
_MOST_REMEMBERED: Final = 1_000_000


class Distances:
    """Distances between the trees of one forest."""

    def __init__(self, forest: TreePool) -> None:
        self._forest = forest
        self._known: dict[tuple[int, int], float] = {}
        self._cells = 0
        self._tags = lru_cache(maxsize=4096)(self._count_tags)

    def similarity(self, first: int, second: int, least: float) -> float:
        """How similar two shapes are: 1 if equal, down to 0; also 0 if it is certain to be below ``least``."""
        if first == second:
            return 1.0
        both = self._forest.sizes[first] + self._forest.sizes[second]
        if 1 - self._at_least(first, second) / both < least:
            return 0.0
        self._cells = 0
        return max(0.0, 1 - self._distance(first, second) / both)

    def mapping(self, mine: Sequence[int], theirs: Sequence[int]) -> list[tuple[int, int]]:
        """The cheapest mapping of two lists of shapes, as pairs of a place in the second list and one in the first."""
        self._cells = 0
        sizes, columns = self._forest.sizes, len(theirs) + 1
        costs = [[0.0] * columns]
        for place, child in enumerate(theirs):
            costs[0][place + 1] = costs[0][place] + sizes[child]
        for row, one in enumerate(mine):
            costs.append([costs[row][0] + sizes[one]])
            for place, other in enumerate(theirs):
                removed, inserted = costs[row][place + 1] + sizes[one], costs[row + 1][place] + sizes[other]
                costs[row + 1].append(min(removed, inserted, costs[row][place] + self._distance(one, other)))
        found, row, place = [], len(mine), len(theirs)
        while row and place:
            # A mapping is preferred to a removal and an insertion that cost the same.
            if costs[row][place] == costs[row - 1][place - 1] + self._distance(mine[row - 1], theirs[place - 1]):
                row, place = row - 1, place - 1
                found.append((place, row))
            elif costs[row][place] == costs[row - 1][place] + sizes[mine[row - 1]]:
                row -= 1
            else:
                place -= 1
        return found

    def _at_least(self, first: int, second: int) -> float:
        """A lower bound from tag counts alone: changing a leaf's tag corrects two counts, any other change one."""
        mine, theirs = self._tags(first), self._tags(second)
        return sum(((mine - theirs) + (theirs - mine)).values()) / 2

    def _count_tags(self, shape: int) -> Counter[str]:
        shapes = self._forest.shapes
        return Counter(shapes[one].tag for one in self._forest.below(shape))

    def _distance(self, first: int, second: int) -> float:
        # The depth at which trees are cut bounds the recursion.
        if first == second:
            return 0.0
        pair = (first, second) if first < second else (second, first)
        known = self._known.get(pair)
        if known is None:
            known = self._compare(*pair)
            if len(self._known) < _MOST_REMEMBERED and math.isfinite(known):
                self._known[pair] = known
        return known

    def _compare(self, first: int, second: int) -> float:
        mine, theirs = self._forest.shapes[first], self._forest.shapes[second]
        if not mine.children and not theirs.children:
            return 1.0
        if mine.tag != theirs.tag:
            # Only leaves are replaced; other nodes are removed and inserted, as weighed in the caller's table.
            return math.inf
        return self._align(mine.children, theirs.children)

    def _align(self, mine: Sequence[int], theirs: Sequence[int]) -> float:
        """The cost of the cheapest way from one list of children to the other."""
        self._cells += (len(mine) + 1) * (len(theirs) + 1)
        if self._cells > _MOST_CELLS:
            return math.inf
        sizes = self._forest.sizes
        above = [0.0]
        for child in theirs:
            above.append(above[-1] + sizes[child])
        for one in mine:
            row = [above[0] + sizes[one]]
            for place, other in enumerate(theirs):
                removed_or_inserted = min(above[place + 1] + sizes[one], row[place] + sizes[other])
                # A mapping is tried only if it can still be cheaper.
                worth = above[place] + abs(sizes[one] - sizes[other]) < removed_or_inserted
                mapped = above[place] + self._distance(one, other) if worth else math.inf
                row.append(min(removed_or_inserted, mapped))
            above = row
        return above[-1]
