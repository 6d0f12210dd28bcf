"""Finds the title of the news among the candidates (headerDetection).

"A title is generally a TLBIO with less than 20 words and close to the news body. It generally has the largest font size
in the neighboring news areas. Semantically, a title is similar to that of the news content."
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.dom.layout import Box
from newsloom.extractors.perception.formats import Formats
from newsloom.extractors.perception.functions import Function
from newsloom.extractors.perception.meanings import Meanings
from newsloom.text.size import count_words

__all__ = ["Header", "find_bars", "find_header"]

# A header without any word of the news counts with this share of its size, and any header with half at this many pixels
# from the news. Two shared words add half of the missing share.
_MEANINGLESS: Final = 0.3
_HALF_AS_NEAR: Final = 3_000.0
_HALF_AS_MEANT: Final = 2
# A title that does not stand out must share this many words with the news.
_MEANT_ALONE: Final = 2
# The factor for each navigation bar between title and news, and for a title in another column. A bar has at least this
# many letters; fewer are a section's name.
_ELSEWHERE: Final = 0.5
_FEWEST_LETTERS: Final = 12
_MOST_BARS: Final = 200


class Header(NamedTuple):
    """A title, None if there is none, and its prominence: the font size in pixels, less if it is doubtful."""

    block: DrawnBlock | None
    prominence: float


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
) -> Header:
    """The most prominent short text above the first paragraph of the news, by size, meaning and nearness.

    ``style`` is that of the news. A paper's own name is above its menu, and so counts as further away.
    """
    if not news:
        return Header(None, 0.0)
    top, left = min(block.box.top for block in news), min(block.box.left for block in news)
    place = Box(left, top, max(block.box.right for block in news) - left, 0.0)
    lowest = _first_paragraph(news, title_words)

    def prominence(block: DrawnBlock) -> float:
        away = max(0.0, top - block.box.bottom)
        shared = meanings.shared_terms(block)
        meant = _MEANINGLESS + (1 - _MEANINGLESS) * shared / (shared + _HALF_AS_MEANT)
        is_beside = block.box.right <= place.left or place.right <= block.box.left
        far = is_beside + _bars_between(block, place, bars)
        return formats.size(block.style) * meant * _ELSEWHERE**far / (1 + away / _HALF_AS_NEAR)

    above = [
        block
        for block in candidates
        if top - title_distance <= block.box.bottom
        and block.box.top <= lowest
        and count_words(block.text) < title_words
    ]
    standing_out = [block for block in above if formats.stands_out(block.style, style)]
    # On pages that lost their style sheets, titles look like the text.
    chosen = standing_out or [
        block
        for block in above
        if not formats.is_smaller(block.style, style) and meanings.shared_terms(block) >= _MEANT_ALONE
    ]
    found = (Header(block, prominence(block)) for block in chosen)
    return max(found, key=lambda header: header.prominence, default=Header(None, formats.size(style) * _MEANINGLESS))


def _first_paragraph(news: Sequence[DrawnBlock], title_words: int) -> float:
    """The top of the first block that is too long for a title, or else of the longest block."""
    tops = [block.box.top for block in news if count_words(block.text) >= title_words]
    return min(tops, default=max(news, key=lambda block: block.letters).box.top)


def find_bars(blocks: Sequence[DrawnBlock], functions: Sequence[Function]) -> list[Box]:
    """The boxes of the outermost blocks that only navigate, such as menus."""
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
    """How many bars are below a block and above the news, in the columns of the news."""
    return sum(
        block.box.bottom <= bar.top + bar.height / 2 <= news.top and bar.left < news.right and news.left < bar.right
        for bar in bars
    )
