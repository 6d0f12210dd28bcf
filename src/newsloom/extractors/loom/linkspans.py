# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Finds where links are in lines: given an outline and some boxes, returns the lines of each with their link spans.

A line is put together from its pieces as the outline does, except that nothing invisible is removed; where the two
differ, the caller cannot use the spans. Addresses are not looked at.
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
"""Where the text of each link begins and ends in the line, by the link's node."""


def linked_lines(outline: Outline, boxes: Iterable[int]) -> list[list[tuple[str, Spans]]]:
    """For each box, the lines of its own text, outside the boxes in it, with the link spans of each line."""
    if outline.tree is None:
        return [[] for _ in boxes]
    reading = _Reading(outline.tree, outline.kinds)
    return [reading.lines_of(outline.nodes[box]) for box in boxes]


def lines_with_links(outline: Outline, lines: Iterable[int]) -> list[int]:
    """The lines that are links or contain one."""
    texts: list[str] = outline.columns[0]
    unlinked: list[str] = outline.columns[1]
    found: list[int] = []
    line: cython.Py_ssize_t
    text: str
    own: str
    for line in lines:
        if not 0 <= line < len(texts):
            raise IndexError(f"there are {len(texts)} lines; there is no line {line}")
        text = texts[line]
        own = unlinked[line]
        if len(own) < len(text):
            found.append(line)
    return found


@cython.cclass
class _Reading:
    """Typed views of the page, acquired once, because that takes longer than reading most boxes."""

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
        # The innermost open element, the link that it is or is in, and the links around that link, if any.
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
    """A line under construction, with white space collapsed."""

    _pieces: list[str]
    _size: cython.Py_ssize_t
    _is_spaced: cython.bint
    _spans: dict[int, tuple[int, int]]

    def __init__(self) -> None:
        self._pieces, self._spans = [], {}
        self._size, self._is_spaced = 0, False

    @cython.ccall
    def add(self, text: str, link: cython.Py_ssize_t) -> None:
        """Adds a piece of text that is in ``link``; -1 means no link."""
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
        """Appends the line to ``lines`` unless it is empty."""
        if self._size:
            lines.append(("".join(self._pieces), self._spans))
