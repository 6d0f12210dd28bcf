# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Where links stand in lines: an outline and some of its boxes in; the lines of each, with the spans of links, out.

A line is put together again from its pieces as the outline does it, except that nothing invisible is taken out: where
the two differ, the caller knows no spans. Addresses are not looked at.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from newsloom.dom.outline import BOX, LINK, REMARK, Outline
from newsloom.dom.tree import Tree

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["Spans", "lines_with_links", "linked_lines"]

_LINK = cython.declare(cython.int, LINK)
_BOX = cython.declare(cython.int, BOX)
_REMARK = cython.declare(cython.int, REMARK)

Spans = dict[int, tuple[int, int]]
"""For the node of each link where its text begins and ends in the line."""


def linked_lines(outline: Outline, boxes: Iterable[int]) -> list[list[tuple[str, Spans]]]:
    """For each box the lines of its own text, between the boxes in it, and the links of each line."""
    if outline.tree is None:
        return [[] for _ in boxes]
    reading = _Reading(outline.tree, outline.kinds)
    return [reading.lines_of(outline.nodes[box]) for box in boxes]


def lines_with_links(outline: Outline, lines: Iterable[int]) -> list[int]:
    """Those of the lines that are linked, or have a part that is."""
    texts: list[str] = outline.columns[0]
    unlinked: list[str] = outline.columns[1]
    found: list[int] = []
    line: cython.Py_ssize_t
    text: str
    own: str
    for line in lines:
        if not 0 <= line < len(texts):
            raise IndexError(f"there are {len(texts)} lines, and none is {line}")
        text = texts[line]
        own = unlinked[line]
        if len(own) < len(text):
            found.append(line)
    return found


@cython.cclass
class _Reading:
    """Typed views of the page, acquired once: that takes longer than most boxes do."""

    _text: str
    _kinds: cython.int[::1]
    _parents: cython.int[::1]
    _ends: cython.int[::1]
    _text_starts: cython.int[::1]
    _text_ends: cython.int[::1]
    _tail_starts: cython.int[::1]
    _tail_ends: cython.int[::1]

    def __init__(self, tree: Tree, kinds: array[int]) -> None:
        if len(kinds) != len(tree):
            raise ValueError("the outline is of another tree")
        self._text, self._kinds = tree.text, kinds
        self._parents, self._ends = tree.parents, tree.ends
        self._text_starts, self._text_ends = tree.text_starts, tree.text_ends
        self._tail_starts, self._tail_ends = tree.tail_starts, tree.tail_ends

    @cython.ccall
    def lines_of(self, box: cython.Py_ssize_t) -> list[tuple[str, Spans]]:
        lines: list[tuple[str, Spans]] = []
        line: _Line = _Line()
        node: cython.Py_ssize_t = box + 1
        # The innermost open element, and the link that it is or stands in; those around that link, if any.
        around: cython.Py_ssize_t = box
        link: cython.Py_ssize_t = -1
        outer: list[int] = []
        line.add(self._text[self._text_starts[box] : self._text_ends[box]], link)
        while node < self._ends[box]:
            kind: cython.int = self._kinds[node]
            if kind <= _LINK:
                if kind == _LINK:
                    outer.append(link)
                    link = node
                line.add(self._text[self._text_starts[node] : self._text_ends[node]], link)
                around = node
                node += 1
            else:
                if kind == _BOX:
                    line.end(lines)
                    line = _Line()
                if kind != _REMARK:
                    line.add(self._text[self._tail_starts[node] : self._tail_ends[node]], link)
                node = self._ends[node]
            while around != box and self._ends[around] == node:
                inner: cython.Py_ssize_t = around
                around = self._parents[around]
                if link == inner:
                    link = outer.pop()
                line.add(self._text[self._tail_starts[inner] : self._tail_ends[inner]], link)
        line.end(lines)
        return lines


@cython.cclass
class _Line:
    """A line as it grows, with white space folded."""

    _pieces: list[str]
    _size: cython.Py_ssize_t
    _is_spaced: cython.bint
    _spans: dict[int, tuple[int, int]]

    def __init__(self) -> None:
        self._pieces, self._spans = [], {}
        self._size, self._is_spaced = 0, False

    @cython.ccall
    def add(self, text: str, link: cython.Py_ssize_t) -> None:
        """Add a piece that stands in this link, -1 for none."""
        if not text:
            return
        words: str = " ".join(text.split())
        if not words:
            self._is_spaced = True
            return
        if self._size and (self._is_spaced or text[0].isspace()):
            self._pieces.append(" ")
            self._size += 1
        if link >= 0:
            begun = self._spans.get(link)
            start: cython.Py_ssize_t = self._size if begun is None else begun[0]
            self._spans[link] = (start, self._size + len(words))
        self._pieces.append(words)
        self._size += len(words)
        self._is_spaced = text[len(text) - 1].isspace()

    @cython.ccall
    def end(self, lines: list[tuple[str, Spans]]) -> None:
        """Add the line to others, unless there is nothing in it."""
        if self._size:
            lines.append(("".join(self._pieces), self._spans))
