"""Extracts the story as a cluster of drawn blocks (LBNEST, 2009, section II.B)."""

from __future__ import annotations

from newsloom.extractors.correlation.extractor import CorrelationExtractor

__all__ = ["CorrelationExtractor"]
