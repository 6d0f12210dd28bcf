"""A window grouped as a whole: articles in order of arrival in, groups of their numbers and all that led to them out.

Rows, neighbours, expanded rows, groups, their sequels: one pass over each. It names no stories.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.ages import Days, days_of, fading, middle_days
from newsloom.clusterers.stream.expansion import Nearest, expanded, nearest_rows
from newsloom.clusterers.stream.grouping import Crowds, average_link
from newsloom.clusterers.stream.neighbours import Few, Pairs, Search, alike_pairs
from newsloom.clusterers.stream.rows import Rows
from newsloom.clusterers.stream.sequels import Tellers, join_sequels
from newsloom.clusterers.stream.vectors import Manner, Scale, weigh_all

__all__ = ["BRISK", "LEAST_NEAR", "THOROUGH", "Depth", "Weave", "woven"]

# Less alike than this, two reports are not each other's neighbours, two expanded ones not an edge.
LEAST_NEAR: Final = 0.05
_LEAST_EDGE: Final = 0.1
# Groups are joined as wholes after their members were, for the members of a large one do not all meet.
_MOST_ROUNDS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth:
    """Characters read, terms kept of an article and of an expanded one, and how far each looks for others."""

    characters: int
    terms: int
    fuller_terms: int
    search: Search

    @property
    def most_products(self) -> int:
        """How many entries of lists an article meets."""
        return self.search.reach * (self.terms if self.search.few is None else self.search.few.terms)


# A small window can afford three times the work an article; a large one must keep up with the news.
THOROUGH: Final = Depth(characters=3000, terms=256, fuller_terms=384, search=Search(reach=100))
BRISK: Final = Depth(
    characters=2000, terms=48, fuller_terms=72, search=Search(reach=24, few=Few(terms=16, rows=16, width=144))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weave:
    """The rows of a window, plain and expanded, with what made them, the groups, and which of these are one story."""

    depth: Depth
    scale: Scale
    days: Days
    rows: Rows
    nearest: Nearest
    fuller: Rows
    groups: list[list[int]]
    sequels: list[list[int]]

    @property
    def stories(self) -> list[list[int]]:
        """The members of each story, in the order of ``sequels``."""
        return [sorted(member for number in story for member in self.groups[number]) for story in self.sequels]


def woven(articles: Sequence[ArticleOrItem], depth: Depth, least_likeness: float) -> Weave:
    """The groups of articles that are alike on average, and how they came about."""
    rows, scale = weigh_all(articles, Manner(most_terms=depth.terms, characters=depth.characters))
    days = days_of(articles)
    pairs = _faded(alike_pairs(rows, depth.search, least=LEAST_NEAR), days)
    nearest = nearest_rows(pairs, len(rows))
    del pairs
    fuller = expanded(rows, nearest, most_terms=depth.fuller_terms)
    groups = _groups(fuller, days, depth.search, least_likeness)
    sequels = join_sequels(groups, fuller, Tellers.of(articles, days), depth.search, least=least_likeness)
    return Weave(
        depth=depth,
        scale=scale,
        days=days,
        rows=rows,
        nearest=nearest,
        fuller=fuller,
        groups=groups,
        sequels=sequels,
    )


def _faded(pairs: Pairs, days: Days) -> Pairs:
    faded = pairs.likeness * fading(days[pairs.earlier], days[pairs.later])
    return Pairs(earlier=pairs.earlier, later=pairs.later, likeness=faded)


def _groups(rows: Rows, days: Days, search: Search, least_likeness: float) -> list[list[int]]:
    groups = [[number] for number in range(len(rows))]
    for _ in range(_MOST_ROUNDS):
        sizes = np.array([len(group) for group in groups], np.int64)
        middles = rows.middles(groups)
        pairs = _faded(alike_pairs(middles, search, least=_LEAST_EDGE), middle_days(days, groups))
        joined = average_link(pairs, Crowds(sizes=sizes, cohesion=middles.squares), least_likeness)
        if len(joined) == len(groups):
            break
        groups = [sorted(member for number in group for member in groups[number]) for group in joined]
        groups.sort()
    return groups
