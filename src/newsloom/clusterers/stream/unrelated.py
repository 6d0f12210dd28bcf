"""Splits unrelated articles off groups: nearest neighbours that report different events.

Expansion makes articles similar that have no nearer neighbours, above all if most articles stand alone, and articles of
one paper, which share its town and its style. So articles are a story only if they are similar before expansion, and
in more than one word: the name of a town in every headline says where a paper is based, not what it reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.decay import Days, time_decay
from newsloom.clusterers.stream.sparse import SparseRows
from newsloom.disjointsets import DisjointSets
from newsloom.text.urls import site_of

__all__ = ["Papers", "Shared", "are_unrelated", "have_one_word", "papers_of", "without_unrelated"]

# The least similarity, before expansion, of two reports of an event that no other article reports; and the least
# without the word, and without the two words, that add most to it. Chosen on windows of one article of each story of
# ECB+, Wikinews and AllSides, and on these sets as they are; see docs/lab/stream.md.
LEAST_ALIKE: Final = 0.18
LEAST_ALIKE_IN_ONE_PAPER: Final = 0.25
LEAST_WITHOUT_ONE: Final = 0.08
LEAST_WITHOUT_TWO: Final = 0.03
# Each of three reports or more has at least this similarity to another without the word that adds most to it.
LEAST_AMONG_MANY: Final = 0.02
LEAST_AMONG_MANY_IN_ONE_PAPER: Final = 0.08
# Groups with more members are not checked.
_MOST_MEMBERS: Final = 24

Papers = Sequence[str | None]
# What each word that two articles share adds to their similarity, in falling order.
Shared = npt.NDArray[np.float32]


def papers_of(articles: Sequence[ArticleOrItem]) -> list[str | None]:
    """The paper of each article; None if it has no address."""
    return [site_of(one.url) if one.url else None for one in articles]


def are_unrelated(shared: Shared, paper: str | None, other: str | None) -> bool:
    """Whether two articles that share this before expansion are not a story by themselves."""
    return bool(
        shared.sum() < (LEAST_ALIKE_IN_ONE_PAPER if _is_one(paper, other) else LEAST_ALIKE)
        or shared[1:].sum() < LEAST_WITHOUT_ONE
        or shared[2:].sum() < LEAST_WITHOUT_TWO
    )


def have_one_word(shared: Shared, paper: str | None, other: str | None) -> bool:
    """Whether two articles that share this before expansion have hardly more than a word in common."""
    return bool(shared[1:].sum() < (LEAST_AMONG_MANY_IN_ONE_PAPER if _is_one(paper, other) else LEAST_AMONG_MANY))


def without_unrelated(groups: Sequence[list[int]], rows: SparseRows, days: Days, papers: Papers) -> list[list[int]]:
    """The groups in order, with unrelated articles split off; ``rows`` are the rows before expansion."""

    def are_pair(one: int, other: int) -> bool:
        return not are_unrelated(_shared(rows, days, one, other), papers[one], papers[other])

    def are_akin(one: int, other: int) -> bool:
        return not have_one_word(_shared(rows, days, one, other), papers[one], papers[other])

    apart: list[list[int]] = []
    for group in groups:
        parts = list(_connected(group, are_akin)) if 2 < len(group) <= _MOST_MEMBERS else [group]
        for part in parts:
            apart += _connected(part, are_pair) if len(part) == 2 else [part]
    return sorted(apart)


def _is_one(paper: str | None, other: str | None) -> bool:
    return paper is not None and paper == other


def _connected(group: Sequence[int], are_alike: Callable[[int, int], bool]) -> Iterator[list[int]]:
    """The parts of a group that are connected by alike pairs, each in order."""
    sets = DisjointSets(len(group))
    for place, one in enumerate(group):
        for before in range(place):
            if sets.root(place) != sets.root(before) and are_alike(group[before], one):
                sets.join(before, place)
    for part in sets.groups():
        yield [group[place] for place in part]


def _shared(rows: SparseRows, days: Days, one: int, other: int) -> Shared:
    (columns, weights), (other_columns, other_weights) = rows.row(one), rows.row(other)
    _, in_one, in_other = np.intersect1d(columns, other_columns, assume_unique=True, return_indices=True)
    shared: Shared = weights[in_one] * other_weights[in_other] * time_decay(days[[one]], days[[other]])
    return -np.sort(-shared)
