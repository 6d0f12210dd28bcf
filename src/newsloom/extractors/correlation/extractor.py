"""Extracts the cluster of a document's drawn blocks that is the story (LBNEST, 2009, section II.B)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from newsloom.dom import Document
from newsloom.dom.drawnblocks import DrawnBlock, find_drawn_blocks
from newsloom.dom.layout import Layout
from newsloom.extractors.correlation.clustering import cluster
from newsloom.extractors.correlation.graph import neighbourhood
from newsloom.extractors.correlation.weights import Weights, edge_weights
from newsloom.parameters import Between, Count
from newsloom.records import Block, Extraction

__all__ = ["CorrelationExtractor"]

# At most this many of the largest leaves are clustered: more than any real page has, and few enough for a hostile one.
_MOST_LEAVES: Final = 800


@dataclass(frozen=True, kw_only=True)
class CorrelationExtractor:
    """Cluster drawn blocks that are neighbours and look alike; keep the cluster with the most text (LBNEST, 2009)."""

    name: ClassVar[str] = "correlation"
    version: ClassVar[int] = 2
    PAPER: ClassVar[Mapping[str, Any]] = {"weights": "printed", "height_unit": 1.0}

    weights: Weights = "learned"
    tree_distance: Count = 4  # neighbours are at most this many steps apart in the tree of blocks
    drawn_distance: Annotated[float, Between(0, 10_000)] = 60.0  # or their boxes at most this many pixels
    height_unit: Annotated[float, Between(0.01, 10_000)] = 20.0  # pixels in a unit of height difference: a line
    trials: Annotated[int, Between(1, 100)] = 10  # "several independent trials"
    seed: int = 1

    def extract(self, document: Document, /) -> Extraction:
        tree, layout = document.tree, document.layout_or_estimate
        if tree is None or layout is None:
            return Extraction(method=self.name, version=self.version, reason=document.reason or "there is no page")
        clusters = self.clusters(find_drawn_blocks(tree, layout), layout)
        if not clusters:
            return self._extraction((), "there is no text on the page", layout)
        story = max(clusters, key=lambda blocks: sum(block.text_area for block in blocks))
        texts = [line for block in story for line in block.text.split("\n") if line]
        return self._extraction(tuple(Block(text=text) for text in texts), None, layout)

    def clusters(self, blocks: Sequence[DrawnBlock], layout: Layout) -> list[list[DrawnBlock]]:
        """The text leaf blocks of a page by cluster, each cluster in page order."""
        numbers = [number for number, block in enumerate(blocks) if block.is_leaf and block.style >= 0]
        if len(numbers) > _MOST_LEAVES:
            numbers = sorted(sorted(numbers, key=lambda number: -blocks[number].letters)[:_MOST_LEAVES])
        leaves = [blocks[number] for number in numbers]
        edges = neighbourhood(blocks, numbers, tree_distance=self.tree_distance, drawn_distance=self.drawn_distance)
        weights = edge_weights(edges, leaves, layout, form=self.weights, height_unit=self.height_unit)
        found = cluster(len(leaves), edges, weights, trials=self.trials, seed=self.seed)
        return _by_cluster(leaves, found)

    def _extraction(self, blocks: tuple[Block, ...], reason: str | None, layout: Layout) -> Extraction:
        return Extraction(method=self.name, version=self.version, blocks=blocks, reason=reason, layout=layout.source)


def _by_cluster(leaves: Sequence[DrawnBlock], found: Sequence[int]) -> list[list[DrawnBlock]]:
    clusters: dict[int, list[DrawnBlock]] = {}
    for leaf, number in zip(leaves, found, strict=True):
        clusters.setdefault(number, []).append(leaf)
    return list(clusters.values())
