"""Divides a document into blocks (thesis on N-EXT, sections 3.1 and 4.1.2) and returns its leaf blocks.

A *block* is what blocking tags enclose, a *segment* is a run of text between any two tags that break the line, and a
*leaf block* is a block without blocks inside.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from newsloom.dom.document import Document
from newsloom.dom.outline import Outline, Segment

__all__ = ["BLOCKING_TAGS", "LeafBlock", "find_blocks", "most_frequent_tag"]

BLOCKING_TAGS: Final = ("div", "table")
"""The blocking tags of the thesis (section 3.1)."""


@dataclass(slots=True)
class LeafBlock:
    """The segments that belong to one element of the page."""

    element: etree._Element
    segments: list[Segment] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All segments, one per line."""
        return "\n".join(segment.text for segment in self.segments)

    @property
    def unlinked(self) -> str:
        """All segments without hyperlink text, one per line."""
        return "\n".join(segment.unlinked for segment in self.segments if segment.unlinked)

    @property
    def path(self) -> str:
        """The element's XPath."""
        return self.element.getroottree().getpath(self.element)


def find_blocks(
    document: Document,
    tags: tuple[str, ...] = BLOCKING_TAGS,
    *,
    own_text: bool = True,
    lone_segments: bool = True,
) -> list[LeafBlock]:
    """The leaf blocks that hold text, in the order of the page.

    With ``own_text``, text beside nested blocks, such as an article's paragraphs around an advertisement, is a leaf
    block too, with the element that holds it. With ``lone_segments``, a blocking tag around a single segment is not a
    block, for pages on which every paragraph has a DIV of its own. With both False the result is exactly that of
    section 3.1.
    """
    outline = document.outline
    owners = _owners(outline, frozenset(tags), lone_segments=lone_segments)
    holders = _holders(outline, frozenset(tags)) if not own_text else frozenset()
    blocks: dict[int, LeafBlock] = {}
    for segment in outline.segments:
        owner = owners[segment.box]
        if owner in holders:
            continue
        if owner not in blocks:
            blocks[owner] = LeafBlock(outline.boxes[owner])
        blocks[owner].segments.append(segment)
    return list(blocks.values())


def most_frequent_tag(document: Document, tags: tuple[str, ...] = BLOCKING_TAGS) -> str:
    """The most frequent of ``tags`` on the page; the first of them if the page has none."""
    seen = document.outline.tags
    return max(tags, key=seen.count)


def _owners(outline: Outline, tags: frozenset[str], *, lone_segments: bool) -> list[int]:
    """For each box, the block that its own segments belong to. The root is a block whatever its tag."""
    counts = _segment_counts(outline) if lone_segments else None
    owners: list[int] = []
    for box, parent in enumerate(outline.parents):
        is_block = outline.tags[box] in tags and (counts is None or counts[box] > 1)
        owners.append(box if is_block or parent < 0 else owners[parent])
    return owners


def _segment_counts(outline: Outline) -> list[int]:
    """The number of segments in each box, including those in nested boxes."""
    counts = [0] * len(outline.nodes)
    for segment in outline.segments:
        counts[segment.box] += 1
    # Parents come before their children, so one pass backwards sums the subtrees.
    for box in range(len(counts) - 1, 0, -1):
        counts[outline.parents[box]] += counts[box]
    return counts


def _holders(outline: Outline, tags: frozenset[str]) -> frozenset[int]:
    """The blocks with blocks inside, and the root: their own text belongs to no leaf block."""
    nearest = _owners(outline, tags, lone_segments=False)
    inner = (box for box, tag in enumerate(outline.tags) if tag in tags and box)
    return frozenset({0, *(nearest[outline.parents[box]] for box in inner)})
