"""N-EXT, template-independent news content extraction (Yeniçağ, 2012)."""

from __future__ import annotations

from newsloom.extractors.next.extractor import NextExtractor

__all__ = ["NextExtractor"]
