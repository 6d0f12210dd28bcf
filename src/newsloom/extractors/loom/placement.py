"""Finds where lines are: in which list, table and other telling element; and which tables hold data.

Given an outline and some of its boxes, this returns a placement for each. Which lines are kept plays no part here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from newsloom.dom.outline import Outline

__all__ = ["Placement", "data_tables", "placements_of"]

# The headline is the only first-level heading; within the text, an h1 counts as an h2.
_HEADINGS: Final = {"h1": 2, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_LISTS: Final = frozenset({"ul", "ol", "dl"})
_ITEMS: Final = frozenset({"li", "dt", "dd"})
_CELLS: Final = frozenset({"td", "th"})
_TELLING: Final = frozenset({*_HEADINGS, *_LISTS, *_ITEMS, *_CELLS, "tr", "table", "blockquote", "pre"})
# A table with more characters in a cell is used for layout.
_MAX_CELL_CHARACTERS: Final = 300


class Placement(NamedTuple):
    """Where a box is: the kind of text by the nearest telling element, ``holder``, and the lists and tables around it.

    ``depth`` is the number of lists around it, ``series`` the innermost and ``outer`` the outermost; ``holder``,
    ``series`` and all that follow are indexes of boxes, -1 for none.
    """

    kind: str = "paragraph"
    level: int = 0
    holder: int = -1
    depth: int = 0
    series: int = -1
    outer: int = -1
    item: int = -1
    table: int = -1
    row: int = -1
    cell: int = -1


def placements_of(outline: Outline, boxes: Sequence[int]) -> list[Placement]:
    """The placement of each box; only the boxes around them are read, each once."""
    if outline.tree is None:
        return []
    known: dict[int, Placement] = {-1: Placement()}
    nodes, parents, names, tags = outline.nodes, outline.parents, outline.tree.names, outline.tree.tags
    for box in boxes:
        if box in known:
            continue
        way = [box]
        while (outer := parents[way[-1]]) not in known:
            way.append(outer)
        placement = known[outer]
        for inner in reversed(way):
            tag = names[tags[nodes[inner]]]
            if tag in _TELLING:
                placement = _entered(placement, inner, tag)
            known[inner] = placement
    return [known[box] for box in boxes]


def _entered(placement: Placement, box: int, tag: str) -> Placement:  # noqa: PLR0911 - a table of tags
    """The placement of a box with this telling tag, given the placement of its parent."""
    # By position: pages of lists have thousands, and naming the new fields takes four times as long.
    if tag in _HEADINGS:
        return Placement("heading", _HEADINGS[tag], box, *placement[3:])
    if tag in _ITEMS:
        return Placement(
            "item",
            placement.level,
            box,
            max(placement.depth, 1),
            placement.series,
            placement.outer,
            box,
            *placement[7:],
        )
    if tag in _LISTS:
        return Placement(
            *placement[:3], placement.depth + 1, box, placement.outer if placement.outer >= 0 else box, *placement[6:]
        )
    if tag in _CELLS:
        return Placement("cell", placement.level, box, *placement[3:9], box)
    if tag == "tr":
        return Placement(*placement[:8], box, placement.cell)
    if tag == "table":
        return Placement("paragraph", *placement[1:7], box, -1, -1)
    return Placement("quote" if tag == "blockquote" else "code", placement.level, box, *placement[3:])


def data_tables(texts: Sequence[str], placements: Sequence[Placement]) -> set[int]:
    """The tables that hold data and are not used for layout."""
    sizes: dict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    for text, placement in zip(texts, placements, strict=True):
        if placement.table >= 0:
            sizes[placement.table][placement.row, placement.cell] += len(text)
    return {table for table, cells in sizes.items() if _is_data(cells)}


def _is_data(sizes: Mapping[tuple[int, int], int]) -> bool:
    """Whether there are several rows and columns, all cells are short, and no text is outside of them."""
    rows = Counter(row for row, _ in sizes)
    is_grid = all(row >= 0 and cell >= 0 for row, cell in sizes)
    return is_grid and len(rows) > 1 and max(rows.values()) > 1 and max(sizes.values()) <= _MAX_CELL_CHARACTERS
