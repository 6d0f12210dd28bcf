"""Turns a browser's measurements into markup and a ``Layout`` for our own tree.

libxml2 nests broken markup differently than browsers do. In the browser's markup each element carries its number, so
boxes find their nodes regardless of the nesting. The numbers are removed afterwards.
"""

from __future__ import annotations

import json
import re
from array import array
from typing import Any, Final

from newsloom.dom import parse
from newsloom.dom.layout import Layout, Style, tree_digest
from newsloom.dom.tree import Tree
from newsloom.zeros import zeros

__all__ = ["NUMBERING_PREFIX", "read_measured"]

NUMBERING_PREFIX: Final = "data-newsloom-"

# Matches any numbering: a page may imitate one, but cannot know its own secret.
_NUMBER: Final = re.compile(rb' data-newsloom-([0-9a-f]{16})="\d+"')
# The markup is in UTF-8, whatever its meta tags say: they describe the page as sent.
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def read_measured(answer: str, numbering: str) -> tuple[bytes, Layout]:
    """The page's markup without numbers, and its layout. ``numbering`` is the attribute that holds the numbers."""
    measured: dict[str, Any] = json.loads(answer)
    # A lone surrogate cannot be encoded.
    numbered = measured["html"].encode("utf-8", "replace")
    own = numbering.removeprefix(NUMBERING_PREFIX).encode()
    html = _BYTE_ORDER_MARK + _NUMBER.sub(lambda found: b"" if found[1] == own else found[0], numbered)
    tree = parse(html).tree
    marked = parse(_BYTE_ORDER_MARK + numbered).tree
    if tree is None or marked is None:
        return html, _empty(measured)
    return html, _layout(measured, tree, _numbers(marked, numbering, len(tree)))


def _numbers(tree: Tree, numbering: str, size: int) -> list[int]:
    """The number that the browser gave to each node, or -1. Nodes of a page cut for its size may have none."""
    strings, codes = tree.values(numbering)
    numbers = [-1 if code < 0 else int(strings[code]) for code in codes][:size]
    return numbers + [-1] * (size - len(numbers))


def _layout(measured: dict[str, Any], tree: Tree, numbers: list[int]) -> Layout:
    boxes, codes, stacking = measured["boxes"], measured["codes"], measured["stacking"]
    sides = [zeros("f", len(tree)) for _ in range(4)]
    style_codes = array("i", [-1]) * len(tree)
    orders = zeros("i", len(tree))
    for node, number in enumerate(numbers):
        if number < 0:
            # Not in the markup, such as the paragraph that libxml2 puts around bare text.
            _as_parent(node, tree.parents[node], sides, style_codes, orders)
            continue
        for side in range(4):
            sides[side][node] = boxes[4 * number + side]
        style_codes[node] = codes[number]
        orders[node] = stacking[number]
    lefts, tops, widths, heights = sides
    return Layout(
        source="drawn",
        width=float(measured["width"]),
        height=float(measured["height"]),
        lefts=lefts,
        tops=tops,
        widths=widths,
        heights=heights,
        styles=_styles(measured),
        style_codes=style_codes,
        stacking=orders,
        digest=tree_digest(tree),
    )


def _as_parent(node: int, parent: int, sides: list[array[float]], style_codes: array[int], orders: array[int]) -> None:
    if parent < 0:
        return
    for side in sides:
        side[node] = side[parent]
    style_codes[node], orders[node] = style_codes[parent], orders[parent]


def _styles(measured: dict[str, Any]) -> tuple[Style, ...]:
    return tuple(
        Style(font, float(size), weight, is_italic, colour, background, float(line_height), display)
        for font, size, weight, is_italic, colour, background, line_height, display in measured["styles"]
    )


def _empty(measured: dict[str, Any]) -> Layout:
    nothing: array[float] = array("f")
    return Layout(
        source="drawn",
        width=float(measured["width"]),
        height=float(measured["height"]),
        lefts=nothing,
        tops=nothing,
        widths=nothing,
        heights=nothing,
        styles=(),
        style_codes=array("i"),
        stacking=array("i"),
    )
