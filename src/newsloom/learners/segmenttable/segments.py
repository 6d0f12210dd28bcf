"""Splits a page into blocks and their text segments.

A segment is a text between two tags, comments or instructions; two are the same only if text and DOM path are equal. A
block is the content of one layout element outside the layout elements below it. Comments separate segments only in a
tree that has them: ``parse(page, keep_comments=True)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from newsloom.dom import Document
from newsloom.dom.tags import LAYOUT_TAGS
from newsloom.dom.tree import HIDDEN_TAGS, Tree

__all__ = ["MAX_SEGMENTS", "PageBlock", "page_blocks"]

# Twice what the richest of 4,200 real pages at hand has.
MAX_SEGMENTS: Final = 20_000
_MAX_DEPTH: Final = 128  # as in learners.paths
_MAX_TEXT: Final = 1_000  # of a segment; more is needed only to distinguish segments that are content


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBlock:
    """One block: its path, and its segments as (path/#text, length) in reading order."""

    path: str
    segments: tuple[tuple[str, int], ...]


def page_blocks(document: Document) -> tuple[PageBlock, ...]:
    """The blocks of a page that have text, outermost first."""
    if document.tree is None:
        return ()
    walk = _Walk(document.tree)
    walk.run()
    return tuple(PageBlock(path=path, segments=tuple(segments)) for path, segments in walk.blocks if segments)


class _Walk:
    """Walks the tree in document order, without recursion."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.blocks: list[tuple[str, list[tuple[str, int]]]] = []
        self._count = 0

    def run(self) -> None:
        self.blocks.append(("", []))
        # (node, its parent's path, the block it is in, depth); a text is a str instead of a node.
        stack: list[tuple[int | str, str, int, int]] = [(0, "", 0, 1)]
        while stack and self._count < MAX_SEGMENTS:
            part, path, block, depth = stack.pop()
            if isinstance(part, str):
                self._keep(part, path, block)
            elif self._tree.tag(part) and depth <= _MAX_DEPTH:
                stack.extend(self._below(part, path, block, depth))

    def _below(self, node: int, parent: str, block: int, depth: int) -> list[tuple[int | str, str, int, int]]:
        """The stack entries for what is directly below an element, last first."""
        tag = self._tree.tag(node)
        path = f"{parent}/{tag}" if parent else tag
        if tag in LAYOUT_TAGS:
            self.blocks.append((path, []))
            block = len(self.blocks) - 1
        if tag in HIDDEN_TAGS:
            return []
        below = [(part, path, block, depth + 1) for part in self._tree.parts(node)]
        return below[::-1]

    def _keep(self, text: str, path: str, block: int) -> None:
        words = " ".join(text.split())
        if words:
            self._count += 1
            self.blocks[block][1].append((f"{path}/#{words[:_MAX_TEXT]}", len(words)))
