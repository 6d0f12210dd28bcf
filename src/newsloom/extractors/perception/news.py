"""Decides which areas continue the major area, and where blocks are relative to the news.

This covers figure 1 from majorAreaDetection to headerDetection, and the text around the figure.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.dom.layout import Box
from newsloom.extractors.perception.areas import Area, share_column
from newsloom.extractors.perception.formats import Formats, same_width

__all__ = [
    "Reach",
    "areas_in_format",
    "drawn_over",
    "is_beside_top",
    "is_beside_wider",
    "is_between",
    "news_is_below",
    "reached_areas",
]

# At most this many blocks that begin above a place may reach down to it: columns, and what floats in them.
_COLUMNS: Final = 4
# At most this many blocks between two areas are looked at.
_MOST_BETWEEN: Final = 100
# Columns whose tops differ by no more pixels begin at the same height.
_SAME_TOP: Final = 8.0
# The largest gap between columns of one text, in pixels.
_WIDEST_GUTTER: Final = 48.0


def areas_in_format(areas: Sequence[Area], major: Area, formats: Formats, *, similar_format: float) -> list[Area]:
    """All areas in the major one's format, as in figure 1."""
    return [area for area in areas if formats.similarity(area.format, major.format) >= similar_format]


class Blocks:
    """An index of blocks from the top of the page down, to find whether any are at a place."""

    def __init__(self, blocks: Iterable[DrawnBlock]) -> None:
        self._boxes = sorted((block.box for block in blocks), key=lambda box: box.top)
        self._tops = [box.top for box in self._boxes]

    def has_any(self, left: float, right: float, top: float, bottom: float) -> bool:
        """Whether a block is between ``top`` and ``bottom`` and overlaps the range from ``left`` to ``right``."""
        first = bisect_left(self._tops, top)
        last = min(bisect_right(self._tops, bottom), first + _MOST_BETWEEN)
        return any(box.bottom <= bottom and box.left < right and left < box.right for box in self._boxes[first:last])


class Reach(NamedTuple):
    """What decides whether an area continues the major one.

    ``holders`` gives the innermost box with more than the leaf, by the leaf's id; ``serving`` are texts that serve
    links.
    """

    similar_format: float
    is_meant: Callable[[Area], bool]
    holders: Mapping[int, int]
    serving: Blocks


def reached_areas(areas: Sequence[Area], major: Area, formats: Formats, reach: Reach) -> list[Area]:
    """The areas in the major one's format that continue it, in its column or beside it.

    News areas are separated by media and by blocks that do not inform (axiom 3), and by small print. An area after a
    heading, an area after teasers in another box, and a column that begins at another height continue the news only if
    their meaning is similar: they may be about something else.
    """
    place = next(number for number, area in enumerate(areas) if area is major)
    below, above = areas[place + 1 :], areas[:place][::-1]
    kept = [major]
    for direction in (below, above):
        kept += _reached(direction, major, formats, reach)
    return sorted(kept, key=lambda area: (area.top, area.left))


def _reached(areas: Sequence[Area], major: Area, formats: Formats, reach: Reach) -> Iterator[Area]:
    is_behind = False
    boxes = {reach.holders[id(block)] for block in major.blocks} - {-1}
    for area in areas:
        is_alike = formats.similarity(area.format, major.format) >= reach.similar_format
        is_one_box = any(reach.holders[id(block)] in boxes for block in area.blocks)
        if not share_column(area, major):
            if _is_column(area, major, formats, is_one_box=is_one_box, is_alike=is_alike, is_meant=reach.is_meant):
                yield area
        elif not is_alike:
            is_behind = is_behind or formats.is_heading(area.format, major.format)
        elif not (is_behind or (not is_one_box and _has_between(area, major, reach.serving))) or reach.is_meant(area):
            yield area


def _is_column(  # noqa: PLR0913 - two areas and what is known of them
    area: Area,
    major: Area,
    formats: Formats,
    *,
    is_one_box: bool,
    is_alike: bool,
    is_meant: Callable[[Area], bool],
) -> bool:
    """Whether an area beside the major one is another column of its text.

    A paragraph that continues in the next column is as wide as both, so columns of one box may differ in width.
    """
    if area.top >= major.bottom or area.bottom <= major.top:
        return False
    if is_one_box and formats.same_style(area.format, major.format):
        return True
    return is_alike and same_width(area.format, major.format) and (_is_next_to(area, major) or is_meant(area))


def are_parted(above: Area, below: Area, holders: Mapping[int, int], serving: Blocks) -> bool:
    """Whether two areas are in different boxes and a serving text is between them, in their column."""
    box = holders[id(above.blocks[-1])]
    return (box < 0 or box != holders[id(below.blocks[0])]) and _has_between(above, below, serving)


def _has_between(one: Area, other: Area, blocks: Blocks) -> bool:
    above, below = (one, other) if one.top <= other.top else (other, one)
    return blocks.has_any(max(one.left, other.left), min(one.right, other.right), above.bottom, below.top)


def joined_boxes(areas: Sequence[Area], others: Blocks) -> Iterator[Box]:
    """Yields the boxes around two news areas in one column with only text between them (corollary 2)."""
    for place, above in enumerate(areas):
        following = areas[place + 1 : place + 1 + _COLUMNS]
        below = next((one for one in following if one.top >= above.bottom and share_column(above, one)), None)
        if below is not None and not _has_between(above, below, others):
            left, right = max(above.left, below.left), min(above.right, below.right)
            yield Box(left, above.top, right - left, below.bottom - above.top)


def _is_next_to(area: Area, major: Area) -> bool:
    """Whether two columns begin at the same height or have at most a gutter between them."""
    between = max(area.left - major.right, major.left - area.right)
    return abs(area.top - major.top) <= _SAME_TOP or between <= _WIDEST_GUTTER


def drawn_over(blocks: Sequence[DrawnBlock], news: Sequence[DrawnBlock]) -> set[int]:
    """The indexes of the blocks that are over the news in another plane, as notices are."""
    letters: dict[int, int] = {}
    for block in news:
        letters[block.stacking] = letters.get(block.stacking, 0) + block.letters
    plane = max(letters, key=letters.__getitem__, default=0)
    covered = sorted((block.box for block in news if block.stacking == plane), key=lambda box: box.top)
    tops = [box.top for box in covered]
    found = set()
    for number, block in enumerate(blocks):
        if block.stacking != plane:
            middle = block.box.top + block.box.height / 2
            last = bisect_right(tops, middle)
            near = covered[max(0, last - _COLUMNS) : last]
            if any(box.bottom >= middle and _overlaps(box, block.box) for box in near):
                found.add(number)
    return found


def _overlaps(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right


def is_between(block: DrawnBlock, header: DrawnBlock, news_top: float) -> bool:
    """Whether a block is below the header, in its column, and above the news."""
    middle = block.box.top + block.box.height / 2
    return _overlaps(block.box, header.box) and header.box.bottom <= middle <= news_top


def is_beside_top(block: DrawnBlock, header: DrawnBlock, news_top: float) -> bool:
    """Whether a block is below the header, in its column, and begins at the same height as the news."""
    is_below = _overlaps(block.box, header.box) and header.box.bottom <= block.box.top
    return is_below and abs(block.box.top - news_top) <= _SAME_TOP


def news_is_below(news: Sequence[DrawnBlock], others: Sequence[DrawnBlock]) -> bool:
    """Whether more text than the news has is above it in its columns, as on a list of teasers that ends in a story."""
    if not news:
        return False
    top, left = min(block.box.top for block in news), min(block.box.left for block in news)
    right = max(block.box.right for block in news)
    above = (one for one in others if one.box.bottom <= top and one.box.left < right and left < one.box.right)
    return sum(one.text_area for one in above) > sum(block.text_area for block in news)


def is_beside_wider(areas: Sequence[Area], lines: Sequence[DrawnBlock], *, by: float) -> bool:
    """Whether areas are narrower than the share ``by`` of some text or links beside them, as a side column is."""
    left, right = min(area.left for area in areas), max(area.right for area in areas)
    top, bottom = min(area.top for area in areas), max(area.bottom for area in areas)
    beside = (
        one.box.width
        for one in lines
        if one.box.top < bottom and top < one.box.bottom and (one.box.right <= left or right <= one.box.left)
    )
    return right - left < by * max(beside, default=0.0)
