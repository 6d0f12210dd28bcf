"""A story's tables and lists whole: kept lines go in, and come out with the rest of the tables and lists between them.

Half a table is of no use to a reader, and its cells are too short to be judged one by one: what stands between kept
lines is kept whole unless the forest is sure that it is none of the story. No line is left out here.
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

# The mean chance of its words from which on a table or list is kept, and the share of its words that may be links. On
# the held-apart pages all from 0.1 to 0.35 did the same.
_LEAST_CHANCE: Final = 0.1
_MAX_LINK_SHARE: Final = 0.9
# More of them no story has; each costs a look at all lines of the page.
_MAX_SERIES: Final = 200
# Of a table without its tags.
_LEAST_ROWS: Final = 3
_LEAST_CELLS: Final = 2
_CELL_WORDS: Final = 5
_LEAST_FIGURES: Final = 0.3
_FIGURE: Final = pattern(r"\d")
_IN_SERIES: Final = 1 << PLACES.index("li") | 1 << PLACES.index("table")


class Series(NamedTuple):
    """The lines of a table or list, from the first up to the last, and those of what it stands in."""

    first: int
    last: int
    around_first: int
    around_last: int


def find_series(page: PageArrays, start: int, end: int) -> list[Series]:
    """The tables with data and the outermost lists that have lines from ``start`` up to ``end``."""
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
    """Tables that are no tables: rows of as many short lines each, in boxes of their own, many of them figures."""
    box, parents, words = page.lines.box, page.boxes.parents, page.words
    short = [line for line in range(start, end) if words[line] <= _CELL_WORDS]
    if len(short) < _LEAST_ROWS * _LEAST_CELLS:
        return []
    with_figure = [line for line in short if _FIGURE.search(page.outline.texts[line])]
    # Most stories have no figures in lines of their own.
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
    """The kept lines, and all lines of the tables and lists between them."""
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
    """Whether lines before it and behind it, in what it stands in, are kept."""
    places = (one.around_first, one.first, one.last + 1, one.around_last + 1)
    start, first, last, end = (bisect_left(kept, place) for place in places)
    return start < first and last < end
