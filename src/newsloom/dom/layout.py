"""How a page looks: for each node of ``Document.tree`` its box on the page and the style it is set in.

A layout is either drawn by a browser or estimated from tags, inline styles and text; ``source`` says which. It is plain
arrays by the tree's node numbers, so that it can be stored beside a page and read back without a browser.
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
        """Between the nearest points of the two; 0 where they meet."""
        across = max(0.0, max(self.left, other.left) - min(self.right, other.right))
        down = max(0.0, max(self.top, other.top) - min(self.bottom, other.bottom))
        return math.hypot(across, down)


class Style(NamedTuple):
    """What an element's text is set in, as computed: lengths in CSS pixels, colours as ``#rrggbb``.

    ``background`` is the colour that the element itself paints, None where it is transparent.
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
        """From semi-bold on (CSS Fonts 4, 2.2.1)."""
        return self.weight >= _SEMI_BOLD


@dataclass(frozen=True, eq=False, kw_only=True)
class Layout:
    """A page as drawn, or as it would be by our estimate.

    ``lefts``, ``tops``, ``widths`` and ``heights`` are by node of the tree that the layout belongs to, ``len`` of them,
    in CSS pixels from the page's top left corner. ``styles[style_codes[node]]`` is a node's style; the code is -1 where
    the node is not visible: hidden, empty of area, or no element. ``stacking`` is the order of painting where elements
    lie over one another: the greater number is on top. ``digest`` is that of the tree, empty where it is not known.
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
        """The node's style; None where it is not visible."""
        code = self.style_codes[node]
        return None if code < 0 else self.styles[code]

    def fits(self, tree: Tree) -> bool:
        """Whether the layout is of this tree: boxes would belong to other nodes otherwise."""
        return len(self) == len(tree) and self.digest in (b"", tree_digest(tree))


def tree_digest(tree: Tree) -> bytes:
    """What tells a tree by its tags and their nesting, whatever their text and attributes."""
    digest = hashlib.blake2b(" ".join(tree.names).encode(), digest_size=8)
    digest.update(tree.tags.tobytes())
    digest.update(tree.parents.tobytes())
    return digest.digest()
