"""Merges text leaf blocks into areas where news may be (newsAreasDetection).

Areas are rectangles. Areas above one another are merged if the gap between them is small or their formats are alike;
the gap grows until few areas are left.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.dom.layout import Box
from newsloom.extractors.perception.formats import Format, Formats, format_of

__all__ = ["Area", "Joins", "merge_areas", "part_within", "share_column"]


@dataclass(slots=True, eq=False)
class Area:
    """A rectangle, the blocks merged into it, and their formats; ``format`` is the one with the most letters.

    ``plane`` is the first block's place in the painting order.
    """

    left: float
    top: float
    right: float
    bottom: float
    format: Format
    plane: int
    blocks: list[DrawnBlock] = field(default_factory=list)
    letters: int = 0
    linked_letters: int = 0
    formats: dict[Format, int] = field(default_factory=dict)

    @classmethod
    def of(cls, block: DrawnBlock) -> Area:
        box, kind = block.box, format_of(block)
        return cls(
            left=box.left,
            top=box.top,
            right=box.right,
            bottom=box.bottom,
            format=kind,
            plane=block.stacking,
            blocks=[block],
            letters=block.letters,
            linked_letters=block.linked_letters,
            formats={kind: block.letters},
        )

    def take(self, other: Area) -> None:
        """Merges the other area into this one."""
        self.left, self.right = min(self.left, other.left), max(self.right, other.right)
        self.top, self.bottom = min(self.top, other.top), max(self.bottom, other.bottom)
        self.letters += other.letters
        self.linked_letters += other.linked_letters
        self.blocks += other.blocks
        for one, letters in other.formats.items():
            self.formats[one] = self.formats.get(one, 0) + letters
            if self.formats[one] > self.formats[self.format]:
                self.format = one

    @property
    def box(self) -> Box:
        return Box(self.left, self.top, self.right - self.left, self.bottom - self.top)


Joins = Callable[[Area, Area], bool]
"""Whether an area and the one below it are to be merged."""


def merge_areas(  # noqa: PLR0913 - the named numbers of the subroutine
    blocks: Sequence[DrawnBlock],
    formats: Formats,
    *,
    gap_increment: float,
    most_areas: int,
    largest_gap: float,
    similar_format: float,
    overlap: float,
    are_parted: Joins | None = None,
) -> list[Area]:
    """The areas from the top of the page down: merges what overlaps, then what is near, down to ``most_areas``.

    The gap stops growing at ``largest_gap``, because columns that never overlap would never merge. ``are_parted`` keeps
    areas of similar format apart by what is between them.
    """
    areas = sorted(map(Area.of, blocks), key=_place)
    gap = 0.0

    def are_near(above: Area, below: Area) -> bool:
        distance = below.top - above.bottom
        # A block drawn over others, such as a notice at the bottom of the window, only seems to be near them.
        return distance < gap and (distance >= 0 or above.plane == below.plane)

    def are_alike(above: Area, below: Area) -> bool:
        is_alike = formats.similarity(above.format, below.format) >= similar_format
        return is_alike and not (are_parted is not None and are_parted(above, below))

    while True:
        areas = _merged(areas, are_near, overlap)
        areas = _merged(areas, are_alike, overlap)
        gap += gap_increment
        if len(areas) <= most_areas or gap > largest_gap:
            return areas


def part_within(outer: Box, box: Box) -> float:
    """The share of a box that is in another."""
    width = min(outer.right, box.right) - max(outer.left, box.left)
    height = min(outer.bottom, box.bottom) - max(outer.top, box.top)
    if width < 0 or height < 0:
        return 0.0
    return width * height / box.area if box.area else 1.0


def share_column(one: Area, other: Area, overlap: float = 0.0) -> bool:
    """Whether two areas overlap horizontally by at least this share of the narrower one."""
    shared = min(one.right, other.right) - max(one.left, other.left)
    return shared > 0 and shared >= overlap * min(one.right - one.left, other.right - other.left)


def _merged(areas: list[Area], joins: Joins, overlap: float) -> list[Area]:
    """One pass from the top down: merges each area with those directly above it if ``joins`` allows."""
    skyline = _Skyline()
    kept: list[Area] = []
    for area in areas:
        above = [one for one in skyline.right_above(area) if share_column(one, area, overlap) and joins(one, area)]
        if not above:
            kept.append(area)
            skyline.cover(area)
            continue
        joined, *others = above
        joined.take(area)
        for one in others:
            # A block below two columns may join both.
            joined.take(one)
            one.blocks = []
        skyline.cover(joined)
    return sorted((area for area in kept if area.blocks), key=_place)


def _place(area: Area) -> tuple[float, float]:
    return area.top, area.left


class _Skyline:
    """The lowest area at each place across the page: ``_areas[i]`` spans from ``_edges[i]`` to the next edge."""

    def __init__(self) -> None:
        self._edges: list[float] = [float("-inf")]
        self._areas: list[Area | None] = [None]

    def right_above(self, area: Area) -> list[Area]:
        """The areas directly above this one, each once, from left to right."""
        first = bisect_right(self._edges, area.left) - 1
        last = bisect_left(self._edges, area.right, lo=first + 1)
        # Areas that were merged into others have no blocks.
        found = (one for one in self._areas[first:last] if one is not None and one.blocks)
        return list({id(one): one for one in found}.values())

    def cover(self, area: Area) -> None:
        """Puts an area below all areas that it spans."""
        first = bisect_right(self._edges, area.left) - 1
        last = bisect_right(self._edges, area.right) - 1
        start = first if self._edges[first] == area.left else first + 1
        behind = self._areas[last]
        self._edges[start : last + 1] = [area.left, area.right]
        self._areas[start : last + 1] = [area, behind]
