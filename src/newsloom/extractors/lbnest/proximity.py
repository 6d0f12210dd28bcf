"""Finds the drawn block that holds the full story, and which segments of a page belong together.

Sections II.A and IV: the full story is the largest block of text and does not begin in the page's top left corner;
segments that are near each other are related.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.dom.layout import Box, Layout
from newsloom.dom.tree import Tree
from newsloom.text.size import count_words

__all__ = ["DrawnSegment", "group_segments", "largest_text_block", "story_segments"]

Kind = Literal["headline", "teaser", "picture", "paragraph"]

_HEADLINE_WORDS: Final = 20
# "The threshold word count used in the LBNEST is four, for rejecting an URL."
_LINK_WORDS: Final = 4
_TEASER_WORDS: Final = 25
_SMALLEST_PICTURE: Final = 2_500.0
_NEIGHBOURS: Final = 40
# Distances are rounded to this many pixels.
_AS_NEAR: Final = 4.0


def largest_text_block(tree: Tree, blocks: Sequence[DrawnBlock], *, corner: float, part: float) -> int | None:
    """The node of the block with the most text; None if the whole page is to be read.

    A block is the container of text leaf blocks, never the page's body: the innermost of those with at least ``part``
    of the text of the fullest. If its top left corner is within ``corner`` pixels of the page's, both ways, it is not
    the story.
    """
    inner = [number for number, block in enumerate(blocks) if not block.is_leaf and _is_inner(tree, block)]
    whole = max((blocks[number].text_area for number in inner), default=0.0)
    full = [number for number in inner if blocks[number].text_area >= part * whole]
    if not whole:
        return None
    depths = _depths(blocks)
    chosen = max(full, key=lambda number: (depths[number], blocks[number].text_area))
    box = blocks[chosen].box
    return None if box.left < corner and box.top < corner else blocks[chosen].node


def _is_inner(tree: Tree, block: DrawnBlock) -> bool:
    return tree.tag(block.node) not in ("html", "body")


def _depths(blocks: Sequence[DrawnBlock]) -> list[int]:
    depths: list[int] = []
    for block in blocks:
        depths.append(depths[block.parent] + 1 if block.parent >= 0 else 0)
    return depths


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSegment:
    """A part of a page that a reader sees as one: its kind, its position and its text, empty for a picture."""

    kind: Kind
    box: Box
    text: str = ""


def story_segments(blocks: Sequence[DrawnBlock], layout: Layout) -> list[DrawnSegment]:
    """Headlines, teasers, pictures and paragraphs, from the top of the page down."""
    leaves = [block for block in blocks if block.is_leaf]
    letters: dict[float, int] = {}
    for leaf in leaves:
        if leaf.style >= 0:
            size = layout.styles[leaf.style].size
            letters[size] = letters.get(size, 0) + leaf.letters
    usual = max(letters, key=letters.__getitem__, default=0.0)
    found = [segment for leaf in leaves if (segment := _segment(leaf, layout, usual)) is not None]
    return sorted(found, key=lambda segment: (segment.box.top, segment.box.left))


def _segment(leaf: DrawnBlock, layout: Layout, usual: float) -> DrawnSegment | None:
    if leaf.media_area >= _SMALLEST_PICTURE and leaf.media_area + leaf.link_area > leaf.text_area:
        return DrawnSegment(kind="picture", box=leaf.box)
    if leaf.style < 0:
        # A link without letters is a picture.
        return DrawnSegment(kind="picture", box=leaf.box) if leaf.link_area >= _SMALLEST_PICTURE else None
    style, words = layout.styles[leaf.style], count_words(leaf.text)
    is_linked = leaf.linked_letters * 2 > leaf.letters
    stands_out = style.size > usual or (style.is_bold and style.size >= usual)
    if is_linked and words < _LINK_WORDS:
        return None
    if (stands_out or is_linked) and words < _HEADLINE_WORDS:
        return DrawnSegment(kind="headline", box=leaf.box, text=leaf.text)
    return DrawnSegment(kind="teaser" if words < _TEASER_WORDS else "paragraph", box=leaf.box, text=leaf.text)


def group_segments(segments: Sequence[DrawnSegment]) -> list[list[DrawnSegment]]:
    """Groups segments by their nearest headline, which comes first; a segment without one is its own group.

    "Closer segments are considered to be more related": distances are between the edges of boxes, and of two headlines
    equally near the one above wins. Only headlines that are near in page order are compared.
    """
    headlines = [place for place, segment in enumerate(segments) if segment.kind == "headline"]
    groups: dict[int, list[DrawnSegment]] = {place: [segments[place]] for place in headlines}
    orphans: list[list[DrawnSegment]] = []
    for place, segment in enumerate(segments):
        if segment.kind == "headline":
            continue
        near = [one for one in headlines if abs(one - place) <= _NEIGHBOURS]
        if not near:
            orphans.append([segment])
            continue
        nearest = min(near, key=lambda one: (round(segments[one].box.distance_to(segment.box) / _AS_NEAR), one > place))
        groups[nearest].append(segment)
    return [*groups.values(), *orphans]
