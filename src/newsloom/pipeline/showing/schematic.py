"""Draws a page and marks as an SVG from the page's layout alone, without a browser.

Shows backgrounds, pictures as grey boxes, and each text in its place, size, weight and colour. Line breaks are
estimated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final
from xml.sax.saxutils import escape

from newsloom.dom.layout import Layout, Style
from newsloom.dom.tree import Tree
from newsloom.pipeline.showing.marks import KINDS, Mark
from newsloom.text.patterns import pattern

__all__ = ["page_svg"]

# Taller pages are cut: what is further down is rarely looked at.
_MAX_HEIGHT: Final = 12_000
_MAX_TEXTS: Final = 4_000
_LETTER: Final = 0.5
# A line with more than this share of the letters it has room for is a full line, which another may follow.
_FULL: Final = 0.8
_PICTURES: Final = frozenset({"img", "video", "iframe", "svg", "canvas", "picture"})
# XML 1.0 does not allow these characters.
_NOT_IN_XML: Final = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def page_svg(tree: Tree, layout: Layout, marks: Sequence[Mark]) -> str:
    """The page with the marks on it."""
    height = min(max(layout.height, 1.0), _MAX_HEIGHT)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width:.0f} {height:.0f}" aria-hidden="true">',
        f'<rect width="{layout.width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        *_backgrounds(tree, layout, height),
        *_texts(tree, layout, height),
        *map(_outline, marks),
        "</svg>",
    ]
    return "".join(parts)


def _backgrounds(tree: Tree, layout: Layout, height: float) -> Iterator[str]:
    seen = [node for node in range(len(tree)) if layout.is_visible(node) and layout.tops[node] < height]
    for node in sorted(seen, key=lambda one: layout.stacking[one]):
        style = layout.style(node)
        is_picture = tree.tag(node) in _PICTURES
        if style is None or not (style.background or is_picture):
            continue
        box = layout.box(node)
        colour = "#cfd8dc" if is_picture else style.background
        yield (
            f'<rect x="{box.left:.0f}" y="{box.top:.0f}" width="{box.width:.0f}" height="{box.height:.0f}" '
            f'fill="{colour}"/>'
        )


def _texts(tree: Tree, layout: Layout, height: float) -> Iterator[str]:
    """The text of each node that has text of its own, drawn in its box."""
    count = 0
    for node in range(len(tree)):
        style = layout.style(node)
        if style is None or layout.tops[node] >= height or tree.tag(node) in _PICTURES or not _is_set_here(tree, node):
            continue
        text = " ".join(_whole(tree, node).split())
        if text and count < _MAX_TEXTS:
            count += 1
            yield from _lines(text, layout, node, style)


def _is_set_here(tree: Tree, node: int) -> bool:
    """Whether a node has text of its own and its parent has none. Otherwise it is drawn with the parent's text."""
    parent = tree.parents[node]
    return _has_text(tree, node) and (parent < 0 or not _has_text(tree, parent))


def _has_text(tree: Tree, node: int) -> bool:
    own = tree.text[tree.text_starts[node] : tree.text_ends[node]]
    return bool(own.strip()) or any(
        tree.text[tree.tail_starts[child] : tree.tail_ends[child]].strip() for child in tree.children(node)
    )


def _whole(tree: Tree, node: int) -> str:
    return tree.text[tree.text_starts[node] : tree.tail_starts[node]]


def _lines(text: str, layout: Layout, node: int, style: Style) -> Iterator[str]:
    box = layout.box(node)
    most = max(round(box.height / max(style.line_height, 1)), 1)
    # The letters that fit in a line by estimate, or more if needed to fit the whole text in the box.
    room = max(int(box.width / (style.size * _LETTER)), -(-len(text) // most), 1)
    weight = ' font-weight="bold"' if style.is_bold else ""
    for number, line in enumerate(islice(_broken(_NOT_IN_XML.sub("", text), room), most)):
        y = box.top + number * style.line_height + style.size
        # A full line is stretched to the width of its box, as the browser drew it.
        is_full = len(line) > max(1, _FULL * room)
        length = f' textLength="{box.width:.0f}" lengthAdjust="spacingAndGlyphs"' if is_full else ""
        yield (
            f'<text x="{box.left:.0f}" y="{y:.0f}" font-size="{style.size:.0f}"{weight} fill="{style.colour}"{length}>'
            f"{escape(line)}</text>"
        )


def _broken(text: str, room: int) -> Iterator[str]:
    """Splits text into lines of at most ``room`` letters, between words if there are spaces."""
    while text:
        cut = len(text) if len(text) <= room else text.rfind(" ", 1, room + 1)
        cut = cut if cut > 0 else room
        yield text[:cut]
        text = text[cut:].lstrip()


def _outline(mark: Mark) -> str:
    box, colour = mark.box, KINDS[mark.kind]
    return (
        f'<rect x="{box.left:.0f}" y="{box.top:.0f}" width="{box.width:.0f}" height="{box.height:.0f}" '
        f'fill="{colour}" fill-opacity="0.1" stroke="{colour}" stroke-width="3"><title>{mark.kind}</title></rect>'
    )
