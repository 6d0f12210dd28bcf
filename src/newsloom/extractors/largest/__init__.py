"""The largest block approach (Ziyi et al., 2009), the baseline of the N-EXT thesis."""

from __future__ import annotations

from newsloom.extractors.largest.extractor import LargestBlockExtractor

__all__ = ["LargestBlockExtractor"]
