"""Learns templates by tree edit distance: pages whose trees are similar enough have one template."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from newsloom.dom import Document
from newsloom.learners.rtdm.clustering import Link, hierarchical_groups
from newsloom.learners.rtdm.distance import Distances
from newsloom.learners.rtdm.matching import match_pattern
from newsloom.learners.rtdm.patterns import extraction_pattern
from newsloom.learners.rtdm.trees import TreePool
from newsloom.parameters import Share
from newsloom.records import Template

__all__ = ["RtdmLearner"]


@dataclass(frozen=True, kw_only=True)
class RtdmLearner:
    """Cluster pages by restricted top-down tree edit distance; make a pattern of each cluster (Reis et al., 2004)."""

    name: ClassVar[str] = "rtdm"
    version: ClassVar[int] = 2
    reads_comments: ClassVar[bool] = False
    PAPER: ClassVar[Mapping[str, Any]] = {"least_similarity": 0.8}

    least_similarity: Share = 0.3  # chosen on templates held apart, see NOTES.md; Reis et al., section 4.1: 0.8
    link: Link = "average"  # Reis et al. say "hierarchical clustering" and no more

    def learn(self, documents: Iterable[Document], /) -> tuple[Template, ...]:
        forest = TreePool()
        trees = [forest.plant(document) for document in documents]
        clusters = self._clusters(forest, trees)
        return tuple(
            Template(
                method=self.name,
                version=self.version,
                members=tuple(members),
                # One page does not show what varies: it is a group, but not a template.
                pattern=extraction_pattern(forest, [trees[page] for page in members]) if len(members) > 1 else (),
            )
            for members in sorted(sorted(cluster) for cluster in clusters)
        )

    def place(self, document: Document, templates: Sequence[Template], /) -> int | None:
        """Which of the known templates a page was printed from, by the most similar pattern; None if none fits."""
        return match_pattern(document, templates, self.least_similarity)

    def _clusters(self, forest: TreePool, trees: list[int]) -> list[list[int]]:
        """The groups of pages by hierarchical clustering; pages of the same shape are together from the start."""
        shapes = [forest.shape_of[tree] for tree in trees]
        pages: dict[int, list[int]] = {}  # in the order of ``_order``
        for page in self._order(forest, shapes):
            pages.setdefault(shapes[page], []).append(page)
        distances, distinct = Distances(forest), list(pages)
        alike = np.zeros((len(distinct), len(distinct)))
        for place, shape in enumerate(distinct):
            for other in range(place):
                near = distances.similarity(shape, distinct[other], self.least_similarity)
                alike[place, other] = alike[other, place] = near
        groups = hierarchical_groups(alike, self.least_similarity, self.link)
        return [[page for place in group for page in pages[distinct[place]]] for group in groups]

    def _order(self, forest: TreePool, shapes: list[int]) -> list[int]:
        """The pages from large to small, with ties by content, so that the order they came in does not matter."""
        digests = {shape: _digest(forest, shape) for shape in set(shapes)}
        return sorted(range(len(shapes)), key=lambda page: (-forest.sizes[shapes[page]], digests[shapes[page]], page))


def _digest(forest: TreePool, shape: int) -> bytes:
    tags = " ".join(f"{forest.shapes[one].tag}:{len(forest.shapes[one].children)}" for one in forest.below(shape))
    return hashlib.sha256(tags.encode("utf-8", "surrogatepass")).digest()
