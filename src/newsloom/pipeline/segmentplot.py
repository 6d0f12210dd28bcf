"""Draws the segments of a page and their groups as an SVG (LBNEST, figures 1 and 2).

Headlines, pictures, teasers and paragraphs are rectangles where they are drawn on the page, in the colour of the
nearest headline. Their text is not shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from newsloom.dom import parse
from newsloom.dom.drawnblocks import find_drawn_blocks
from newsloom.dom.layout import Layout
from newsloom.extractors.lbnest.proximity import DrawnSegment, group_segments, story_segments

__all__ = ["COLOURS", "plot_segments"]

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Okabe & Ito (2008): distinguishable for colour-blind readers, and readable on white and on near-black."""

_WIDTHS: Final = {"headline": 3.0, "picture": 2.0, "paragraph": 1.0, "teaser": 1.0}
_FILLS: Final = {"headline": 0.35, "picture": 0.05, "paragraph": 0.15, "teaser": 0.1}
_NAME_SIZE: Final = 11


def plot_segments(page: bytes | str, *, url: str | None = None, layout: Layout | None = None) -> str:
    """The segments of a page as an SVG document, with one colour per group. Without a layout, one is estimated."""
    document = parse(page, url=url, layout=layout)
    tree, looks = document.tree, document.layout_or_estimate
    if tree is None or looks is None:
        return _document(1.0, 1.0, "there is no page", [])
    segments = story_segments(find_drawn_blocks(tree, looks), looks)
    groups = group_segments(segments)
    shapes = [shape for number, group in enumerate(groups) for shape in _group(group, number)]
    title = f"{len(segments)} segments in {len(groups)} groups, layout {looks.source}"
    return _document(looks.width, looks.height, title, shapes)


def _document(width: float, height: float, title: str, shapes: list[str]) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{escape(title)}</title>'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *shapes, "</svg>"]) + "\n"


def _group(group: list[DrawnSegment], number: int) -> Iterator[str]:
    colour = COLOURS[number % len(COLOURS)]
    yield f'<g fill="{colour}" stroke="{colour}"><title>group {number + 1}</title>'
    for one in group:
        box = one.box
        place = f'x="{box.left:.1f}" y="{box.top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
        yield f'<rect {place} fill-opacity="{_FILLS[one.kind]}" stroke-width="{_WIDTHS[one.kind]}"/>'
        where = f'x="{box.left + 3:.1f}" y="{box.top + _NAME_SIZE:.1f}" font-size="{_NAME_SIZE}"'
        yield f'<text {where} stroke="none">{one.kind} {number + 1}</text>'
    yield "</g>"
