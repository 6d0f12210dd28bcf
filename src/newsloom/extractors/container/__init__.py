"""The story as one container: from declared landmarks to the densest box, furniture pruned by its names."""

from __future__ import annotations

from newsloom.extractors.container.extractor import ContainerExtractor

__all__ = ["ContainerExtractor"]
