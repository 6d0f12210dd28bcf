"""Extracts the sentences that N-EXT takes for the story: stages 2 to 6 of the thesis.

Stage 1, reading the feed, is done elsewhere; the feed's title comes with the document.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar, Literal

from newsloom.dom import Document
from newsloom.dom.blocks import BLOCKING_TAGS, LeafBlock, find_blocks
from newsloom.errors import UnknownName
from newsloom.extractors.next.vectors import Analyzer, BlockVectors, SentenceVector
from newsloom.parameters import Share
from newsloom.records import Block, Extraction
from newsloom.text.similarity import MEASURES, Measure, TermVector

__all__ = ["NextExtractor"]


@dataclass(frozen=True, kw_only=True)
class NextExtractor:
    """Choose the best block by size and similarity to the title; keep all sentences similar to it (Yeniçağ, 2012)."""

    name: ClassVar[str] = "next"
    version: ClassVar[int] = 1
    PAPER: ClassVar[Mapping[str, Any]] = {
        "whole_segments": False,
        "zeros": "letter",
        "once": False,
        "page_order": False,
        "own_text": False,
        "lone_segments": False,
    }

    beta: Share = 0.6  # the share of size in a block's weight (formula 4.1, table 6.2)
    similarity: Literal["cosine", "dice", "jaccard", "overlap"] = (
        "dice"  # of ``text.similarity.MEASURES`` (formulas 4.2 to 4.5, table 6.3)
    )
    stem: bool = True  # table 6.6
    hyperlink_text: bool = False  # section 4.1.3, table 6.5
    title_source: Literal["feed", "headline"] = (
        "feed"  # "feed": the feed's if given, else the page's; "headline": the page's
    )
    other_blocks: bool = True  # stage 6
    whole_segments: bool = True  # False: stage 5 to the letter, sentence by sentence; see NOTES.md
    zeros: Literal["stop", "letter", "skip"] = "stop"  # how the harmonic mean treats a similarity of 0; see NOTES.md
    once: bool = True  # a sentence that is on the page several times is taken once
    page_order: bool = True  # False: what stage 6 adds comes after the news block
    blocking_tags: tuple[str, ...] = BLOCKING_TAGS
    own_text: bool = True  # these two: see ``find_blocks``
    lone_segments: bool = True
    stop_words: tuple[str, ...] = ()  # in addition to the language's own

    def extract(self, document: Document, /) -> Extraction:
        vocabulary = Analyzer.of(document.language, stem=self.stem, extra_stop_words=self.stop_words)
        blocks = self._blocks(document, vocabulary)
        if not blocks:
            return Extraction(
                method=self.name, version=self.version, reason=document.reason or "there is no text on the page"
            )
        title = vocabulary.vector(self._title(document))
        news = blocks[self._heaviest(blocks, title)]
        return Extraction(
            method=self.name,
            version=self.version,
            blocks=tuple(Block(text=text) for text in self._story(blocks, news)),
            main=Block(text=news.block.text, path=news.block.path),
        )

    def partition(self, document: Document, /) -> list[LeafBlock]:
        """The blocks from which the news block is chosen, before cleaning."""
        return find_blocks(document, self.blocking_tags, own_text=self.own_text, lone_segments=self.lone_segments)

    def _title(self, document: Document) -> str:
        if self.title_source == "feed" and document.feed_title:
            return document.feed_title
        return document.headline or ""

    def _blocks(self, document: Document, vocabulary: Analyzer) -> list[BlockVectors]:
        """Stages 2 and 3: the leaf blocks, cleaned."""
        blocks = [
            BlockVectors.of(leaf, vocabulary, hyperlink_text=self.hyperlink_text) for leaf in self.partition(document)
        ]
        return [block for block in blocks if block.size]

    def _heaviest(self, blocks: list[BlockVectors], title: TermVector) -> int:
        """Stage 4: the index of the block with the highest weight; the first of equals."""
        measure = self._measure()
        weights = block_weights(
            [block.size for block in blocks], [measure(title, block.vector) for block in blocks], self.beta
        )
        return max(range(len(blocks)), key=weights.__getitem__)

    def _story(self, blocks: list[BlockVectors], news: BlockVectors) -> list[str]:
        """Stages 5 and 6: what is kept of all blocks."""
        similarities = self._similarities(news, news)
        threshold = self._threshold(list(chain.from_iterable(similarities)))
        # A threshold of zero rules nothing out: every sentence that shares a word with the story would be added.
        has_others = self.other_blocks and (threshold > 0 or self.zeros == "letter")
        kept = _KeptSentences(is_once=self.once)
        for block in blocks if self.page_order else sorted(blocks, key=lambda block: block is not news):
            if block is news:
                for segment, alike in zip(block.segments, similarities, strict=True):
                    kept.add(self._related(segment, alike, threshold))
            elif has_others:
                for segment, alike in zip(block.segments, self._similarities(block, news), strict=True):
                    kept.add(
                        [one.text for one, similarity in zip(segment, alike, strict=True) if similarity > threshold]
                    )
        return kept.segments

    def _threshold(self, similarities: list[float]) -> float:
        """The harmonic mean of section 4.1.5; with ``zeros="skip"`` only over similarities above 0."""
        return harmonic_mean([one for one in similarities if one > 0] if self.zeros == "skip" else similarities)

    def _similarities(self, block: BlockVectors, news: BlockVectors) -> list[list[float]]:
        measure = self._measure()
        return [[measure(sentence.vector, news.vector) for sentence in segment] for segment in block.segments]

    def _measure(self) -> Measure:
        if self.similarity not in MEASURES:
            raise UnknownName("similarity", self.similarity, tuple(MEASURES))
        return MEASURES[self.similarity]

    def _related(self, segment: tuple[SentenceVector, ...], alike: list[float], threshold: float) -> list[str]:
        """Stage 5: what is kept of a segment of the news block."""
        if self.whole_segments:
            return [sentence.text for sentence in segment] if max(alike, default=-1.0) >= threshold else []
        return [one.text for one, similarity in zip(segment, alike, strict=True) if similarity >= threshold]


def block_weights(sizes: list[int], similarities: list[float], beta: float) -> list[float]:
    """Formula 4.1. If no block is similar to the title, the second term is zero for all of them."""
    largest = max(sizes, default=0) or 1
    highest = max(similarities, default=0.0) or 1.0
    return [
        beta * size / largest + (1 - beta) * similarity / highest
        for size, similarity in zip(sizes, similarities, strict=True)
    ]


def harmonic_mean(values: list[float]) -> float:
    """The threshold of section 4.1.5; its limit, 0, if a similarity is 0, as for a sentence of only stop words."""
    if not values or min(values) <= 0:
        return 0.0
    # Rounding may put the mean of equal values slightly above them all, which would drop the whole story.
    return min(len(values) / sum(1 / value for value in values), max(values))


class _KeptSentences:
    """The sentences kept so far; with ``is_once`` only the first of equal sentences is kept."""

    def __init__(self, *, is_once: bool) -> None:
        self.segments: list[str] = []
        self._is_once = is_once
        self._seen: set[str] = set()

    def add(self, sentences: list[str]) -> None:
        fresh = [sentence for sentence in sentences if not self._is_once or sentence not in self._seen]
        if fresh:
            self._seen.update(fresh)
            self.segments.append(" ".join(fresh))
