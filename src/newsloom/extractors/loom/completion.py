"""Completes a story's tables and lists: adds to the kept lines the rest of the tables and lists between them.

Half a table is of no use to a reader, and its cells are too short to be judged one by one. So a table or list between
kept lines is kept whole unless the forest is sure that it is not part of the story. No line is dropped here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from operator import mul
from typing import Final, NamedTuple

from newsloom.extractors.loom.boxes import PLACES
from newsloom.extractors.loom.containers import lines_in
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.extractors.loom.placement import data_tables, placements_of
from newsloom.text.patterns import pattern

__all__ = ["Series", "complete", "find_series"]

# A table or list is kept if the mean chance of its words is at least this, and at most this share of them is links. On
# the held-out pages all chances from 0.1 to 0.35 had the same result.
_LEAST_CHANCE: Final = 0.1
_MAX_LINK_SHARE: Final = 0.9
# No story has more of them; each costs a pass over all lines of the page.
_MAX_SERIES: Final = 200
# For tables made without table tags.
_LEAST_ROWS: Final = 3
_LEAST_CELLS: Final = 2
_CELL_WORDS: Final = 5
_LEAST_FIGURES: Final = 0.3
_FIGURE: Final = pattern(r"\d")
_IN_SERIES: Final = 1 << PLACES.index("li") | 1 << PLACES.index("table")


class Series(NamedTuple):
    """The first and last line of a table or list, and those of the box around it."""

    first: int
    last: int
    around_first: int
    around_last: int


def find_series(page: PageArrays, start: int, end: int) -> list[Series]:
    """The data tables and outermost lists that have lines from ``start`` up to, but not including, ``end``."""
    box = page.lines.box
    inside = page.lines_by_place(_IN_SERIES, range(start, end))
    grids = _grids(page, start, end)
    if not inside:
        return grids
    placements = placements_of(page.outline, [box[line] for line in inside])
    texts = [page.outline.texts[line] for line in inside]
    tables = data_tables(texts, placements)
    parents = page.boxes.parents
    # A table's own parent often holds nothing else: it is there to let the table scroll.
    around = {table: parents[parents[table]] for table in tables}
    around |= {placement.outer: parents[placement.outer] for placement in placements if placement.outer >= 0}
    return [*grids, *(_series(page, one, outer) for one, outer in list(around.items())[:_MAX_SERIES])]


def _series(page: PageArrays, one: int, outer: int) -> Series:
    return Series(*lines_in(page, one, least_prose=0.0), *lines_in(page, outer, least_prose=0.0))


def _grids(page: PageArrays, start: int, end: int) -> list[Series]:
    """Tables without table tags: rows with equally many short lines, each in its own box, many with digits."""
    box, parents, words = page.lines.box, page.boxes.parents, page.words
    short = [line for line in range(start, end) if words[line] <= _CELL_WORDS]
    if len(short) < _LEAST_ROWS * _LEAST_CELLS:
        return []
    with_figure = [line for line in short if _FIGURE.search(page.outline.texts[line])]
    # Most stories have no short lines with digits.
    if not with_figure:
        return []
    figures = Counter(parents[parents[box[line]]] for line in with_figure)
    rows: dict[int, Counter[int]] = defaultdict(Counter)
    for line in short:
        row = parents[box[line]]
        rows[parents[row]][row] += 1
    found = [grid for grid, cells in rows.items() if _is_grid(cells, figures[grid])]
    whole = [grid for grid in found if page.sums.lines[grid] == rows[grid].total()]
    return [_series(page, grid, parents[grid]) for grid in whole[:_MAX_SERIES]]


def _is_grid(cells: Counter[int], figures: int) -> bool:
    counts = set(cells.values())
    is_even = len(cells) >= _LEAST_ROWS and len(counts) == 1 and counts.pop() >= _LEAST_CELLS
    return is_even and figures >= _LEAST_FIGURES * cells.total()


def complete(
    kept: Sequence[int], series: Sequence[Series], *, chances: Array, words: Array, link_share: Array
) -> list[int]:
    """The kept lines, with all lines of the tables and lists between them."""
    if not series:
        return list(kept)
    lines = set(kept)
    for one in series:
        own = slice(one.first, one.last + 1)
        size = sum(words[own])
        is_story = sum(map(mul, words[own], chances[own])) >= _LEAST_CHANCE * size
        is_menu = sum(map(mul, words[own], link_share[own])) > _MAX_LINK_SHARE * size
        if is_story and not is_menu and _is_between(one, kept):
            lines.update(range(one.first, one.last + 1))
    return sorted(lines)


def _is_between(one: Series, kept: Sequence[int]) -> bool:
    """Whether lines before and after it, in the box around it, are kept."""
    places = (one.around_first, one.first, one.last + 1, one.around_last + 1)
    start, first, last, end = (bisect_left(kept, place) for place in places)
    return start < first and last < end
