"""Groups items by concept: spherical k-means on tf-idf, each cluster described by its concept vector (2001, 2004)."""

from __future__ import annotations

from newsloom.clusterers.concepts.clusterer import ConceptClusterer
from newsloom.clusterers.concepts.vectors import ItemVectors, related_items, weigh

__all__ = ["ConceptClusterer", "ItemVectors", "related_items", "weigh"]
