"""Extracts the text of a story by its similarity to what announced it (LBNEST, 2009)."""

from __future__ import annotations

from newsloom.extractors.lbnest.extractor import AnnouncedTextExtractor

__all__ = ["AnnouncedTextExtractor"]
