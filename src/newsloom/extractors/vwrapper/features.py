"""Computes what each leaf block looks like: a row of numbers for each leaf of the drawn blocks.

These are position and size relative to the page, format relative to the page's usual one, the amount of text and links,
and what is around it. No words, so that no language is learned; lengths are converted to letters of an alphabet, so
that no script is learned either.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.dom.layout import Layout
from newsloom.text.size import count_letters

__all__ = ["NAMES", "feature_rows"]

NAMES: Final = (
    *("left", "centre", "width", "top", "top pixels", "height", "area"),
    *("letters", "links", "media", "controls"),
    *("size", "size rank", "bold", "italic", "line height", "format share", "colour share", "background share"),
    *("container text", "container links", "container share", "container width", "siblings"),
    *("before alike", "behind alike", "before links", "behind links", "largest before", "text before"),
)

_FIRST_SCREEN: Final = 1_024.0


def feature_rows(blocks: Sequence[DrawnBlock], leaves: Sequence[int], layout: Layout) -> npt.NDArray[np.float32]:
    """One row of ``NAMES`` for each of the leaves, given as indexes of blocks in page order."""
    page = _Page(blocks, leaves, layout)
    return np.array([page.row(place) for place in range(len(leaves))], dtype=np.float32).reshape(-1, len(NAMES))


class _Page:
    def __init__(self, blocks: Sequence[DrawnBlock], leaves: Sequence[int], layout: Layout) -> None:
        self._layout = layout
        self._blocks = blocks
        self._leaves = [blocks[leaf] for leaf in leaves]
        self._letters = _letters(blocks)
        self._width, self._height = layout.width or 1.0, layout.height or 1.0
        self._formats: dict[int, int] = {}
        self._colours: dict[str, int] = {}
        self._backgrounds: dict[str | None, int] = {}
        self._sizes: dict[float, int] = {}
        self._siblings: dict[int, int] = {}
        for leaf in self._leaves:
            style = layout.styles[leaf.style]
            for counts, key in ((self._formats, leaf.style), (self._siblings, leaf.parent)):
                counts[key] = counts.get(key, 0) + (leaf.letters if counts is self._formats else 1)
            self._colours[style.colour] = self._colours.get(style.colour, 0) + leaf.letters
            self._backgrounds[leaf.background] = self._backgrounds.get(leaf.background, 0) + leaf.letters
            self._sizes[style.size] = self._sizes.get(style.size, 0) + leaf.letters
        self._whole = sum(leaf.letters for leaf in self._leaves) or 1
        self._usual = max(self._sizes, key=self._sizes.__getitem__, default=16.0) or 16.0
        self._largest = max(self._sizes, default=16.0) or 16.0
        self._before = self._running()

    def _running(self) -> list[tuple[float, int]]:
        """The largest size and the letters before each leaf."""
        found, largest, letters = [], 0.0, 0
        for leaf in self._leaves:
            found.append((largest, letters))
            largest = max(largest, self._layout.styles[leaf.style].size)
            letters += leaf.letters
        return found

    def row(self, place: int) -> list[float]:
        leaf = self._leaves[place]
        return [*self._geometry(leaf), *self._contents(leaf), *self._format(leaf), *self._around(leaf, place)]

    def _geometry(self, leaf: DrawnBlock) -> list[float]:
        box = leaf.box
        return [
            box.left / self._width,
            abs(box.left + box.width / 2 - self._width / 2) / self._width,
            box.width / self._width,
            box.top / self._height,
            min(box.top / _FIRST_SCREEN, 5.0),
            math.log1p(box.height),
            math.log1p(box.area),
        ]

    def _contents(self, leaf: DrawnBlock) -> list[float]:
        whole = leaf.content_area or 1.0
        links = leaf.linked_letters / leaf.letters if leaf.letters else 0.0
        return [math.log1p(self._letters[id(leaf)]), links, leaf.media_area / whole, leaf.control_area / whole]

    def _format(self, leaf: DrawnBlock) -> list[float]:
        style = self._layout.styles[leaf.style]
        return [
            style.size / self._usual,
            style.size / self._largest,
            float(style.is_bold),
            float(style.is_italic),
            style.line_height / style.size if style.size else 0.0,
            self._formats[leaf.style] / self._whole,
            self._colours[style.colour] / self._whole,
            self._backgrounds[leaf.background] / self._whole,
        ]

    def _around(self, leaf: DrawnBlock, place: int) -> list[float]:
        holder = self._blocks[leaf.parent] if leaf.parent >= 0 else leaf
        before = self._leaves[place - 1] if place else None
        behind = self._leaves[place + 1] if place + 1 < len(self._leaves) else None
        largest, letters = self._before[place]
        return [
            math.log1p(self._letters[id(holder)]),
            holder.linked_letters / holder.letters if holder.letters else 0.0,
            holder.letters / self._whole,
            holder.box.width / self._width,
            math.log1p(self._siblings.get(leaf.parent, 1)),
            float(before is not None and before.style == leaf.style),
            float(behind is not None and behind.style == leaf.style),
            _links(before),
            _links(behind),
            largest / self._largest,
            letters / self._whole,
        ]


def _links(leaf: DrawnBlock | None) -> float:
    return leaf.linked_letters / leaf.letters if leaf is not None and leaf.letters else 0.0


def _letters(blocks: Sequence[DrawnBlock]) -> dict[int, float]:
    """The letters that an alphabet would need for each block's text, including the blocks within, by the block's id."""
    found = [count_letters(block.text) if block.is_leaf else 0.0 for block in blocks]
    for number in range(len(blocks) - 1, -1, -1):
        if blocks[number].parent >= 0:
            found[blocks[number].parent] += found[number]
    return {id(block): letters for block, letters in zip(blocks, found, strict=True)}
