"""The text of a story by its likeness to what announced it (LBNEST, 2009)."""

from __future__ import annotations

from newsloom.extractors.lbnest.extractor import AnnouncedTextExtractor

__all__ = ["AnnouncedTextExtractor"]
