"""Correlation clustering of a graph with weighted edges, by random pivots: the cheapest of several trials."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from newsloom.extractors.correlation.graph import Edge

__all__ = ["cluster", "objective"]

_HALF: Final = 0.5


def cluster(size: int, edges: Sequence[Edge], weights: Sequence[float], *, trials: int, seed: int) -> list[int]:
    """The cluster of each vertex, numbered from 0, from the trial with the lowest cost.

    A trial repeatedly draws a vertex at random and takes it with all remaining vertices whose edge to it weighs more
    than a half.
    """
    tied: list[list[int]] = [[] for _ in range(size)]
    for edge, weight in zip(edges, weights, strict=True):
        if weight > _HALF:
            tied[edge.first].append(edge.second)
            tied[edge.second].append(edge.first)
    chance = random.Random(seed)  # noqa: S311 - the same page must be clustered the same way
    best, least = [0] * size, float("inf")
    for _ in range(trials):
        order = list(range(size))
        chance.shuffle(order)
        found = _pivot(order, tied)
        cost = objective(found, edges, weights)
        if cost < least:
            best, least = found, cost
    return best


def objective(clusters: Sequence[int], edges: Sequence[Edge], weights: Sequence[float]) -> float:
    """The cost of a clustering: the weight of each edge it cuts, and 1 less the weight of each it joins."""
    return sum(
        1 - weight if clusters[edge.first] == clusters[edge.second] else weight
        for edge, weight in zip(edges, weights, strict=True)
    )


def _pivot(order: Sequence[int], tied: Sequence[Sequence[int]]) -> list[int]:
    clusters = [-1] * len(order)
    number = 0
    for pivot in order:
        if clusters[pivot] >= 0:
            continue
        clusters[pivot] = number
        for vertex in tied[pivot]:
            if clusters[vertex] < 0:
                clusters[vertex] = number
        number += 1
    return clusters
