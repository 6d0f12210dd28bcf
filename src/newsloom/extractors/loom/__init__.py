"""Loom, the default: the evidence of the published methods, weighed by a small trained model."""

from __future__ import annotations

from newsloom.extractors.loom.extractor import LoomExtractor

__all__ = ["LoomExtractor"]
