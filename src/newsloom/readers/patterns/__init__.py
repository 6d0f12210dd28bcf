"""News items by the patterns of their code (Nørvåg and Øyri, 2004)."""

from __future__ import annotations

from newsloom.readers.patterns.reader import PatternReader

__all__ = ["PatternReader"]
