"""Groups a batch of articles in order of arrival, and returns the groups with all that led to them.

Vectors, nearest neighbours, expanded vectors, groups and follow-ups are made in turn, in one pass each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.averagelink import GroupStats, average_link
from newsloom.clusterers.stream.decay import Days, days_of, mean_days, time_decay
from newsloom.clusterers.stream.expansion import NearestNeighbours, expand, nearest_neighbours
from newsloom.clusterers.stream.followups import Origins, join_followups
from newsloom.clusterers.stream.neighbours import Pairs, SearchLimits, Shortlist, similar_pairs
from newsloom.clusterers.stream.sparse import SparseRows
from newsloom.clusterers.stream.unrelated import Papers, papers_of, without_unrelated
from newsloom.clusterers.stream.vectorizer import Vectorizer, VectorOptions, vectorize

__all__ = ["FAST", "LEAST_NEAR", "THOROUGH", "Effort", "GroupedBatch", "group_batch"]

# The least similarity of two neighbours, and that of two expanded articles for an edge.
LEAST_NEAR: Final = 0.05
_LEAST_EDGE: Final = 0.1
# Groups are compared as wholes too, because not all members of a large group are compared.
_MOST_ROUNDS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much is read of an article, how many terms are kept, plain and expanded, and how far others are searched."""

    characters: int
    terms: int
    expanded_terms: int
    search: SearchLimits

    @property
    def most_products(self) -> int:
        """The most postings that an article is compared with."""
        return self.search.reach * (self.terms if self.search.shortlist is None else self.search.shortlist.terms)


# A small window can afford three times the work for each article.
THOROUGH: Final = Effort(characters=3000, terms=256, expanded_terms=384, search=SearchLimits(reach=100))
FAST: Final = Effort(
    characters=2000,
    terms=48,
    expanded_terms=72,
    search=SearchLimits(reach=24, shortlist=Shortlist(terms=16, rows=16, width=144)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupedBatch:
    """The vectors of all articles, plain and expanded, the groups, and the groups that make one story."""

    effort: Effort
    vectorizer: Vectorizer
    days: Days
    papers: Papers
    rows: SparseRows
    nearest: NearestNeighbours
    expanded: SparseRows
    groups: list[list[int]]
    followups: list[list[int]]

    @property
    def stories(self) -> list[list[int]]:
        """The members of each story, in the order of ``followups``."""
        return [sorted(member for number in story for member in self.groups[number]) for story in self.followups]


def group_batch(articles: Sequence[ArticleOrItem], effort: Effort, least_similarity: float) -> GroupedBatch:
    """Groups articles by average similarity."""
    rows, vectorizer = vectorize(articles, VectorOptions(most_terms=effort.terms, characters=effort.characters))
    days, papers = days_of(articles), papers_of(articles)
    pairs = _decayed(similar_pairs(rows, effort.search, least=LEAST_NEAR), days)
    nearest = nearest_neighbours(pairs, len(rows))
    del pairs
    expanded = expand(rows, nearest, most_terms=effort.expanded_terms)
    groups = without_unrelated(_groups(expanded, days, effort.search, least_similarity), rows, days, papers)
    followups = join_followups(groups, expanded, Origins.of(articles, days), effort.search, least=least_similarity)
    return GroupedBatch(
        effort=effort,
        vectorizer=vectorizer,
        days=days,
        papers=papers,
        rows=rows,
        nearest=nearest,
        expanded=expanded,
        groups=groups,
        followups=followups,
    )


def _decayed(pairs: Pairs, days: Days) -> Pairs:
    decayed = pairs.similarity * time_decay(days[pairs.earlier], days[pairs.later])
    return Pairs(earlier=pairs.earlier, later=pairs.later, similarity=decayed)


def _groups(rows: SparseRows, days: Days, search: SearchLimits, least_similarity: float) -> list[list[int]]:
    groups = [[number] for number in range(len(rows))]
    for _ in range(_MOST_ROUNDS):
        sizes = np.array([len(group) for group in groups], np.int64)
        centroids = rows.centroids(groups)
        pairs = _decayed(similar_pairs(centroids, search, least=_LEAST_EDGE), mean_days(days, groups))
        joined = average_link(pairs, GroupStats(sizes=sizes, cohesion=centroids.squared_norms), least_similarity)
        if len(joined) == len(groups):
            break
        groups = [sorted(member for number in group for member in groups[number]) for group in joined]
        groups.sort()
    return groups
