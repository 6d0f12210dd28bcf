"""Where news stands: text leaf blocks in, the areas that they make and the major one out (newsAreasDetection).

Areas are rectangles. Those above one another are merged where the gap between them is small or their formats are
alike; the gap grows until few areas are left.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.dom.layout import Box
from newsloom.extractors.perception.formats import Format, Formats, format_of, same_width

__all__ = ["Area", "Joins", "merge_areas"]


@dataclass(slots=True, eq=False)
class Area:
    """A rectangle and the blocks merged in it."""

    left: float
    top: float
    right: float
    bottom: float
    blocks: list[DrawnBlock] = field(default_factory=list)
    letters: int = 0
    linked_letters: int = 0
    formats: dict[Format, int] = field(default_factory=dict)

    @classmethod
    def of(cls, block: DrawnBlock) -> Area:
        box = block.box
        formats = {format_of(block): block.letters}
        return cls(box.left, box.top, box.right, box.bottom, [block], block.letters, block.linked_letters, formats)

    @property
    def format(self) -> Format:
        """The format of most of its letters."""
        return max(self.formats, key=self.formats.__getitem__)

    def take(self, other: Area) -> None:
        self.left, self.right = min(self.left, other.left), max(self.right, other.right)
        self.top, self.bottom = min(self.top, other.top), max(self.bottom, other.bottom)
        self.letters += other.letters
        self.linked_letters += other.linked_letters
        mine, theirs = (self.blocks, other.blocks)
        mine.extend(theirs)
        for one, letters in other.formats.items():
            self.formats[one] = self.formats.get(one, 0) + letters

    def part_within(self, box: Box) -> float:
        """The share of a box that lies in the area."""
        width = min(self.right, box.right) - max(self.left, box.left)
        height = min(self.bottom, box.bottom) - max(self.top, box.top)
        if width < 0 or height < 0:
            return 0.0
        return width * height / box.area if box.area else 1.0


def news_areas(
    areas: Sequence[Area], major: Area, formats: Formats, *, similar_format: float, is_meant: Callable[[Area], bool]
) -> list[Area]:
    """The areas that go on with the news of the major one: in its format, beside it or in line with it.

    News areas are separated by media and by what does not inform (axiom 3), and by small print. What comes behind a
    heading goes on with the news only if it is meant as they are: it may be another matter.
    """
    wanted = major.format
    place = next(number for number, area in enumerate(areas) if area is major)
    kept = {place}
    for order in (range(place + 1, len(areas)), range(place - 1, -1, -1)):
        is_behind = False
        for number in order:
            area = areas[number]
            is_alike = formats.similarity(area.format, wanted) >= similar_format
            if not _share_column(area, major, 0.0):
                if is_alike and _is_beside(area, major) and same_width(area.format, wanted) and is_meant(area):
                    kept.add(number)
            elif not is_alike:
                is_behind = is_behind or formats.is_heading(area.format, wanted)
            elif not is_behind or is_meant(area):
                kept.add(number)
    return [areas[number] for number in sorted(kept)]


def _is_beside(area: Area, major: Area) -> bool:
    return area.top < major.bottom and area.bottom > major.top


Joins = Callable[[Area, Area], bool]
"""Whether an area and the one below it are one."""


def merge_areas(  # noqa: PLR0913 - the named numbers of the subroutine
    blocks: Sequence[DrawnBlock],
    formats: Formats,
    *,
    gap_increment: float,
    most_areas: int,
    largest_gap: float,
    similar_format: float,
    overlap: float,
) -> list[Area]:
    """Areas of blocks: at first those that overlap, then those with growing gaps, until at most ``most_areas``.

    The gap stops at ``largest_gap``: columns that never overlap would never merge.
    """
    areas = sorted(map(Area.of, blocks), key=lambda area: (area.top, area.left))
    gap = 0.0

    def are_near(above: Area, below: Area) -> bool:
        return below.top - above.bottom < gap

    def are_alike(above: Area, below: Area) -> bool:
        return formats.similarity(above.format, below.format) >= similar_format

    while True:
        areas = _merged(areas, are_near, overlap)
        areas = _merged(areas, are_alike, overlap)
        gap += gap_increment
        if len(areas) <= most_areas or gap > largest_gap:
            return areas


def _merged(areas: list[Area], joins: Joins, overlap: float) -> list[Area]:
    """One pass from the top of the page down: each area joins those right above it that ``joins`` allows."""
    skyline = _Skyline()
    kept: list[Area] = []
    for area in areas:
        above = [one for one in skyline.under(area) if _share_column(one, area, overlap)]
        joined = next((one for one in above if joins(one, area)), None)
        if joined is None:
            kept.append(area)
            skyline.cover(area, area)
            continue
        joined.take(area)
        for one in above:
            # A block under two columns may join both.
            if one is not joined and joins(one, area):
                joined.take(one)
                one.blocks = []
        skyline.cover(joined, joined)
    kept = [area for area in kept if area.blocks]
    return sorted(kept, key=lambda area: (area.top, area.left))


def _share_column(one: Area, other: Area, overlap: float) -> bool:
    shared = min(one.right, other.right) - max(one.left, other.left)
    return shared > 0 and shared >= overlap * min(one.right - one.left, other.right - other.left)


class _Skyline:
    """What is lowest at each place across the page, read from the top."""

    def __init__(self) -> None:
        # Area i reaches from _edges[i] to _edges[i + 1].
        self._edges: list[float] = [float("-inf")]
        self._areas: list[Area | None] = [None]

    def under(self, area: Area) -> list[Area]:
        """The areas right above one, each once, from left to right."""
        first = bisect_right(self._edges, area.left) - 1
        found: list[Area] = []
        for place in range(first, len(self._edges)):
            if place > first and self._edges[place] >= area.right:
                break
            above = self._areas[place]
            if above is not None and above.blocks and above not in found[-4:]:
                found.append(above)
        return found

    def cover(self, span: Area, by: Area) -> None:
        first = bisect_right(self._edges, span.left) - 1
        last = bisect_right(self._edges, span.right) - 1
        after = self._areas[last]
        edges, areas = [span.left, span.right], [by, after]
        start = first if self._edges[first] == span.left else first + 1
        self._edges[start : last + 1] = edges
        self._areas[start : last + 1] = areas
