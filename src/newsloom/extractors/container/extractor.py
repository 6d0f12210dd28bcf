"""Document to the lines of the one container that holds its story."""

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
    """Take one box for the story: a declared one, a telling name, else the densest; without its furniture."""

    name: ClassVar[str] = "container"
    version: ClassVar[int] = 1

    furniture_odds: float = 1.6  # the log odds of a box's names from which on it is furniture
    landmark_share: float = 0.5  # of the page's paragraphs a declared container must hold so much to be believed
    region_share: float = 0.75  # the densest box grows until it holds so much of what is around it

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
            reason=None if blocks else "no box of the page holds a story",
        )
