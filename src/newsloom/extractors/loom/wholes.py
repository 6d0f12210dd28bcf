"""A story's tables and lists whole: kept lines go in, and come out with the rest of the tables and lists between them.

Half a table is of no use to a reader, and its cells are too short to be judged one by one: what stands between kept
lines is kept whole unless the forest is sure that it is none of the story. No line is left out here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from newsloom.extractors.loom.arrays import Array
from newsloom.extractors.loom.boxes import PLACES
from newsloom.extractors.loom.page import LinedPage
from newsloom.extractors.loom.spots import data_tables, spots_of

__all__ = ["Whole", "completed", "wholes_of"]

# The mean chance of its words from which on a table or list is kept, and the share of its words that may be links. On
# the held-apart pages all from 0.1 to 0.35 did the same.
_LEAST_CHANCE: Final = 0.1
_MAX_LINK_SHARE: Final = 0.9
# More of them no story has; each costs a look at all lines of the page.
_MAX_WHOLES: Final = 200
_IN_SERIES: Final = 1 << PLACES.index("li") | 1 << PLACES.index("table")


class Whole(NamedTuple):
    """The lines of a table or list, from the first up to the last, and those of what it stands in."""

    first: int
    last: int
    around_first: int
    around_last: int


def wholes_of(page: LinedPage, start: int, end: int) -> list[Whole]:
    """The tables with data and the outermost lists that have lines from ``start`` up to ``end``."""
    boxes = page.box[start:end]
    inside = np.flatnonzero(page.boxes.places[boxes] & _IN_SERIES)
    if not len(inside):
        return []
    spots = spots_of(page.outline, boxes[inside].tolist())
    texts = [page.outline.segments[start + index].text for index in inside.tolist()]
    tables = data_tables(texts, spots)
    parents = page.boxes.parents
    # A table's own parent often holds nothing else: it is there to let the table scroll.
    around = {table: int(parents[parents[table]]) for table in tables}
    around |= {spot.outer: int(parents[spot.outer]) for spot in spots if spot.outer >= 0}
    return [Whole(*_lines_in(page, box), *_lines_in(page, outer)) for box, outer in list(around.items())[:_MAX_WHOLES]]


def completed(
    kept: Sequence[int], wholes: Sequence[Whole], *, chances: Array, words: Array, link_share: Array
) -> list[int]:
    """The kept lines, and all lines of the tables and lists between them."""
    lines = set(kept)
    for whole in wholes:
        own = slice(whole.first, whole.last + 1)
        size = float(words[own].sum())
        is_story = float(words[own] @ chances[own]) >= _LEAST_CHANCE * size
        is_menu = float(words[own] @ link_share[own]) > _MAX_LINK_SHARE * size
        if is_story and not is_menu and _is_between(whole, kept):
            lines.update(range(whole.first, whole.last + 1))
    return sorted(lines)


def _is_between(whole: Whole, kept: Sequence[int]) -> bool:
    """Whether lines before it and behind it, in what it stands in, are kept."""
    places = (whole.around_first, whole.first, whole.last + 1, whole.around_last + 1)
    start, first, last, end = (bisect_left(kept, place) for place in places)
    return start < first and last < end


def _lines_in(page: LinedPage, box: int) -> tuple[int, int]:
    """The first and the last line of a box: those between them are in it, too."""
    inside = np.flatnonzero((page.box >= box) & (page.box < page.boxes.ends[box]))
    return int(inside[0]), int(inside[-1])
