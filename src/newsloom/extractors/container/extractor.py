"""Extracts the lines of the one container that holds a document's story."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from newsloom.dom import Document
from newsloom.records import Block, Extraction
from newsloom.region import Thresholds, find_region
from newsloom.text.casing import fold

__all__ = ["ContainerExtractor"]


@dataclass(frozen=True, kw_only=True)
class ContainerExtractor:
    """Take one box as the story, by its declaration, its name or its density of text; drop the furniture in it."""

    name: ClassVar[str] = "container"
    version: ClassVar[int] = 1

    furniture_odds: float = 1.6  # a box whose names have at least these log odds is furniture
    landmark_share: float = 0.5  # a declared container must hold this share of the page's paragraphs
    region_share: float = 0.75  # the densest box grows until it holds this share of what is around it

    def extract(self, document: Document, /) -> Extraction:
        outline = document.outline
        if not outline.segments:
            reason = document.reason or "there is no text on the page"
            return Extraction(method=self.name, version=self.version, reason=reason)
        region = find_region(outline, Thresholds(self.furniture_odds, self.landmark_share, self.region_share))
        headline = fold(document.headline or "")
        texts = (outline.segments[line].text for line in region.lines)
        blocks = tuple(Block(text=text) for text in texts if fold(text) != headline)
        return Extraction(
            method=self.name,
            version=self.version,
            blocks=blocks,
            reason=None if blocks else "no box of the page contains a story",
        )
