"""Groups articles into stories by single or complete link: LBNEST's similar news components (2009, section V).

Every article is compared with every other, so the cost grows with the square of their number. Articles are not added
one by one: with known stories, all articles are grouped again and the ids are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Self

import numpy as np

from newsloom.clusterers.dendrogram import Dendrogram, Link, agglomerate
from newsloom.clusterers.linkage.distance import COMMON_VERBS, distance_matrix, split_tokens
from newsloom.clusterers.linkage.neighbours import joined_groups
from newsloom.clusterers.naming import Group, name_stories
from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.termtable import TermTable, count_terms
from newsloom.clusterers.texts import full_text, languages_of
from newsloom.errors import InputError
from newsloom.parameters import Between, Count
from newsloom.records import Story

__all__ = ["LinkageClusterer"]

# A tree needs a matrix with this many rows and columns: 64 MB.
_MAX_TREE: Final = 4_000


@dataclass(frozen=True, kw_only=True)
class LinkageClusterer:
    """Join articles that are nearer to each other than a threshold, by single or complete link (LBNEST, 2009)."""

    name: ClassVar[str] = "linkage"
    version: ClassVar[int] = 1
    PAPER: ClassVar[Mapping[str, Any]] = {}
    clusters: Count | None = None  # section V: cut by a number of clusters; None: by the threshold
    threshold: Annotated[float, Between(0)] = 0.38  # section V: "identified as 0.35 to 0.4", and 0.38 was used
    link: Link = "single"  # the example in section V is single link: one near pair joins two clusters
    common_verbs: tuple[str, ...] = COMMON_VERBS

    def assign(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> tuple[Story, ...]:
        table = self.tokens_of(articles)
        groups = [Group(members=tuple(members)) for members in self._clusters(table)]
        return name_stories(groups, articles, known, method=self.name, version=self.version)

    def session(self) -> Self:
        return self

    def tree(self, articles: Sequence[ArticleOrItem], /) -> Dendrogram:
        """All merges of at most a few thousand articles, to choose where to cut (see ``choose_threshold``)."""
        return agglomerate(distance_matrix(self.tokens_of(articles)), self.link)

    def tokens_of(self, articles: Sequence[ArticleOrItem], /) -> TermTable:
        """The counts of the paper's tokens in each article."""
        languages, unwanted = languages_of(articles), frozenset(self.common_verbs)
        return count_terms(
            split_tokens(full_text(article), common_verbs=unwanted, language=language)
            for article, language in zip(articles, languages, strict=True)
        )

    def _clusters(self, table: TermTable) -> list[list[int]]:
        if self.clusters is not None:
            return self._cut_into(table, self.clusters)
        copies = _copies(table)
        firsts = np.array([group[0] for group in copies], dtype=np.int64)
        distinct = table.only(firsts)
        merged = joined_groups(distinct, self.threshold)
        if self.link == "complete":
            merged = [part for group in merged for part in self._complete(distinct, group)]
        return [sorted(member for place in group for member in copies[place]) for group in merged]

    def _cut_into(self, table: TermTable, clusters: int) -> list[list[int]]:
        """Cuts the tree of all articles into clusters. Raises ``InputError`` if they are too many for its matrix."""
        if table.size > _MAX_TREE:
            raise InputError(
                f"{table.size} articles",
                f"a number of clusters works for at most {_MAX_TREE}; give a threshold instead",
            )
        return agglomerate(distance_matrix(table), self.link).cut_into(clusters) if table.size else []

    def _complete(self, table: TermTable, group: list[int]) -> list[list[int]]:
        """The complete link clusters within a single link cluster, which is cut to ``_MAX_TREE`` at a time."""
        if len(group) == 1:
            return [group]
        parts = [group[start : start + _MAX_TREE] for start in range(0, len(group), _MAX_TREE)]
        clusters = []
        for part in parts:
            tree = agglomerate(distance_matrix(table.only(np.array(part, dtype=np.int64))), self.link)
            clusters += [[part[place] for place in cluster] for cluster in tree.cut_below(self.threshold)]
        return clusters


def _copies(table: TermTable) -> list[list[int]]:
    """Documents with the same counts, which are at distance 0 and merge first; those without tokens stay alone."""
    groups: dict[tuple[bytes, bytes] | int, list[int]] = {}
    for document in range(table.size):
        own = table.row(document)
        order = np.argsort(table.terms[own])
        key = (table.terms[own][order].tobytes(), table.counts[own][order].tobytes())
        groups.setdefault(key if len(order) else document, []).append(document)
    return list(groups.values())
