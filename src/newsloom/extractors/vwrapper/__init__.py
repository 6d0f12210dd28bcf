"""Extracts the story with a wrapper over visual features (Zheng, Song and Wen, 2007)."""

from __future__ import annotations

from newsloom.extractors.vwrapper.extractor import VisualWrapperExtractor

__all__ = ["VisualWrapperExtractor"]
