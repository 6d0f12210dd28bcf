"""Two that are each other's nearest and yet strangers: groups of articles in, without such pairs out.

Expansion brings any two near that have nobody nearer, above all where most articles stand alone, and two of one paper,
which share its town and its ways. So two alone are a story only if they are alike by themselves, as they were written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.decay import Days, time_decay
from newsloom.clusterers.stream.sparse import SparseRows
from newsloom.text.urls import site_of

__all__ = ["Papers", "are_strangers", "papers_of", "without_strangers"]

# How alike two reports of one event are, before expansion, where nobody else tells of it. Chosen on windows of one
# article of each story of ECB+, Wikinews and AllSides, and on these sets as they are; see docs/lab/stream.md.
LEAST_ALIKE: Final = 0.18
LEAST_ALIKE_IN_ONE_PAPER: Final = 0.25

Papers = Sequence[str | None]


def papers_of(articles: Sequence[ArticleOrItem]) -> list[str | None]:
    """The paper of each article; None where it has no address."""
    return [site_of(one.url) if one.url else None for one in articles]


def are_strangers(similarity: float, paper: str | None, other: str | None) -> bool:
    """Whether two articles of this similarity, as they were written, are no story by themselves."""
    is_one_paper = paper is not None and paper == other
    return similarity < (LEAST_ALIKE_IN_ONE_PAPER if is_one_paper else LEAST_ALIKE)


def without_strangers(groups: Sequence[list[int]], rows: SparseRows, days: Days, papers: Papers) -> list[list[int]]:
    """The groups in order, strangers alone; ``rows`` are the articles as they were written."""
    apart: list[list[int]] = []
    for group in groups:
        if len(group) == 2 and are_strangers(_similarity(rows, days, *group), papers[group[0]], papers[group[1]]):
            apart += [[member] for member in group]
        else:
            apart.append(group)
    return sorted(apart)


def _similarity(rows: SparseRows, days: Days, one: int, other: int) -> float:
    first, second = (slice(rows.starts[row], rows.starts[row + 1]) for row in (one, other))
    _, in_first, in_second = np.intersect1d(
        rows.columns[first], rows.columns[second], assume_unique=True, return_indices=True
    )
    product = rows.weights[first][in_first] @ rows.weights[second][in_second]
    return float(product * time_decay(days[[one]], days[[other]])[0])
