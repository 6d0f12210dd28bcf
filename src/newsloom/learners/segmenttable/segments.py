"""Text segments of a page and the blocks they stand in: a Document in, blocks with their segments out.

A segment is a text between two tags, comments or instructions; two are the same only where text and DOM path are equal.
A block is what lies in one layout element and in none below it. Comments part segments only in a tree that has them:
``parse(page, keep_comments=True)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lxml import etree

from newsloom.dom import Document

__all__ = ["BLOCK_TAGS", "MAX_SEGMENTS", "PageBlock", "page_blocks"]

# "TABLE, DIV, etc.": the seed names two; the others are what HTML 5 has put in their place.
BLOCK_TAGS: Final = frozenset({"table", "div", "section", "article", "header", "footer", "nav", "aside", "main", "ul"})

# Twice what the richest of 4,200 real pages at hand has.
MAX_SEGMENTS: Final = 20_000
_MAX_DEPTH: Final = 128  # as in learners.paths
_MAX_TEXT: Final = 1_000  # of a segment; what follows does not tell two segments apart that are not content

_SILENT: Final = frozenset({"script", "style", "noscript", "template"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBlock:
    """One block: its path, and its segments as (path/#text, length) in reading order."""

    path: str
    segments: tuple[tuple[str, int], ...]


def page_blocks(document: Document) -> tuple[PageBlock, ...]:
    """The blocks of a page that have text, outermost first."""
    if document.root is None:
        return ()
    walk = _Walk()
    walk.run(document.root)
    return tuple(PageBlock(path=path, segments=tuple(segments)) for path, segments in walk.blocks if segments)


class _Walk:
    """The tree in document order, without recursion."""

    def __init__(self) -> None:
        self.blocks: list[tuple[str, list[tuple[str, int]]]] = []
        self._count = 0

    def run(self, root: etree._Element) -> None:
        self.blocks.append(("", []))
        # (element, its parent's path, the block it is in, depth); a text is a str in the element's place.
        stack: list[tuple[etree._Element | str, str, int, int]] = [(root, "", 0, 1)]
        while stack and self._count < MAX_SEGMENTS:
            node, path, block, depth = stack.pop()
            if isinstance(node, str):
                self._keep(node, path, block)
            elif isinstance(node.tag, str) and depth <= _MAX_DEPTH:
                stack.extend(self._below(node, node.tag, path, block, depth))

    def _below(
        self, element: etree._Element, tag: str, parent: str, block: int, depth: int
    ) -> list[tuple[etree._Element | str, str, int, int]]:
        """What lies below an element, last first."""
        path = f"{parent}/{tag}" if parent else tag
        if tag in BLOCK_TAGS:
            self.blocks.append((path, []))
            block = len(self.blocks) - 1
        if tag in _SILENT:
            return []
        below: list[tuple[etree._Element | str, str, int, int]] = []
        if element.text:
            below.append((element.text, path, block, depth))
        for child in element:
            below.append((child, path, block, depth + 1))
            if child.tail:
                below.append((child.tail, path, block, depth))
        return below[::-1]

    def _keep(self, text: str, path: str, block: int) -> None:
        words = " ".join(text.split())
        if words:
            self._count += 1
            self.blocks[block][1].append((f"{path}/#{words[:_MAX_TEXT]}", len(words)))
