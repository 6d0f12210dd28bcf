"""Spherical k-means (Dhillon, Fan and Guan, 2001), which clusters points of length 1.

A point goes to the concept vector at the smallest angle; a concept vector is the centre of its points, of length 1. The
first concept vectors are points far from each other, drawn with a given seed. The number of clusters is the caller's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Points", "cluster", "simplified_silhouette"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float32]

# The first concept vectors are drawn from at most this many points.
_SEED_POINTS: Final = 20_000
# With a smaller gain in the mean closeness, there is no further round.
_LEAST_GAIN: Final = 1e-4
# The closeness of a point and its copies, up to rounding.
_PERFECT: Final = 1.0 - 1e-5


class Points(Protocol):
    """Rows of length 1, sparse or not."""

    def __len__(self) -> int: ...

    def only(self, items: Integers, /) -> Points: ...

    def products(self, centres: Floats, /) -> Iterator[tuple[slice, Floats]]: ...

    def centres(self, homes: Integers, count: int, /) -> Floats: ...

    def point(self, item: int, /) -> Floats: ...


def cluster(points: Points, count: int, *, rounds: int, seed: int) -> Integers:
    """The cluster of each point, numbered from 0; fewer than ``count`` clusters if there are fewer distinct points."""
    count = min(count, len(points))
    centres = _first_centres(points, count, seed)
    last = -np.inf
    homes = np.zeros(len(points), dtype=np.int64)
    for _ in range(rounds):
        homes, closeness = _nearest(points, centres)
        mean = float(closeness.mean())
        is_filled = _fill_empty(homes, closeness, count)
        if mean - last < _LEAST_GAIN and not is_filled:
            break
        last = mean
        centres = points.centres(homes, count)
    return homes


def simplified_silhouette(points: Points, homes: Integers) -> float:
    """How much nearer points are to their own concept vector than to the next, from -1 to 1.

    A point alone in its cluster counts as 0, and so does every point if there is only one cluster.
    """
    count = int(homes.max()) + 1
    if count == 1:
        return 0.0
    sizes = np.bincount(homes, minlength=count)
    centres = points.centres(homes, count)
    total = 0.0
    for here, products in points.products(centres):
        own = homes[here]
        every = np.arange(len(own))
        nearness = products[every, own].copy()
        products[every, own] = -np.inf
        apart, together = 1.0 - products.max(axis=1), 1.0 - nearness
        scores = (apart - together) / np.maximum(np.maximum(apart, together), 1e-6)
        total += float(scores[sizes[own] > 1].sum())
    return total / len(points)


def _first_centres(points: Points, count: int, seed: int) -> Floats:
    """Points drawn one by one; the farther a point is from those drawn before, the likelier it is drawn (k-means++).

    Several are drawn each time, and the one that leaves all points nearest is kept (Arthur and Vassilvitskii, 2007).
    """
    random = np.random.default_rng(seed)
    if len(points) > max(_SEED_POINTS, count):
        points = points.only(np.sort(random.permutation(len(points))[: max(_SEED_POINTS, count)]))
    tries = 2 + int(math.log(count))
    farness = np.ones(len(points))
    drawn: list[Floats] = []
    for _ in range(count):
        total = farness.sum()
        # If only copies of drawn points are left, any will do.
        chances = farness / total if total > 0 else np.full(len(points), 1.0 / len(points))
        candidates = np.stack([points.point(int(item)) for item in random.choice(len(points), tries, p=chances)])
        left = np.minimum(farness[:, None], _farness(points, candidates))
        best = int(np.argmin(left.sum(axis=0)))
        # A copy, because a view would keep the other candidates in memory.
        drawn.append(candidates[best].copy())
        farness = left[:, best]
    return np.stack(drawn)


def _farness(points: Points, centres: Floats) -> NDArray[np.float64]:
    found = np.concatenate([products for _, products in points.products(centres)])
    return np.maximum(0.0, 1.0 - found.astype(np.float64))


def _nearest(points: Points, centres: Floats) -> tuple[Integers, Floats]:
    homes = np.empty(len(points), dtype=np.int64)
    closeness = np.empty(len(points), dtype=np.float32)
    for here, products in points.products(centres):
        homes[here] = products.argmax(axis=1)
        closeness[here] = products.max(axis=1)
    return homes, closeness


def _fill_empty(homes: Integers, closeness: Floats, count: int) -> bool:
    """Moves the farthest point from a cluster of more than one into each empty cluster; returns whether any moved.

    A point at its concept vector stays, because moving it would separate copies.
    """
    sizes = np.bincount(homes, minlength=count)
    empty = np.flatnonzero(sizes == 0).tolist()
    wanting = len(empty)
    for point in np.argsort(closeness, kind="stable") if empty else ():
        if not empty or closeness[point] > _PERFECT:
            break
        if sizes[homes[point]] > 1:
            sizes[homes[point]] -= 1
            homes[point] = empty.pop()
            sizes[homes[point]] = 1
    return len(empty) < wanting
