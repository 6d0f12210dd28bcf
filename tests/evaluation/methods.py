"""Small extractors with known answers, to measure the measuring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from newsloom.dom import Document
from newsloom.dom.blocks import find_blocks
from newsloom.records import Block, Extraction


@dataclass(frozen=True, kw_only=True)
class NthBlock:
    """Takes the block at one place; breaks on pages that hold a given word."""

    name: ClassVar[str] = "nth"
    version: ClassVar[int] = 1
    place: int = 1
    breaks_on: str | None = None

    def extract(self, document: Document, /) -> Extraction:
        blocks = find_blocks(document)
        if self.breaks_on and any(self.breaks_on in block.text for block in blocks):
            raise ValueError(f"met {self.breaks_on}")
        chosen = blocks[self.place]
        lines = tuple(Block(text=line) for line in chosen.text.split("\n"))
        main = Block(text=chosen.text, path=chosen.path)
        return Extraction(method=self.name, version=self.version, blocks=lines, main=main)


@dataclass(frozen=True, kw_only=True)
class Everything:
    """Takes the whole page and chooses no block."""

    name: ClassVar[str] = "everything"
    version: ClassVar[int] = 1

    def extract(self, document: Document, /) -> Extraction:
        lines = (line for block in find_blocks(document) for line in block.text.split("\n"))
        return Extraction(method=self.name, version=self.version, blocks=tuple(Block(text=line) for line in lines))


@dataclass(frozen=True, kw_only=True)
class FeedTitle:
    """Takes the feed's title for the story."""

    name: ClassVar[str] = "feed-title"
    version: ClassVar[int] = 1

    def extract(self, document: Document, /) -> Extraction:
        title = document.feed_title
        blocks = (Block(text=f"So it is said: {title}"),) if title else ()
        return Extraction(method=self.name, version=self.version, blocks=blocks)
