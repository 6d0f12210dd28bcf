"""The title of the news: what may be one in, the header out (headerDetection).

"A title is generally a TLBIO with less than 20 words and close to the news body. It generally has the largest font size
in the neighboring news areas. Semantically, a title is similar to that of the news content."
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.dom.layout import Box
from newsloom.extractors.perception.formats import Formats
from newsloom.extractors.perception.functions import Function
from newsloom.extractors.perception.meanings import Meanings
from newsloom.text.size import count_words

__all__ = ["find_bars", "find_header"]

# A header that means nothing like the news counts so much of its size, and half of that at so many pixels from it.
_MEANINGLESS: Final = 0.3
_HALF_AS_NEAR: Final = 3_000.0
# What one bar of navigation takes from a title above it; a bar has so many letters, fewer are a section's name.
_BEHIND_A_BAR: Final = 0.5
_FEWEST_LETTERS: Final = 12
_MOST_BARS: Final = 200


def find_header(  # noqa: PLR0913 - the page and the rule's numbers
    candidates: Sequence[DrawnBlock],
    news: Sequence[DrawnBlock],
    bars: Sequence[Box],
    formats: Formats,
    meanings: Meanings,
    *,
    style: int,
    title_words: int,
    title_distance: float,
) -> DrawnBlock | None:
    """The largest short text above the news' first paragraph, as it means the same and is near; ``style`` is the news'.

    A paper's own name stands above its menu, and is further away by it.
    """
    top, left = min(block.box.top for block in news), min(block.box.left for block in news)
    place = Box(left, top, max(block.box.right for block in news) - left, 0.0)
    lowest = _first_paragraph(news, title_words)

    def prominence(block: DrawnBlock) -> float:
        away = max(0.0, top - block.box.bottom)
        meant = _MEANINGLESS + meanings.similarity([block])
        near = _BEHIND_A_BAR ** _bars_between(block, place, bars) / (1 + away / _HALF_AS_NEAR)
        return formats.size(block.style) * meant * near

    near = (
        block
        for block in candidates
        if top - title_distance <= block.box.bottom
        and block.box.top <= lowest
        and formats.size(block.style) > formats.size(style)
        and count_words(block.text) < title_words
    )
    return max(near, key=prominence, default=None)


def _first_paragraph(news: Sequence[DrawnBlock], title_words: int) -> float:
    """The top of the first block that is too long for a title, or of the longest."""
    tops = [block.box.top for block in news if count_words(block.text) >= title_words]
    return min(tops, default=max(news, key=lambda block: block.letters).box.top)


def find_bars(blocks: Sequence[DrawnBlock], functions: Sequence[Function]) -> list[Box]:
    """The boxes of the outermost blocks that only lead elsewhere, such as menus."""
    is_within: list[bool] = []
    found = []
    for block, function in zip(blocks, functions, strict=True):
        around = block.parent >= 0 and is_within[block.parent]
        is_bar = function is Function.NAVIGATION and block.linked_letters >= _FEWEST_LETTERS
        is_within.append(around or is_bar)
        if is_bar and not around:
            found.append(block.box)
    return found[:_MOST_BARS]


def _bars_between(block: DrawnBlock, news: Box, bars: Sequence[Box]) -> int:
    """How many bars lie below a block and above the news, in its columns."""
    return sum(
        block.box.bottom <= bar.top + bar.height / 2 <= news.top and bar.left < news.right and news.left < bar.right
        for bar in bars
    )
