"""Estimates the ``Layout`` of a page from its tree, without a browser.

A simple block flow: blocks below one another, text in lines of its container's width, cells of a table side by side,
floats beside what follows. Style sheets are not read, so pages that depend on them become one column. Every node is
entered and left once.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Final

from newsloom.dom.cascade import Computed, computed_styles
from newsloom.dom.columns import LETTER_WIDTH, column_widths, span_of, text_width, widths_of_columns
from newsloom.dom.layout import Layout, Style, tree_digest
from newsloom.dom.tree import Tree
from newsloom.zeros import zeros

__all__ = ["PAGE_WIDTH", "estimate_layout"]

PAGE_WIDTH: Final = 1280.0
"""The width in CSS pixels of the browser window that draws pages."""

_BODY_MARGIN: Final = 8.0
# Margins above and below, relative to the element's own font size, as in the HTML standard's rendering section.
_MARGINS: Final[Mapping[str, float]] = {
    "h1": 0.67,
    "h2": 0.83,
    "h3": 1.0,
    "h4": 1.33,
    "h5": 1.67,
    "h6": 2.33,
    "hr": 0.5,
    **dict.fromkeys(("p", "ul", "ol", "dl", "blockquote", "figure", "pre"), 1.0),
}
_INDENTS: Final[Mapping[str, float]] = {
    "body": _BODY_MARGIN,
    **dict.fromkeys(("ul", "ol", "dd", "blockquote", "figure"), 40.0),
}
# Default sizes of elements that are not text: those that a browser uses if it has no picture.
_REPLACED: Final[Mapping[str, tuple[float, float]]] = {
    **dict.fromkeys(("canvas", "embed", "iframe", "img", "object", "svg", "video"), (300.0, 150.0)),
    "input": (150.0, 21.0),
    "select": (120.0, 20.0),
    "textarea": (180.0, 36.0),
}
_CELL_PADDING: Final = 1.0
_FIRST_WIDE: Final = "\u1100"


def estimate_layout(tree: Tree, *, width: float = PAGE_WIDTH) -> Layout:
    """The layout of a page as estimated from its tags, attributes, inline styles and text."""
    return _Flow(tree, width).layout()


class _Block:
    """A container for text and boxes. ``top`` is where the current line begins, ``x`` how far it is filled."""

    __slots__ = (
        *("columns", "float_bottom", "left", "line", "margin", "next_cell"),
        *("shift", "taken", "top", "width", "x"),
    )

    def __init__(self, left: float, top: float, width: float) -> None:
        self.left = left
        self.top = top
        self.width = max(width, 1.0)
        self.x = 0.0
        self.line = 0.0
        # The margin below the last block. Adjacent margins collapse to the larger.
        self.margin = 0.0
        # The width taken by floats, on the left and on both sides, and where they end.
        self.shift = 0.0
        self.taken = 0.0
        self.float_bottom = top
        # In a table, the widths of its columns; in a row, the index of the next column.
        self.columns: list[float] = []
        self.next_cell = 0

    def room(self) -> float:
        """The width available for a line here, beside floats."""
        if self.top >= self.float_bottom:
            self.shift = self.taken = 0.0
        return max(self.width - self.taken, 1.0)

    def end_line(self) -> None:
        self.top += self.line
        self.x = self.line = 0.0

    def fill(self, reach: float, height: float) -> None:
        """Adds text of the given length in lines of the given height."""
        self.margin = 0.0
        room = self.room()
        self.line = max(self.line, height)
        self.x += reach
        full = int(self.x // room)
        if full:
            self.top += self.line + (full - 1) * height
            self.x, self.line = self.x - full * room, height

    def put(self, width: float, height: float) -> tuple[float, float]:
        """Adds a box of the given size to the line and returns its position."""
        self.margin = 0.0
        room = self.room()
        if self.x and self.x + width > room:
            self.end_line()
        place = self.left + self.shift + self.x, self.top
        self.x += width
        self.line = max(self.line, height)
        return place

    def float(self, side: str, width: float) -> tuple[float, float]:
        """Reserves space at one side, below other floats if there is no room beside them, and returns its position."""
        if width > self.room():
            self.end_line()
            self.top = max(self.top, self.float_bottom)
        room = self.room()
        left = self.left + self.shift + (0.0 if side == "left" else max(room - width, 0.0))
        self.taken += width
        self.shift += width if side == "left" else 0.0
        return left, self.top


class _Open:
    """An open node: where it began, the block that it is in, and the block that its content flows into."""

    __slots__ = ("above", "end", "flow", "kind", "left", "node", "top")

    def __init__(self, node: int, end: int, kind: str, above: _Block, flow: _Block) -> None:
        self.node = node
        self.end = end
        self.kind = kind
        self.above = above
        self.flow = flow
        self.left = flow.left if flow is not above else above.left + above.shift + above.x
        self.top = flow.top


class _Flow:
    def __init__(self, tree: Tree, width: float) -> None:
        self._tree = tree
        self._width = width
        self._styles, self._codes = computed_styles(tree)
        self._sides = [zeros("f", len(tree)) for _ in range(4)]
        self._lifted = zeros("i", len(tree))
        self._page = _Block(0.0, 0.0, width)
        self._open: list[_Open] = []

    def layout(self) -> Layout:
        tree, node = self._tree, 0
        while node < len(tree):
            self._leave_before(node)
            computed = self._computed(node)
            self._open.append(self._entered(node, computed))
            if computed.style.display == "none":
                node = tree.ends[node]
            else:
                self._text(node, tree.text_starts[node], tree.text_ends[node])
                node += 1
        self._leave_before(len(tree))
        self._page.end_line()
        return self._result(max(self._page.top, self._page.float_bottom))

    def _computed(self, node: int) -> Computed:
        return self._styles[self._codes[node]]

    def _entered(self, node: int, computed: Computed) -> _Open:
        tree, tag = self._tree, self._tree.tag(node)
        above = self._open[-1].flow if self._open else self._page
        parent, end = tree.parents[node], tree.ends[node]
        self._lifted[node] = computed.is_lifted + (self._lifted[parent] if parent >= 0 else 0)
        display = computed.style.display
        if display == "none" or tag == "br" or tag in _REPLACED:
            self._pass(node, tag, computed, above)
            # If libxml2 put text into an unclosed element of this kind, the text continues in the block above.
            return _Open(node, end, "none", above, above)
        if computed.side and not computed.is_lifted:
            return self._floating(node, end, computed, above)
        if display.startswith("inline"):
            return _Open(node, end, "inline", above, above)
        if display == "table-cell" and above.columns:
            return self._cell(node, end, above)
        return self._block(node, end, tag, computed, above)

    def _block(self, node: int, end: int, tag: str, computed: Computed, above: _Block) -> _Open:
        above.end_line()
        room = above.room()
        width = room if computed.width is None else min(computed.width.of(room), self._width)
        indent = _INDENTS.get(tag, 0.0)
        margin = _BODY_MARGIN if tag == "body" else _MARGINS.get(tag, 0.0) * computed.style.size
        above.top += max(margin - above.margin, 0.0)
        above.margin = 0.0
        inner = width - indent * (2 if tag == "body" else 1)
        flow = _Block(above.left + above.shift + indent, above.top, inner)
        display = computed.style.display
        if display == "table":
            self._lay_columns(node, flow, computed)
        elif display.startswith("table-"):
            flow.columns = above.columns
        return _Open(node, end, "block", above, flow)

    def _lay_columns(self, node: int, flow: _Block, computed: Computed) -> None:
        wishes = widths_of_columns(self._tree, node, self._computed, flow.width)
        flow.columns = column_widths(wishes, flow.width, is_fixed=computed.width is not None)
        flow.width = max(sum(flow.columns), 1.0)

    def _cell(self, node: int, end: int, row: _Block) -> _Open:
        first = row.next_cell
        row.next_cell = last = first + span_of(self._tree.get(node, "colspan"))
        left = row.left + sum(row.columns[:first]) + _CELL_PADDING
        width = sum(row.columns[first:last]) - 2 * _CELL_PADDING
        return _Open(node, end, "cell", row, _Block(left, row.top + _CELL_PADDING, width))

    def _floating(self, node: int, end: int, computed: Computed, above: _Block) -> _Open:
        if computed.width is None:
            width = min(text_width(self._tree, node, computed), above.room() / 2)
        else:
            width = computed.width.of(above.width)
        left, top = above.float(computed.side, min(width, above.width))
        return _Open(node, end, "float", above, _Block(left, top, width))

    def _pass(self, node: int, tag: str, computed: Computed, above: _Block) -> None:
        if computed.style.display == "none":
            return
        if tag == "br":
            above.line = above.line or computed.style.line_height
            above.end_line()
        else:
            self._place(node, tag, computed, above)

    def _place(self, node: int, tag: str, computed: Computed, above: _Block) -> None:
        width, height = _replaced_size(tag, computed, above.width)
        if computed.side:
            left, top = above.float(computed.side, width)
            above.float_bottom = max(above.float_bottom, top + height)
        else:
            left, top = above.put(width, height)
        self._set(node, left, top, width, height)

    def _text(self, node: int, start: int, end: int) -> None:
        """Fills lines with a text directly below the node."""
        words = " ".join(self._tree.text[start:end].split()) if end > start else ""
        computed = self._computed(node)
        if words and not (computed.is_hidden or self._tree.tag(node) in _REPLACED):
            flow = self._open[-1].flow if self._open else self._page
            flow.fill(_letters(words) * computed.style.size * LETTER_WIDTH, computed.style.line_height)

    def _leave_before(self, node: int) -> None:
        """Leaves all nodes that end before this one, the innermost first, and reads the text after each."""
        tree = self._tree
        while self._open and self._open[-1].end <= node:
            left = self._open.pop()
            if left.kind == "inline":
                self._leave_inline(left)
            elif left.kind != "none":
                self._leave_block(left)
            if tree.parents[left.node] >= 0:
                self._text(tree.parents[left.node], tree.tail_starts[left.node], tree.tail_ends[left.node])

    def _leave_inline(self, left: _Open) -> None:
        block = left.flow
        bottom = block.top + block.line
        if block.top == left.top:
            self._set(left.node, left.left, left.top, block.left + block.shift + block.x - left.left, bottom - left.top)
        else:
            self._set(left.node, block.left, left.top, block.width, bottom - left.top)

    def _leave_block(self, left: _Open) -> None:
        flow, above, computed = left.flow, left.above, self._computed(left.node)
        flow.end_line()
        tag = self._tree.tag(left.node)
        bottom = max(flow.top, flow.float_bottom) if left.kind != "block" or tag == "body" else flow.top
        if computed.height is not None and not computed.height.is_share:
            bottom = max(bottom, left.top + computed.height.value)
        self._set(left.node, flow.left, left.top, flow.width, bottom - left.top)
        if left.kind == "block" and not computed.is_lifted:
            above.margin = max(_MARGINS.get(tag, 0.0) * computed.style.size, flow.margin)
            above.top = max(above.top, bottom) + above.margin - flow.margin
            # Floats may extend below the block that they are in.
            above.float_bottom = max(above.float_bottom, flow.float_bottom)
        elif left.kind == "float":
            above.float_bottom = max(above.float_bottom, bottom)
        elif left.kind == "cell":
            # A row ends where its longest cell does.
            above.float_bottom = max(above.float_bottom, bottom + _CELL_PADDING)
        if computed.style.display == "table-row":
            above.top = max(above.top, flow.float_bottom)
            self._set(left.node, flow.left, left.top, flow.width, above.top - left.top)

    def _set(self, node: int, left: float, top: float, width: float, height: float) -> None:
        for side, value in zip(self._sides, (left, top, max(width, 0.0), max(height, 0.0)), strict=True):
            # Eighths of a pixel, as in drawn layouts.
            side[node] = round(value * 8) / 8

    def _result(self, height: float) -> Layout:
        lefts, tops, widths, heights = self._sides
        numbers: dict[Style, int] = {}
        codes = array("i", [-1]) * len(self._tree)
        for node in range(len(self._tree)):
            if widths[node] > 0 and heights[node] > 0 and not self._computed(node).is_hidden:
                codes[node] = numbers.setdefault(self._computed(node).style, len(numbers))
        return Layout(
            source="estimated",
            width=self._width,
            height=height,
            lefts=lefts,
            tops=tops,
            widths=widths,
            heights=heights,
            styles=tuple(numbers),
            style_codes=codes,
            stacking=self._lifted,
            digest=tree_digest(self._tree),
        )


def _replaced_size(tag: str, computed: Computed, room: float) -> tuple[float, float]:
    width, height = _REPLACED[tag]
    if computed.width is not None:
        width = computed.width.of(room)
    if computed.height is not None and not computed.height.is_share:
        height = computed.height.value
    return min(width, room), height


def _letters(text: str) -> float:
    """The width of the text in Latin letters. East Asian characters are twice as wide, and have no spaces between."""
    if text.isascii():
        return len(text)
    return len(text) + sum(sign >= _FIRST_WIDE for sign in text)
