"""Groups of what is alike on average: pairs with their likeness in, groups of numbers out.

Average link over a sparse graph: the two groups whose members are most alike on average are joined, until no two are
alike enough. A pair that is not listed counts as not alike at all. Time grows with the pairs, times the
logarithm; groups do not depend on how the pairs are listed.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.neighbours import Pairs

__all__ = ["average_link"]


def average_link(pairs: Pairs, sizes: npt.NDArray[np.int64], least: float) -> list[list[int]]:
    """The groups of the numbers from 0 on, those alone too; ``sizes`` says for how many members a number stands."""
    groups: dict[int, list[int]] = {number: [number] for number in range(len(sizes))}
    for edges in _components(pairs, len(sizes)):
        _join(groups, edges, sizes, least)
    return list(groups.values())


def _components(pairs: Pairs, count: int) -> Iterable[list[tuple[int, int, float]]]:
    """The pairs, those apart that nothing connects: what is in memory as objects is a component at a time."""
    root = _roots(pairs, count)
    order = np.argsort(root[pairs.earlier], kind="stable")
    earlier, later, likeness = pairs.earlier[order], pairs.later[order], pairs.likeness[order]
    borders = np.flatnonzero(np.diff(root[earlier], prepend=-1))
    for start, end in pairwise([*borders.tolist(), len(order)]):
        part = slice(start, end)
        yield list(zip(earlier[part].tolist(), later[part].tolist(), likeness[part].tolist(), strict=True))


def _roots(pairs: Pairs, count: int) -> npt.NDArray[np.int64]:
    """The least number that each is connected with."""
    root = list(range(count))
    for earlier, later in zip(pairs.earlier.tolist(), pairs.later.tolist(), strict=True):
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


def _join(
    groups: dict[int, list[int]], edges: list[tuple[int, int, float]], sizes: npt.NDArray[np.int64], least: float
) -> None:
    # Likeness summed over members; divided by both sizes it is the average.
    sums: dict[int, dict[int, float]] = {}
    size: dict[int, int] = {}
    heap = []
    for a, b, likeness in edges:
        size[a], size[b] = int(sizes[a]), int(sizes[b])
        total = likeness * size[a] * size[b]
        sums.setdefault(a, {})[b] = total
        sums.setdefault(b, {})[a] = total
        if likeness >= least:
            heap.append((-likeness, min(a, b), max(a, b)))
    heapq.heapify(heap)
    while heap:
        negative, a, b = heapq.heappop(heap)
        if b not in sums.get(a, ()) or -negative != sums[a][b] / (size[a] * size[b]):
            continue
        _merge(sums, size, a, b)
        groups[a] += groups.pop(b)
        for other, total in sums[a].items():
            average = total / (size[a] * size[other])
            if average >= least:
                heapq.heappush(heap, (-average, min(a, other), max(a, other)))


def _merge(sums: dict[int, dict[int, float]], size: dict[int, int], a: int, b: int) -> None:
    """Group b becomes part of group a."""
    ours, theirs = sums[a], sums.pop(b)
    del ours[b], theirs[a]
    for other, total in theirs.items():
        ours[other] = ours.get(other, 0.0) + total
        del sums[other][b]
        sums[other][a] = ours[other]
    size[a] += size.pop(b)
