"""Joins groups of reports with their follow-ups, which report what came next.

Papers follow up an event days later in other words. Each report is then nearest to those of its own day, and only
names and rare words of the groups still match. So groups of the same papers within a week are one story at a lower
similarity than reports need. If days or addresses are not known, nothing is joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.averagelink import GroupStats, average_link
from newsloom.clusterers.stream.decay import Days, time_decay
from newsloom.clusterers.stream.neighbours import Pairs, SearchLimits, similar_pairs
from newsloom.clusterers.stream.sparse import SparseRows
from newsloom.text.urls import site_of

__all__ = ["Origins", "join_followups"]

# As a share of the similarity that reports of one event need: 0.34 of 0.51. Chosen on the made-up press, where
# unrelated articles reach 0.21, and TDT2's topics of months, where precision stays as it is down to 0.26; see NOTES.md.
LEAST_SHARE: Final = 2 / 3
# Papers that reported both; a single paper writes about many things in the same words.
_LEAST_PAPERS: Final = 2
# Days between the last report of one and the first of the other.
_MOST_DAYS: Final = 7.0
# Two groups less similar than this are not an edge.
_LEAST_EDGE: Final = 0.1
# A story of many parts is joined from neighbour to neighbour, and compared as a whole after each round.
_MOST_ROUNDS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Origins:
    """The paper of each article, None if it or the day is not known, and the day."""

    papers: Sequence[str | None]
    days: Days

    @classmethod
    def of(cls, articles: Sequence[ArticleOrItem], days: Days) -> Self:
        dated = (~np.isnan(days)).tolist()
        return cls(
            papers=[
                site_of(one.url) if one.url and is_dated else None
                for one, is_dated in zip(articles, dated, strict=True)
            ],
            days=days,
        )


def join_followups(
    groups: Sequence[Sequence[int]], rows: SparseRows, origins: Origins, search: SearchLimits, *, least: float
) -> list[list[int]]:
    """The groups of each story, as lists of numbers in rising order; ``least`` is the similarity that reports need."""
    stories = [[number] for number in range(len(groups))]
    for _ in range(_MOST_ROUNDS):
        parts = [[member for number in story for member in groups[number]] for story in stories]
        shared_groups = _SharedGroups.among(parts, origins)
        if len(shared_groups.places) < 2:
            break
        pairs = similar_pairs(
            rows.centroids([parts[place] for place in shared_groups.places]), search, least=_LEAST_EDGE
        )
        stats = GroupStats(sizes=shared_groups.sizes, cohesion=np.ones(len(shared_groups.places)))
        # A running story varies: the similarity among its own reports says nothing about what came next.
        joined = average_link(shared_groups.adjacent(pairs), stats, LEAST_SHARE * least, cohesion_power=0.0)
        if len(joined) == len(shared_groups.places):
            break
        stories = _joined(stories, [[shared_groups.places[number] for number in group] for group in joined])
    return stories


@dataclass(frozen=True, slots=True, kw_only=True)
class _SharedGroups:
    """The groups with several papers: their places, sizes and papers, and the first and last day of each."""

    places: list[int]
    sizes: npt.NDArray[np.int64]
    papers: list[frozenset[str]]
    first: Days
    last: Days

    @classmethod
    def among(cls, groups: Sequence[Sequence[int]], origins: Origins) -> Self:
        told = [frozenset(paper for member in group if (paper := origins.papers[member])) for group in groups]
        places = [place for place, names in enumerate(told) if len(names) >= _LEAST_PAPERS]
        spans = [origins.days[np.array(groups[place], np.int64)] for place in places]
        return cls(
            places=places,
            sizes=np.array([len(groups[place]) for place in places], np.int64),
            papers=[told[place] for place in places],
            first=np.array([np.nanmin(span) for span in spans], np.float32),
            last=np.array([np.nanmax(span) for span in spans], np.float32),
        )

    def adjacent(self, pairs: Pairs) -> Pairs:
        """The pairs that may be follow-ups, their similarity decayed by the days between them."""
        a, b = pairs.earlier, pairs.later
        # Both differences are negative for groups that overlap in time.
        between = np.maximum(np.maximum(self.first[b] - self.last[a], self.first[a] - self.last[b]), np.float32(0))
        kept = np.flatnonzero(between <= _MOST_DAYS)
        shared = [
            len(self.papers[one] & self.papers[other]) >= _LEAST_PAPERS
            for one, other in zip(a[kept].tolist(), b[kept].tolist(), strict=True)
        ]
        kept = kept[np.array(shared, np.bool_)]
        decayed = pairs.similarity[kept] * time_decay(between[kept], np.zeros(len(kept), np.float32))
        return Pairs(earlier=a[kept], later=b[kept], similarity=decayed)


def _joined(stories: Sequence[Sequence[int]], places: Sequence[Sequence[int]]) -> list[list[int]]:
    """The stories, with those at each of these lists of places joined into one."""
    gone = {place for group in places for place in group}
    apart = [list(story) for place, story in enumerate(stories) if place not in gone]
    return sorted(apart + [sorted(number for place in group for number in stories[place]) for group in places])
