"""The kept lines of a page to the blocks of its story: headings, lists, quotes, tables and code, live posts marked.

A document and the indexes of the lines that were kept go in; one block a line comes out, in the order of the page. What
a line is, the elements around it say. No text is changed, added or left out here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final, NamedTuple

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.outline import Outline
from newsloom.extractors.loom.posts import posts_of
from newsloom.records import Block

__all__ = ["story_blocks"]

# The headline is the only heading of the first level; below it a page's own h1 is no other than an h2.
_HEADINGS: Final = {"h1": 2, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_LISTS: Final = frozenset({"ul", "ol", "dl"})
_ITEMS: Final = frozenset({"li", "dt", "dd"})
_CELLS: Final = frozenset({"td", "th"})
# An entry with more lines is no point of a list but a part of the page: live posts, product cards, sections.
_MAX_ITEM_LINES: Final = 3
# A table with more in a cell is there for the layout.
_MAX_CELL_CHARACTERS: Final = 300
# No table a reader reads is wider; HTML allows a cell to span 1,000 columns.
_MAX_COLUMNS: Final = 50
# What a list may say it starts at.
_MAX_DIGITS: Final = 6


class _Spot(NamedTuple):
    """Where a box stands: what the nearest telling element makes of its text, and the lists and tables around it.

    ``series`` is a list, ``depth`` how many of them there are; these and the following are numbers of boxes, -1 for
    none.
    """

    kind: str = "paragraph"
    level: int = 0
    holder: int = -1
    depth: int = 0
    series: int = -1
    item: int = -1
    table: int = -1
    row: int = -1
    cell: int = -1


def story_blocks(document: Document, kept: Sequence[int]) -> tuple[Block, ...]:
    """The kept lines as blocks, one each."""
    outline = document.outline
    lines = [outline.segments[index] for index in kept]
    spots = _spots(outline, [line.box for line in lines])
    story = _Story(outline, [line.text for line in lines], spots)
    blocks = tuple(story.block(line.text, spot) for line, spot in zip(lines, spots, strict=True))
    posts = posts_of(document, kept)
    if not posts:
        return blocks
    marks = [posts.get(index, (None, None)) for index in kept]
    return tuple(replace(block, part=part, time=time) for block, (part, time) in zip(blocks, marks, strict=True))


def _spots(outline: Outline, boxes: Sequence[int]) -> list[_Spot]:
    """The spot of each box; only the boxes around them are looked at, each once."""
    known: dict[int, _Spot] = {-1: _Spot()}
    for box in boxes:
        around = []
        while box not in known:
            around.append(box)
            box = outline.parents[box]  # noqa: PLW2901 - the way up
        spot = known[box]
        for inner in reversed(around):
            spot = known[inner] = _entered(spot, inner, str(outline.boxes[inner].tag))
    return [known[box] for box in boxes]


def _entered(spot: _Spot, box: int, tag: str) -> _Spot:  # noqa: PLR0911 - a table of tags
    """The spot of a box with this tag that stands at the given spot."""
    if tag in _HEADINGS:
        return spot._replace(kind="heading", level=_HEADINGS[tag], holder=box)
    if tag in _ITEMS:
        return spot._replace(kind="item", holder=box, item=box, depth=max(spot.depth, 1))
    if tag in _LISTS:
        return spot._replace(series=box, depth=spot.depth + 1)
    if tag in _CELLS:
        return spot._replace(kind="cell", holder=box, cell=box)
    if tag == "tr":
        return spot._replace(row=box)
    if tag == "table":
        return spot._replace(kind="paragraph", table=box, row=-1, cell=-1)
    if tag in ("blockquote", "pre"):
        return spot._replace(kind="quote" if tag == "blockquote" else "code", holder=box)
    return spot


class _Story:
    """The kept lines together: what a line is depends on the others in its list, its table, its code."""

    def __init__(self, outline: Outline, texts: Sequence[str], spots: Sequence[_Spot]) -> None:
        self._outline = outline
        self._lines = Counter(spot.holder for spot in spots)
        headed = {spot.item for spot in spots if spot.kind == "heading"}
        self._items = {box for box, count in self._lines.items() if count <= _MAX_ITEM_LINES and box not in headed}
        self._tables = _data_tables(texts, spots)
        self._begun: set[int] = set()
        self._rows: dict[int, dict[int, int]] = defaultdict(dict)
        self._children: dict[int, Mapping[etree._Element, int]] = {}

    def block(self, text: str, spot: _Spot) -> Block:
        """The line as a block; lines are asked for in the order of the page."""
        if spot.table in self._tables:
            row = self._rows[spot.table].setdefault(spot.row, len(self._rows[spot.table]))
            return Block(text=text, kind="cell", row=row, column=self._column(spot))
        if spot.kind == "item" and spot.item in self._items:
            return self._item(text, spot)
        if spot.kind == "heading":
            return Block(text=text, kind="heading", level=spot.level)
        if spot.kind == "code":
            return Block(text=text, kind="code", verbatim=self._verbatim(text, spot))
        return Block(text=text, kind="quote" if spot.kind == "quote" else "paragraph")

    def _item(self, text: str, spot: _Spot) -> Block:
        if spot.item in self._begun:
            return Block(text=text, level=spot.depth)
        self._begun.add(spot.item)
        return Block(text=text, kind="item", level=spot.depth, number=self._number(spot))

    def _number(self, spot: _Spot) -> int | None:
        """The item's number; None where its list is not ordered."""
        series = self._outline.boxes[spot.series]
        if spot.series < 0 or series.tag != "ol":
            return None
        if spot.series not in self._children:
            items = series.iterchildren("li")
            self._children[spot.series] = {item: place for place, item in enumerate(items, _number(series, "start"))}
        return self._children[spot.series].get(self._outline.boxes[spot.item])

    def _column(self, spot: _Spot) -> int:
        if spot.row not in self._children:
            cells = list(self._outline.boxes[spot.row].iterchildren("td", "th"))
            starts = accumulate((_number(cell, "colspan") for cell in cells), initial=0)
            self._children[spot.row] = dict(zip(cells, starts, strict=False))
        return min(self._children[spot.row].get(self._outline.boxes[spot.cell], 0), _MAX_COLUMNS)

    def _verbatim(self, text: str, spot: _Spot) -> str | None:
        """The code with its line breaks; None where tags part its lines, or not all of it was kept."""
        if self._lines[spot.holder] > 1:
            return None
        source = "".join(map(str, self._outline.boxes[spot.holder].itertext()))
        return source.strip("\r\n") if " ".join(source.split()) == text else None


def _data_tables(texts: Sequence[str], spots: Sequence[_Spot]) -> set[int]:
    """The tables that are there for what they hold, not for the layout."""
    sizes: dict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    for text, spot in zip(texts, spots, strict=True):
        if spot.table >= 0:
            sizes[spot.table][spot.row, spot.cell] += len(text)
    return {table for table, cells in sizes.items() if _is_data(cells)}


def _is_data(sizes: Mapping[tuple[int, int], int]) -> bool:
    """Whether there are several rows and columns, all cells short, and no text beside them."""
    rows = Counter(row for row, _ in sizes)
    is_grid = all(row >= 0 and cell >= 0 for row, cell in sizes)
    return is_grid and len(rows) > 1 and max(rows.values()) > 1 and max(sizes.values()) <= _MAX_CELL_CHARACTERS


def _number(element: etree._Element, name: str) -> int:
    """The attribute's value, 1 where it is none."""
    value = element.get(name) or ""
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= _MAX_DIGITS else 1
