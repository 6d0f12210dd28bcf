"""Makes stories by hierarchical clustering: single or complete link below a distance (LBNEST, 2009)."""

from __future__ import annotations

from newsloom.clusterers.linkage.clusterer import LinkageClusterer
from newsloom.clusterers.linkage.cuts import Choice, choose_count, choose_threshold
from newsloom.clusterers.linkage.distance import distance, distance_matrix, split_tokens

__all__ = [
    "Choice",
    "LinkageClusterer",
    "choose_count",
    "choose_threshold",
    "distance",
    "distance_matrix",
    "split_tokens",
]
