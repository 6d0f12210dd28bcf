"""Groups news items or articles by concept (NTNU, 2004, section 5).

Each group has the heaviest words of its concept vector, and how close each member is to it. With known stories, all
items are grouped again and the ids are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray

from newsloom.clusterers.concepts.kmeans import Points, cluster, simplified_silhouette
from newsloom.clusterers.concepts.reduction import reduce
from newsloom.clusterers.concepts.vectors import VOCABULARY, ItemVectors, related_items, weigh
from newsloom.clusterers.naming import Group, name_stories
from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.parameters import Between, Count
from newsloom.records import Story

__all__ = ["ConceptClusterer"]

Integers = NDArray[np.int64]

# The paper clustered 100,000 items into 50 to 1000 clusters, and shows the result for 1000: a hundred items each.
_ITEMS_A_CLUSTER: Final = 100
_LEAST_CLUSTERS: Final = 50
_MOST_CLUSTERS: Final = 1_000
# Up to this many items, several numbers of clusters are tried, each larger than the last by this factor.
_TRIED_ITEMS: Final = 1_000
_TRIED_STEP: Final = 1.5


@dataclass(frozen=True, kw_only=True)
class ConceptClusterer:
    """Cluster tf-idf vectors by spherical k-means into concepts (Dhillon et al., 2001; Nørvåg and Øyri, 2004)."""

    name: ClassVar[str] = "concepts"
    version: ClassVar[int] = 2
    PAPER: ClassVar[Mapping[str, Any]] = {"numbers": True}
    clusters: Count | None = None  # None: chosen, see NOTES.md
    dimensions: Count | None = None  # of the singular value decomposition; None: no decomposition
    top_words: Count = 50  # figure 7
    extra_stop_words: tuple[str, ...] = ()  # 3.2.2: the user may name more
    numbers: bool = False  # whether numbers are words: years and prices do not indicate a subject
    vocabulary: Count = VOCABULARY
    rounds: Count = 20
    seed: Annotated[int, Between(0)] = 0

    def assign(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> tuple[Story, ...]:
        vectors = self._weighed(articles)
        has_words = np.diff(vectors.starts) > 0
        told = np.flatnonzero(has_words)
        groups = [Group(members=(int(item),)) for item in np.flatnonzero(~has_words)]
        groups += self._concepts(vectors.only(told), told)
        return name_stories(groups, articles, known, method=self.name, version=self.version)

    def related(
        self, articles: Sequence[ArticleOrItem], item: int, /, *, count: int = 10
    ) -> tuple[tuple[int, float], ...]:
        """The nearest other items in an item's cluster, each with its cosine similarity to the item (5.1)."""
        return related_items(self._weighed(articles), self.assign(articles, ()), item, count=count)

    def describe(self, articles: Sequence[ArticleOrItem], stories: Sequence[Story], /) -> tuple[Story, ...]:
        """The groups of another method, with the words of their concept vectors and the closeness of each member."""
        vectors = self._weighed(articles)
        owners = np.full(len(articles), -1)
        for number, story in enumerate(stories):
            owners[list(story.members)] = number
        told = np.flatnonzero((np.diff(vectors.starts) > 0) & (owners >= 0))
        if not len(told):
            return tuple(stories)
        numbers, homes = np.unique(owners[told], return_inverse=True)
        groups = _described(vectors.only(told), homes, told, self.top_words)
        found = {int(number): group for number, group in zip(numbers, groups, strict=True)}
        return tuple(_with_words(story, found.get(number)) for number, story in enumerate(stories))

    def session(self) -> Self:
        return self

    def _weighed(self, articles: Sequence[ArticleOrItem]) -> ItemVectors:
        return weigh(articles, extra_stop_words=self.extra_stop_words, vocabulary=self.vocabulary, numbers=self.numbers)

    def _concepts(self, vectors: ItemVectors, names: Integers) -> list[Group]:
        if not len(vectors):
            return []
        points: Points = vectors if self.dimensions is None else reduce(vectors, self.dimensions, seed=self.seed)
        homes = np.unique(self._homes(points), return_inverse=True)[1]
        return _described(vectors, homes, names, self.top_words)

    def _homes(self, points: Points) -> Integers:
        if self.clusters is not None:
            return self._clustered(points, self.clusters)
        if len(points) > _TRIED_ITEMS:
            wanted = len(points) // _ITEMS_A_CLUSTER
            return self._clustered(points, min(max(wanted, _LEAST_CLUSTERS), _MOST_CLUSTERS))
        tried = [self._clustered(points, count) for count in _counts(len(points))]
        # Of ties the first, which has fewer clusters.
        return max(tried, key=lambda homes: simplified_silhouette(points, homes))

    def _clustered(self, points: Points, count: int) -> Integers:
        return cluster(points, count, rounds=self.rounds, seed=self.seed)


def _with_words(story: Story, group: Group | None) -> Story:
    if group is None:
        return story
    close = dict(zip(group.members, group.closeness, strict=True))
    return replace(story, words=group.words, closeness=tuple(close.get(member, 0.0) for member in story.members))


def _counts(items: int) -> list[int]:
    """Numbers of clusters to try, from 2 to half the number of items."""
    counts = [min(2, items)]
    while counts[-1] < items // 2:
        counts.append(min(int(counts[-1] * _TRIED_STEP) + 1, items // 2))
    return counts


def _described(vectors: ItemVectors, homes: Integers, names: Integers, top_words: int) -> list[Group]:
    """The clusters with the heaviest words of their concept vectors and the closeness of their members."""
    count = int(homes.max()) + 1
    centres = vectors.centres(homes, count)
    closeness = vectors.own_products(centres, homes)
    members: list[list[int]] = [[] for _ in range(count)]
    for item, home in enumerate(homes):
        members[home].append(item)
    return [
        Group(
            members=tuple(int(names[item]) for item in group),
            words=_heaviest(vectors, centres[home], top_words),
            closeness=tuple(min(1.0, round(float(closeness[item]), 6)) for item in group),
        )
        for home, group in enumerate(members)
    ]


def _heaviest(vectors: ItemVectors, centre: NDArray[np.float32], count: int) -> tuple[tuple[str, float], ...]:
    present = np.flatnonzero(centre)
    order = present[np.argsort(-centre[present], kind="stable")][:count]
    return tuple((vectors.words[word], round(float(centre[word]), 6)) for word in order)
