"""Document to the segments that a trained model takes for the story."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.dom.outline import Outline
from newsloom.extractors.loom.features import segment_features
from newsloom.extractors.loom.model import load_forest
from newsloom.extractors.loom.page import LinedPage
from newsloom.extractors.loom.verdict import judge
from newsloom.records import Block, Extraction

__all__ = ["LoomExtractor"]

_KINDS: Final = {
    "h1": "heading",
    "h2": "heading",
    "h3": "heading",
    "h4": "heading",
    "h5": "heading",
    "h6": "heading",
    "li": "item",
    "dd": "item",
    "dt": "item",
    "blockquote": "quote",
    "pre": "code",
    "td": "cell",
    "th": "cell",
}
# A line this long that stands on the page twice is the same text shown again, not a refrain.
_LONG_LINE: Final = 40


@dataclass(frozen=True, kw_only=True)
class LoomExtractor:
    """Weigh the evidence of five papers for every line of the page with a trained forest of small trees."""

    name: ClassVar[str] = "loom"
    version: ClassVar[int] = 1

    threshold: float = 0.5  # the chance from which on a line is part of the story
    fallback_words: int = 25  # with fewer words than this, the likeliest lines are taken too
    fallback_share: float = 0.5  # … down to this share of the best line's chance
    fallback_floor: float = 0.1  # … but never below this

    def extract(self, document: Document, /) -> Extraction:
        outline = document.outline
        if not outline.segments:
            reason = document.reason or "there is no text on the page"
            return Extraction(method=self.name, version=self.version, reason=reason)
        page = LinedPage.of(document)
        _, rows = segment_features(page)
        chances = load_forest().probabilities(rows)
        kept = self.choose([segment.text for segment in outline.segments], chances)
        verdict = judge(document, page.words, page.link_share, chances)
        return Extraction(
            method=self.name,
            version=self.version,
            blocks=_blocks(outline, kept),
            is_article=verdict.is_article,
            confidence=verdict.confidence,
            reason=verdict.reason if kept else "no line of the page reads like part of a story",
        )

    def choose(self, texts: list[str], chances: npt.NDArray[np.float64]) -> list[int]:
        """The indexes of the lines that are kept, given the chance of each to be part of the story."""
        is_kept = chances >= self.threshold
        words = sum(len(texts[index].split()) for index in np.flatnonzero(is_kept))
        if words < self.fallback_words:
            is_kept = chances >= max(self.fallback_floor, float(chances.max()) * self.fallback_share)
        seen: set[str] = set()
        kept = []
        for index in np.flatnonzero(is_kept).tolist():
            if texts[index] not in seen or len(texts[index]) < _LONG_LINE:
                kept.append(index)
                seen.add(texts[index])
        return kept


def _blocks(outline: Outline, kept: list[int]) -> tuple[Block, ...]:
    segments = [outline.segments[index] for index in kept]
    tags = [str(outline.boxes[segment.box].tag) for segment in segments]
    return tuple(
        Block(text=segment.text, kind=_KINDS.get(tag, "paragraph")) for segment, tag in zip(segments, tags, strict=True)
    )
