"""Loom, the default extractor: weighs the evidence of the published methods with a small trained model."""

from __future__ import annotations

from newsloom.extractors.loom.extractor import LoomExtractor

__all__ = ["LoomExtractor"]
