"""The layout of a page: the box and the style of each node of ``Document.tree``.

A layout is either drawn by a browser or estimated from tags, inline styles and text; ``source`` says which. It consists
of plain arrays by node number, so that it can be stored with the page and read back without a browser.
"""

from __future__ import annotations

import hashlib
import math
from array import array
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from newsloom.dom.tree import Tree

__all__ = ["Box", "Layout", "Style", "tree_digest"]

_SEMI_BOLD: Final = 600


class Box(NamedTuple):
    """A rectangle on the page, in CSS pixels from the page's top left corner."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def area(self) -> float:
        return self.width * self.height

    def distance_to(self, other: Box) -> float:
        """The distance between the nearest points of the two boxes; 0 if they touch or overlap."""
        across = max(0.0, max(self.left, other.left) - min(self.right, other.right))
        down = max(0.0, max(self.top, other.top) - min(self.bottom, other.bottom))
        return math.hypot(across, down)


class Style(NamedTuple):
    """The computed style of an element's text: lengths in CSS pixels, colours as ``#rrggbb``.

    ``background`` is the colour that the element itself paints; None if it is transparent.
    """

    font: str
    size: float
    weight: int
    is_italic: bool
    colour: str
    background: str | None
    line_height: float
    display: str

    @property
    def is_bold(self) -> bool:
        """Whether the weight is semi-bold or more (CSS Fonts 4, 2.2.1)."""
        return self.weight >= _SEMI_BOLD


@dataclass(frozen=True, eq=False, kw_only=True)
class Layout:
    """A page as drawn by a browser or as estimated.

    ``lefts``, ``tops``, ``widths`` and ``heights`` have an entry for each node of the tree that the layout belongs to,
    in CSS pixels from the page's top left corner. ``styles[style_codes[node]]`` is the style of a node; the code is -1
    if the node is not visible: hidden, without area, or not an element. ``stacking`` is the painting order of elements
    that overlap: the greater number is on top. ``digest`` is that of the tree; empty if it is not known.
    """

    source: Literal["drawn", "estimated"]
    width: float
    height: float
    lefts: array[float]
    tops: array[float]
    widths: array[float]
    heights: array[float]
    styles: tuple[Style, ...]
    style_codes: array[int]
    stacking: array[int]
    digest: bytes = b""

    def __len__(self) -> int:
        return len(self.style_codes)

    def is_visible(self, node: int) -> bool:
        return self.style_codes[node] >= 0

    def box(self, node: int) -> Box:
        return Box(self.lefts[node], self.tops[node], self.widths[node], self.heights[node])

    def style(self, node: int) -> Style | None:
        """The style of the node; None if it is not visible."""
        code = self.style_codes[node]
        return None if code < 0 else self.styles[code]

    def fits(self, tree: Tree) -> bool:
        """Whether the layout belongs to this tree. The boxes of another layout would belong to other nodes."""
        return len(self) == len(tree) and self.digest in (b"", tree_digest(tree))


def tree_digest(tree: Tree) -> bytes:
    """A digest of the tags of a tree and their nesting, without text and attributes."""
    digest = hashlib.blake2b(" ".join(tree.names).encode(), digest_size=8)
    digest.update(tree.tags.tobytes())
    digest.update(tree.parents.tobytes())
    return digest.digest()
