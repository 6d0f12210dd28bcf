"""Compares the formats of texts: the share of style properties and column edges that agree (axiom 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.dom.layout import Style

__all__ = ["Format", "Formats", "format_of", "same_width"]

# Differences that readers do not see: of sizes, as a share; of edges, in pixels; of widths, as a share.
_SAME_SIZE: Final = 0.06
_SAME_EDGE: Final = 4.0
_SAME_WIDTH: Final = 0.05
_COMPARED: Final = 7


class Format(NamedTuple):
    """The style and the background of a text, and the edges of its column."""

    style: int
    background: str | None
    left: float
    right: float


def format_of(block: DrawnBlock) -> Format:
    """The format of a leaf: that of most of its letters."""
    return Format(block.style, block.background, block.box.left, block.box.right)


class Formats:
    """Formats of one page compared by font, size, weight, slant, colour, background and column."""

    def __init__(self, styles: Sequence[Style]) -> None:
        self._styles = styles
        self._known: dict[tuple[int, int], int] = {}

    def size(self, style: int) -> float:
        return self._styles[style].size

    def similarity(self, one: Format, other: Format) -> float:
        """The share of properties that agree; 1 for the same format."""
        agreed = self._agreed(one.style, other.style)
        agreed += one.background == other.background
        agreed += _same_column(one, other)
        return agreed / _COMPARED

    def same_style(self, one: Format, other: Format) -> bool:
        """Whether two texts have the same style and background, wherever they are."""
        return self._agreed(one.style, other.style) == _COMPARED - 2 and one.background == other.background

    def is_heading(self, one: Format, body: Format) -> bool:
        """Whether a text stands out from the body's by its size or weight, and not by its background."""
        return one.background == body.background and self.stands_out(one.style, body.style)

    def stands_out(self, style: int, body: int) -> bool:
        """Whether a style is larger than the body's, or bold unlike the body's and not smaller."""
        mine, theirs = self._styles[style], self._styles[body]
        is_larger = mine.size > (1 + _SAME_SIZE) * theirs.size
        return is_larger or (mine.is_bold and not theirs.is_bold and mine.size >= (1 - _SAME_SIZE) * theirs.size)

    def is_smaller(self, style: int, other: int) -> bool:
        """Whether a style is in smaller print than another."""
        return self._styles[style].size < (1 - _SAME_SIZE) * self._styles[other].size

    def _agreed(self, one: int, other: int) -> int:
        if one == other:
            return _COMPARED - 2
        pair = (one, other) if one < other else (other, one)
        found = self._known.get(pair)
        if found is None:
            found = self._known[pair] = _agreement(self._styles[one], self._styles[other])
        return found


def _same_column(one: Format, other: Format) -> bool:
    """Whether two texts begin or end at the same edge or have the same width, as columns do."""
    if abs(one.left - other.left) <= _SAME_EDGE or abs(one.right - other.right) <= _SAME_EDGE:
        return True
    return same_width(one, other)


def same_width(one: Format, other: Format) -> bool:
    """Whether two texts are in columns of the same width."""
    widths = one.right - one.left, other.right - other.left
    return abs(widths[0] - widths[1]) <= _SAME_WIDTH * max(widths)


def _agreement(one: Style, other: Style) -> int:
    agreed = (
        one.font == other.font,
        abs(one.size - other.size) <= _SAME_SIZE * max(one.size, other.size),
        one.is_bold == other.is_bold,
        one.is_italic == other.is_italic,
        one.colour == other.colour,
    )
    return sum(agreed)
