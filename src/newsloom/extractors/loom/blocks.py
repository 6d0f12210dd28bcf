"""Turns the kept lines of a page into blocks: headings, lists, quotes, tables and code, with live posts marked.

Given a document and the indexes of its kept lines, this returns one block for each line, in page order. The kind of a
line depends on the elements around it. No text is changed, added or dropped here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.outline import Outline
from newsloom.extractors.loom.inline import images_of, links_of, signatures_of
from newsloom.extractors.loom.liveblog import posts_of
from newsloom.extractors.loom.placement import Placement, data_tables, placements_of
from newsloom.quickrecords import quick_constructor
from newsloom.records import Block

__all__ = ["story_blocks"]

# An entry with more lines is not a list item but a part of the page: live posts, product cards, sections.
_MAX_ITEM_LINES: Final = 3
# No table for readers is wider; HTML allows a cell to span 1,000 columns.
_MAX_COLUMNS: Final = 50
# The most digits of a list's start or a cell's span.
_MAX_DIGITS: Final = 6
# More blocks are made for a page than any other records.
_block: Final = quick_constructor(Block)


def story_blocks(document: Document, kept: Sequence[int]) -> tuple[Block, ...]:
    """The kept lines as blocks, one for each line."""
    outline = document.outline
    texts, _, box_of = outline.columns
    lines = [texts[index] for index in kept]
    placements = placements_of(outline, [box_of[index] for index in kept])
    story = _Story(outline, lines, placements)
    beside = _beside(document, kept, placements)
    # Most lines are in no telling element and have no other fields.
    return tuple(
        story.block(line, placement, beside.get(index, {}))
        if placement.holder >= 0 or index in beside
        else _block(text=line)
        for index, line, placement in zip(kept, lines, placements, strict=True)
    )


def _beside(document: Document, kept: Sequence[int], placements: Sequence[Placement]) -> dict[int, dict[str, Any]]:
    """The fields that are empty for most lines, by line."""
    found: dict[int, dict[str, Any]] = defaultdict(dict)
    for index, links in links_of(document, kept).items():
        found[index]["links"] = links
    for index, images in images_of(document, kept).items():
        found[index]["images"] = images
    quotes = {index: place.holder for index, place in zip(kept, placements, strict=True) if place.kind == "quote"}
    for index, signature in signatures_of(document.outline, quotes).items():
        found[index]["signature"] = signature
    for index, (part, time) in posts_of(document, kept).items():
        found[index].update(part=part, time=time)
    return found


class _Story:
    """The kept lines together: the kind of a line depends on the others in its list, table or code."""

    def __init__(self, outline: Outline, texts: Sequence[str], placements: Sequence[Placement]) -> None:
        self._outline = outline
        self._lines = Counter(placement.holder for placement in placements)
        headed = {placement.item for placement in placements if placement.kind == "heading"}
        self._items = {box for box, count in self._lines.items() if count <= _MAX_ITEM_LINES and box not in headed}
        self._tables = data_tables(texts, placements)
        self._begun: set[int] = set()
        self._rows: dict[int, dict[int, int]] = defaultdict(dict)
        self._children: dict[int, Mapping[etree._Element, int]] = {}

    def block(self, text: str, placement: Placement, beside: Mapping[str, Any]) -> Block:
        """The line as a block with the fields in ``beside``; call this in page order."""
        if placement.table in self._tables:
            row = self._rows[placement.table].setdefault(placement.row, len(self._rows[placement.table]))
            return _block(text=text, kind="cell", row=row, column=self._column(placement), **beside)
        if placement.kind == "item" and placement.item in self._items:
            return self._item(text, placement, beside)
        if placement.kind == "heading":
            return _block(text=text, kind="heading", level=placement.level, **beside)
        if placement.kind == "code":
            return _block(text=text, kind="code", verbatim=self._verbatim(text, placement), **beside)
        return _block(text=text, kind="quote" if placement.kind == "quote" else "paragraph", **beside)

    def _item(self, text: str, placement: Placement, beside: Mapping[str, Any]) -> Block:
        if placement.item in self._begun:
            return _block(text=text, level=placement.depth, **beside)
        self._begun.add(placement.item)
        return _block(text=text, kind="item", level=placement.depth, number=self._number(placement), **beside)

    def _number(self, placement: Placement) -> int | None:
        """The item's number; None if its list is not ordered."""
        if placement.series < 0:
            return None
        series = self._outline.element(placement.series)
        if series.tag != "ol":
            return None
        if placement.series not in self._children:
            items = series.iterchildren("li")
            self._children[placement.series] = {
                item: place for place, item in enumerate(items, _number(series, "start"))
            }
        return self._children[placement.series].get(self._outline.element(placement.item))

    def _column(self, placement: Placement) -> int:
        if placement.row not in self._children:
            cells = list(self._outline.element(placement.row).iterchildren("td", "th"))
            starts = accumulate((_number(cell, "colspan") for cell in cells), initial=0)
            self._children[placement.row] = dict(zip(cells, starts, strict=False))
        return min(self._children[placement.row].get(self._outline.element(placement.cell), 0), _MAX_COLUMNS)

    def _verbatim(self, text: str, placement: Placement) -> str | None:
        """The code with its line breaks; None if tags split it into lines or not all of it was kept."""
        if self._lines[placement.holder] > 1:
            return None
        source = "".join(map(str, self._outline.element(placement.holder).itertext()))
        return source.strip("\r\n") if " ".join(source.split()) == text else None


def _number(element: etree._Element, name: str) -> int:
    """The attribute's value; 1 if it is missing or invalid."""
    value = element.get(name) or ""
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= _MAX_DIGITS else 1
