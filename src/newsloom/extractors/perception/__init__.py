"""Extracts the story as a reader perceives it: by function, space, format and meaning (Chen and Xiao, 2008)."""

from __future__ import annotations

from newsloom.extractors.perception.extractor import PerceptionExtractor

__all__ = ["PerceptionExtractor"]
