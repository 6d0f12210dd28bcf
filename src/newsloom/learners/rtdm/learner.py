"""Documents to Templates by tree edit distance: pages whose trees are alike enough are one template's."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from newsloom.dom import Document
from newsloom.learners.rtdm.distance import Distances
from newsloom.learners.rtdm.patterns import extraction_pattern
from newsloom.learners.rtdm.trees import TreePool
from newsloom.parameters import Share
from newsloom.records import Template

__all__ = ["RtdmLearner"]


@dataclass(frozen=True, kw_only=True)
class RtdmLearner:
    """Cluster pages by restricted top-down tree edit distance; a pattern for each cluster (Reis et al., 2004)."""

    name: ClassVar[str] = "rtdm"
    version: ClassVar[int] = 1
    reads_comments: ClassVar[bool] = False
    PAPER: ClassVar[Mapping[str, Any]] = {}

    least_similarity: Share = 0.8  # Reis et al., section 4.1

    def learn(self, documents: Iterable[Document], /) -> tuple[Template, ...]:
        forest = TreePool()
        trees = [forest.plant(document) for document in documents]
        clusters = self._clusters(forest, trees)
        return tuple(
            Template(
                method=self.name,
                version=self.version,
                members=tuple(members),
                pattern=extraction_pattern(forest, [trees[page] for page in members]),
            )
            for members in sorted(sorted(cluster) for cluster in clusters)
        )

    def _clusters(self, forest: TreePool, trees: list[int]) -> list[list[int]]:
        """Each page joins the cluster whose first page it resembles most, or begins one."""
        distances = Distances(forest)
        shapes = [forest.shape_of[tree] for tree in trees]
        clusters: dict[int, list[int]] = {}  # the first page's shape → pages
        for page in self._order(forest, shapes):
            shape = shapes[page]
            near = [
                (distances.similarity(shape, leader, self.least_similarity), -place, leader)
                for place, leader in enumerate(clusters)
            ]
            similarity, _, leader = max(near, default=(0.0, 0, shape))
            clusters.setdefault(leader if similarity >= self.least_similarity else shape, []).append(page)
        return list(clusters.values())

    def _order(self, forest: TreePool, shapes: list[int]) -> list[int]:
        """An order of the pages' own, from large to small, so that the order they were given in decides nothing."""
        digests = {shape: _digest(forest, shape) for shape in set(shapes)}
        return sorted(range(len(shapes)), key=lambda page: (-forest.sizes[shapes[page]], digests[shapes[page]], page))


def _digest(forest: TreePool, shape: int) -> bytes:
    tags = " ".join(f"{forest.shapes[one].tag}:{len(forest.shapes[one].children)}" for one in forest.below(shape))
    return hashlib.sha256(tags.encode("utf-8", "surrogatepass")).digest()
