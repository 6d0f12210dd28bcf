"""Extracts the story as one container: a declared landmark or else the densest box, without furniture."""

from __future__ import annotations

from newsloom.extractors.container.extractor import ContainerExtractor

__all__ = ["ContainerExtractor"]
