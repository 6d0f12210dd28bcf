"""Finds the visible blocks of a page, with their contents, from its tree and its layout.

The layout, not the tag, decides what is a block: an element that starts a new line. Text beside blocks in the same
element is a block without an element, like the anonymous boxes of browsers. Nothing here decides what is news.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from newsloom.dom.layout import Box, Layout
from newsloom.dom.tree import Tree

__all__ = ["DrawnBlock", "find_drawn_blocks"]

MEDIA_TAGS: Final = frozenset("img picture video audio iframe object embed canvas svg".split())
CONTROL_TAGS: Final = frozenset("input select textarea button".split())
_UNREAD_TAGS: Final = frozenset("script style template head title noscript noframes datalist map".split())

# A letter is about half as wide as its font is high; Chinese, Japanese and Korean characters are as wide as high.
_LETTER_WIDTH: Final = 0.5
_WIDE: Final = "\u2e80"
# Smaller pictures are bullets, lines and icons; smaller boxes hold invisible texts for screen readers.
_SMALLEST_PICTURE: Final = 2_500.0
_SMALLEST_SIDE: Final = 2.0
# An inline element at least this wide relative to its parent leaves no room for anything else on its line.
_WHOLE_LINE: Final = 0.9
_NORMAL_LINE: Final = 1.2


_Piece = tuple[str, int, bool]


@dataclass(slots=True, eq=False)
class DrawnBlock:
    """A block, its position, and the areas of its contents in CSS pixels, including those of the blocks within.

    ``parent`` is the index of the block around it, -1 if there is none. ``text`` is the text of a leaf, with the line
    breaks of the page; ``style`` is the index in ``Layout.styles`` of the style of most letters, -1 if it has none.
    ``background`` is the colour behind it, None for the page's own. ``decoration_area`` is that of rules, bullets and
    small pictures. ``closes_linked`` is True for a leaf whose text is partly linked and ends in a link.
    """

    node: int
    parent: int
    box: Box
    stacking: int
    background: str | None = None
    is_leaf: bool = False
    text: str = ""
    style: int = -1
    letters: int = 0
    linked_letters: int = 0
    text_area: float = 0.0
    link_area: float = 0.0
    media_area: float = 0.0
    control_area: float = 0.0
    decoration_area: float = 0.0
    styles: dict[int, int] = field(default_factory=dict)
    closes_linked: bool = False

    @property
    def content_area(self) -> float:
        return self.text_area + self.link_area + self.media_area + self.control_area + self.decoration_area


def find_drawn_blocks(tree: Tree, layout: Layout) -> list[DrawnBlock]:
    """The visible blocks in the order of the page, each before the blocks within it."""
    return _Walk(tree, layout).blocks()


@dataclass(slots=True, eq=False)
class _Open:
    """An element that is being read: the block that its text belongs to, and its style."""

    node: int
    end: int
    block: int
    is_block: bool
    style: int
    is_link: bool


@dataclass(slots=True, eq=False)
class _Run:
    """The inline contents of a block up to the next block within it or to its end.

    ``pieces`` are texts with their styles and whether they are linked; ``objects`` has the areas of everything else.
    """

    pieces: list[_Piece] = field(default_factory=list)
    objects: DrawnBlock | None = None
    has_text: bool = False


class _Walk:
    """One pass over the nodes, with a stack of the open elements."""

    def __init__(self, tree: Tree, layout: Layout) -> None:
        self._tree = tree
        self._layout = layout
        self._blocks: list[DrawnBlock] = []
        self._runs: list[_Run] = []
        self._has_blocks: list[bool] = []
        self._bottoms: list[float] = []
        self._sizes = [(style.size, style.line_height or _NORMAL_LINE * style.size) for style in layout.styles]

    def blocks(self) -> list[DrawnBlock]:
        tree, opened = self._tree, [_Open(-1, len(self._tree) + 1, -1, False, -1, False)]
        kinds = [_kind(name) for name in tree.names]
        node, total = 0, len(tree)
        while node < total:
            while opened[-1].end <= node:
                self._close(opened)
            kind = kinds[tree.tags[node]]
            if kind is _SKIPPED:
                node = self._pass(node, opened[-1])
            elif kind is _BREAK:
                self._add_text("\n", opened[-1])
                node = self._pass(node, opened[-1])
            elif kind is not _CONTAINER:
                self._add_object(node, kind, opened[-1])
                node = self._pass(node, opened[-1])
            else:
                self._open(node, opened)
                node += 1
        while len(opened) > 1:
            self._close(opened)
        _add_up(self._blocks)
        return self._blocks

    def _pass(self, node: int, around: _Open) -> int:
        """Skips the contents of a node, reads the text after it and returns the next node."""
        tree = self._tree
        self._add_text(tree.text[tree.tail_starts[node] : tree.tail_ends[node]], around)
        return tree.ends[node]

    def _open(self, node: int, opened: list[_Open]) -> None:
        tree, layout, around = self._tree, self._layout, opened[-1]
        style = layout.style_codes[node]
        is_block = style >= 0 and self._is_block(node, style)
        block = around.block
        if is_block:
            block = self._open_block(node, around.block)
        is_link = around.is_link or (tree.names[tree.tags[node]] == "a" and tree.get(node, "href") is not None)
        entered = _Open(node, tree.ends[node], block, is_block, self._seen_style(node, style), is_link)
        opened.append(entered)
        self._add_text(tree.text[tree.text_starts[node] : tree.text_ends[node]], entered)

    def _seen_style(self, node: int, style: int) -> int:
        too_small = min(self._layout.widths[node], self._layout.heights[node]) < _SMALLEST_SIDE
        return -1 if style < 0 or too_small else style

    def _is_block(self, node: int, style: int) -> bool:
        display = self._layout.styles[style].display
        if display in ("inline", "contents", "none", "ruby", "ruby-text"):
            return False
        if not display.startswith("inline"):
            return True
        parent = self._tree.parents[node]
        return parent >= 0 and self._layout.widths[node] >= _WHOLE_LINE * self._layout.widths[parent] > 0

    def _open_block(self, node: int, parent: int) -> int:
        box = self._layout.box(node)
        if parent >= 0:
            self._end_run(parent, next_top=box.top)
            self._has_blocks[parent] = True
            self._bottoms[parent] = box.bottom
        style = self._layout.style(node)
        inherited = self._blocks[parent].background if parent >= 0 else None
        background = inherited if style is None or style.background is None else style.background
        self._blocks.append(DrawnBlock(node, parent, box, self._layout.stacking[node], background))
        self._runs.append(_Run())
        self._has_blocks.append(False)
        self._bottoms.append(box.top)
        return len(self._blocks) - 1

    def _close(self, opened: list[_Open]) -> None:
        left = opened.pop()
        if left.is_block:
            self._end_block(left.block)
        self._pass(left.node, opened[-1])

    def _end_block(self, number: int) -> None:
        block = self._blocks[number]
        if self._has_blocks[number]:
            self._end_run(number, next_top=block.box.bottom)
            return
        run = self._runs[number]
        paragraphs = _paragraphs(run.pieces) if run.has_text else []
        if len(paragraphs) > 1:
            self._add_leaves(number, paragraphs, run, block.box)
            return
        block.is_leaf = True
        self._fill(block, paragraphs[0] if paragraphs else [], run.objects)

    def _end_run(self, number: int, next_top: float) -> None:
        """Makes leaves of the inline contents between two blocks."""
        run, around = self._runs[number], self._blocks[number]
        self._runs[number] = _Run()
        if not run.has_text and run.objects is None:
            return
        top = self._bottoms[number]
        box = Box(around.box.left, top, around.box.width, max(next_top - top, 0.0))
        self._add_leaves(number, _paragraphs(run.pieces) or [[]], run, box)

    def _add_leaves(self, number: int, paragraphs: list[list[_Piece]], run: _Run, box: Box) -> None:
        """Adds a leaf for each paragraph, one below the other in the box, with heights in proportion to their areas."""
        around = self._blocks[number]
        leaves = [DrawnBlock(around.node, number, box, around.stacking, around.background, True) for _ in paragraphs]
        for place, (leaf, pieces) in enumerate(zip(leaves, paragraphs, strict=True)):
            self._fill(leaf, pieces, run.objects if not place else None)
        areas = [leaf.content_area for leaf in leaves]
        # Beside floats the height cannot be derived from the boxes, so it is estimated from the text.
        height = box.height or (sum(areas) / box.width if box.width else 0.0)
        top = box.top
        for leaf, area in zip(leaves, areas, strict=True):
            part = height * area / (sum(areas) or 1.0)
            leaf.box = Box(box.left, top, box.width, part)
            top += part
        for leaf in leaves:
            self._blocks.append(leaf)
            self._runs.append(_Run())
            self._has_blocks.append(False)
            self._bottoms.append(leaf.box.bottom)

    def _fill(self, leaf: DrawnBlock, pieces: list[_Piece], objects: DrawnBlock | None) -> None:
        leaf.text = "\n".join(_lines("".join(text for text, _, _ in pieces)))
        for text, style, is_link in pieces:
            letters = len(text) - text.count(" ")
            if not letters or text.isspace():
                continue
            size, line = self._sizes[style]
            wide = 0 if text.isascii() else sum(sign >= _WIDE for sign in text)
            area = _LETTER_WIDTH * (len(text) + wide) * size * line
            leaf.letters += letters
            leaf.styles[style] = leaf.styles.get(style, 0) + letters
            if is_link:
                leaf.linked_letters += letters
                leaf.link_area += area
            else:
                leaf.text_area += area
        leaf.style = max(leaf.styles, key=lambda style: (leaf.styles[style], -style), default=-1)
        if 0 < leaf.linked_letters < leaf.letters:
            leaf.closes_linked = next(is_link for text, _, is_link in reversed(pieces) if not text.isspace())
        if objects is not None:
            leaf.link_area += objects.link_area
            leaf.media_area, leaf.control_area = objects.media_area, objects.control_area
            leaf.decoration_area = objects.decoration_area

    def _add_text(self, text: str, around: _Open) -> None:
        if not text or around.block < 0 or around.style < 0:
            return
        run = self._runs[around.block]
        run.pieces.append((text if text == "\n" else text.replace("\n", " "), around.style, around.is_link))
        run.has_text = run.has_text or not text.isspace()

    def _add_object(self, node: int, kind: str, around: _Open) -> None:
        layout = self._layout
        if around.block < 0 or layout.style_codes[node] < 0:
            return
        run = self._runs[around.block]
        if run.objects is None:
            run.objects = DrawnBlock(-1, -1, Box(0, 0, 0, 0), 0)
        contents = run.objects
        area = layout.widths[node] * layout.heights[node]
        if kind is _CONTROL:
            contents.control_area += area
        elif kind is _RULE or area < _SMALLEST_PICTURE:
            contents.decoration_area += area
        elif around.is_link:
            contents.link_area += area
        else:
            contents.media_area += area


_CONTAINER: Final = "container"
_SKIPPED: Final = "skipped"
_BREAK: Final = "break"
_MEDIA: Final = "media"
_CONTROL: Final = "control"
_RULE: Final = "rule"


def _kind(tag: str) -> str:
    if tag in CONTROL_TAGS:
        return _CONTROL
    if tag in MEDIA_TAGS:
        return _MEDIA
    if tag in _UNREAD_TAGS or not tag:
        return _SKIPPED
    return {"br": _BREAK, "hr": _RULE}.get(tag, _CONTAINER)


def _paragraphs(pieces: list[_Piece]) -> list[list[_Piece]]:
    """The pieces divided into paragraphs at empty lines and where a line in another style begins."""
    found: list[list[_Piece]] = []
    before: int | None = None
    for line in _split_lines(pieces):
        letters: dict[int, int] = {}
        for text, style, _ in line:
            if not text.isspace():
                letters[style] = letters.get(style, 0) + len(text)
        if not letters:
            before = None
            continue
        style = max(letters, key=letters.__getitem__)
        if style != before:
            found.append([])
        found[-1] += line
        before = style
    return found


def _split_lines(pieces: list[_Piece]) -> Iterator[list[_Piece]]:
    line: list[_Piece] = []
    for piece in pieces:
        line.append(piece)
        if piece[0] == "\n":
            yield line
            line = []
    yield line


def _lines(text: str) -> Iterator[str]:
    """The lines with spaces folded. Of several empty lines in a row one is kept, as the end of a paragraph."""
    lines = [" ".join(line.split()) for line in text.strip().split("\n")]
    return (line for before, line in pairwise(["", *lines]) if line or before)


def _add_up(blocks: list[DrawnBlock]) -> None:
    """Adds the counts and areas of each block to the block around it."""
    for block in reversed(blocks):
        if block.parent >= 0:
            around = blocks[block.parent]
            around.letters += block.letters
            around.linked_letters += block.linked_letters
            around.text_area += block.text_area
            around.link_area += block.link_area
            around.media_area += block.media_area
            around.control_area += block.control_area
            around.decoration_area += block.decoration_area
