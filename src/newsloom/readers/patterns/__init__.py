"""Finds news items by patterns in the page's code (Nørvåg and Øyri, 2004)."""

from __future__ import annotations

from newsloom.readers.patterns.reader import PatternReader

__all__ = ["PatternReader"]
