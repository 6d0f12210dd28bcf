"""Extracts the block of a document with the most words. Titles and sentences are not looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from newsloom.dom import Document
from newsloom.dom.blocks import BLOCKING_TAGS, LeafBlock, find_blocks, most_frequent_tag
from newsloom.records import Block, Extraction
from newsloom.text.tokens import words

__all__ = ["LargestBlockExtractor"]


@dataclass(frozen=True, kw_only=True)
class LargestBlockExtractor:
    """Take the block with the most words as the story (Ziyi et al., 2009)."""

    name: ClassVar[str] = "largest"
    version: ClassVar[int] = 1
    PAPER: ClassVar[Mapping[str, Any]] = {"own_text": False, "lone_segments": False}

    blocking_tags: tuple[str, ...] = BLOCKING_TAGS
    all_tags: bool = False  # False: only the most frequent one splits the page, as published
    hyperlink_text: bool = True  # left out by the thesis' baseline, but not by the authors
    own_text: bool = True  # these two: see ``find_blocks``
    lone_segments: bool = True

    def extract(self, document: Document, /) -> Extraction:
        blocks = [block for block in self.partition(document) if self._text(block)]
        if not blocks:
            return Extraction(
                method=self.name, version=self.version, reason=document.reason or "there is no text on the page"
            )
        largest = max(blocks, key=lambda block: len(words(self._text(block))))
        return Extraction(
            method=self.name,
            version=self.version,
            blocks=tuple(Block(text=line) for line in self._text(largest).split("\n")),
            main=Block(text=largest.text, path=largest.path),
        )

    def partition(self, document: Document, /) -> list[LeafBlock]:
        """The blocks from which the largest is chosen."""
        tags = self.blocking_tags if self.all_tags else (most_frequent_tag(document, self.blocking_tags),)
        return find_blocks(document, tags, own_text=self.own_text, lone_segments=self.lone_segments)

    def _text(self, block: LeafBlock) -> str:
        return block.text if self.hyperlink_text else block.unlinked
