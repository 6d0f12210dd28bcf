"""Estimates the widths of table columns without a browser: as declared, otherwise by the text in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from newsloom.dom.cascade import Computed
from newsloom.dom.tree import Tree

__all__ = ["LETTER_WIDTH", "ColumnWish", "column_widths", "span_of", "text_width", "widths_of_columns"]

LETTER_WIDTH: Final = 0.47
"""The mean width of a letter relative to its font size: 0.45 in fonts with serifs, 0.5 in others."""

_LEAST_WIDTH: Final = 24.0
# At most this many rows are measured, and columns per row: layout tables have few of both.
_MEASURED_ROWS: Final = 40
_MAX_COLUMNS: Final = 60
_ROW_GROUPS: Final = frozenset({"table-row-group", "table-header-group", "table-footer-group"})


class ColumnWish(NamedTuple):
    """The widths that a column asks for: the declared one, 0 if none, and that of its text on one line."""

    declared: float
    text: float


def widths_of_columns(tree: Tree, table: int, computed: Callable[[int], Computed], room: float) -> list[ColumnWish]:
    """The widths that the columns of a table ask for, according to its first rows."""
    wishes: list[ColumnWish] = []
    for row in _rows(tree, table, computed):
        column = 0
        for cell in tree.children(row):
            style = computed(cell)
            if style.style.display != "table-cell" or column >= _MAX_COLUMNS:
                continue
            span = span_of(tree.get(cell, "colspan"))
            wishes.extend([ColumnWish(0.0, _LEAST_WIDTH)] * (column + span - len(wishes)))
            declared = style.width.of(room) if style.width is not None and span == 1 else 0.0
            text = text_width(tree, cell, style) / span
            for one in range(column, column + span):
                wishes[one] = ColumnWish(max(wishes[one].declared, declared), max(wishes[one].text, text))
            column += span
    return wishes


def column_widths(wishes: list[ColumnWish], room: float, *, is_fixed: bool) -> list[float]:
    """The widths of the columns in the available room. A table without a declared width is no wider than its text."""
    if not wishes:
        return [room]
    declared = sum(wish.declared for wish in wishes)
    free = [wish.text for wish in wishes if not wish.declared]
    left = max(room - declared, _LEAST_WIDTH * len(free))
    if not is_fixed:
        left = min(left, sum(free))
    share = left / sum(free) if free else 0.0
    widths = [wish.declared or wish.text * share for wish in wishes]
    # Declared widths that add up to too much, or to too little for a wider table.
    scale = room / sum(widths) if sum(widths) > room or (is_fixed and not free) else 1.0
    return [width * scale for width in widths]


def text_width(tree: Tree, node: int, computed: Computed) -> float:
    """The width of a node's text on one line in the node's own style. The tree does not contain the text of scripts."""
    last = tree.ends[node] - 1
    end = tree.tail_starts[node] if last > node else tree.text_ends[node]
    return max(end - tree.text_starts[node], 0) * computed.style.size * LETTER_WIDTH


def span_of(value: str | None) -> int:
    """The number of columns that a cell spans, given its ``colspan``."""
    return min(max(int(value), 1), _MAX_COLUMNS) if value and value.isascii() and value.isdigit() else 1


def _rows(tree: Tree, table: int, computed: Callable[[int], Computed]) -> Iterator[int]:
    found = 0
    for child in tree.children(table):
        display = computed(child).style.display
        rows = [child] if display == "table-row" else tree.children(child) if display in _ROW_GROUPS else ()
        for row in rows:
            if computed(row).style.display == "table-row":
                yield row
                found += 1
            if found >= _MEASURED_ROWS:
                return
