# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Makes the outline of a page, its boxes and lines of text, in one walk over the flat tree."""

from __future__ import annotations

from array import array
from typing import Final

from newsloom.dom.outline import BOX, INLINE, LEAKY, LINK, MAX_CHARACTERS, REMARK, UNSEEN, Outline
from newsloom.dom.tags import INLINE_TAGS, LEAKY_TAGS, UNSEEN_TAGS
from newsloom.dom.tree import Tree
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["outline_of"]

_INLINE = cython.declare(cython.int, INLINE)
_LINK = cython.declare(cython.int, LINK)
_BOX = cython.declare(cython.int, BOX)
_UNSEEN = cython.declare(cython.int, UNSEEN)
_LEAKY = cython.declare(cython.int, LEAKY)
_REMARK = cython.declare(cython.int, REMARK)
_KINDS: Final = (
    dict.fromkeys(INLINE_TAGS, _INLINE)
    | {"a": _LINK, "": _REMARK}
    | dict.fromkeys(UNSEEN_TAGS, _UNSEEN)
    | dict.fromkeys(LEAKY_TAGS, _LEAKY)
)
_PARTS: Final = frozenset({"p", "div"})

# Soft hyphens, zero-width spaces, control characters. Not tabs and line breaks, which are folded, nor joiners, which
# are parts of words.
_INVISIBLE: Final = dict.fromkeys(
    [*range(9), *range(14, 32), *range(127, 133), *range(134, 160), 0xAD, 0x200B, 0x2060, 0xFEFF]
)


def outline_of(tree: Tree | None) -> Outline:
    """The outline of a tree; empty for a page without a root."""
    if tree is None:
        return Outline()
    walk = _Walk(tree)
    walk.over()
    return walk.outline()


@cython.cclass
class _Walk:
    _tree: Tree
    # The arrays behind the views below: nodes and parents by box, boxes by line, kinds by node. All but the last are
    # larger than needed.
    _found: tuple[array[int], array[int], array[int], array[int]]
    _box_nodes: cython.longlong[::1]
    _box_parents: cython.longlong[::1]
    _boxes: cython.longlong[::1]
    _box_count: cython.Py_ssize_t
    _texts: list[str]
    _unlinked_texts: list[str]
    _text: str
    _tags: cython.int[::1]
    _parents: cython.int[::1]
    _ends: cython.int[::1]
    _text_starts: cython.int[::1]
    _text_ends: cython.int[::1]
    _tail_starts: cython.int[::1]
    _tail_ends: cython.int[::1]
    _hrefs: cython.int[::1]
    # Kinds by tag, whether a tag is a part of the page, and kinds by node.
    _by_tag: cython.int[::1]
    _is_part: cython.int[::1]
    _kinds: cython.int[::1]
    _line: _Line
    _unlinked: _Line
    # Whether the line has any pieces, and whether it contains a link or part of one.
    _has_pieces: cython.bint
    _is_linked: cython.bint
    _links: cython.Py_ssize_t
    _left: cython.Py_ssize_t
    _box: cython.Py_ssize_t
    _known_part: cython.Py_ssize_t

    def __init__(self, tree: Tree) -> None:
        self._tree, self._text = tree, tree.text
        count = len(tree)
        # A line ends where a box begins or ends, and at the end of the page.
        self._found = (zeros("q", count), zeros("q", count), zeros("q", 2 * count + 1), zeros("i", count))
        self._box_nodes, self._box_parents, self._boxes, self._kinds = self._found
        self._texts, self._unlinked_texts = [], []
        self._box_count = 0
        self._tags, self._parents, self._ends = tree.tags, tree.parents, tree.ends
        self._text_starts, self._text_ends = tree.text_starts, tree.text_ends
        self._tail_starts, self._tail_ends = tree.tail_starts, tree.tail_ends
        self._hrefs = tree.values("href").codes
        self._by_tag = array("i", [_KINDS.get(name, _BOX) for name in tree.names])
        self._is_part = array("i", [name in _PARTS for name in tree.names])
        self._line, self._unlinked = _Line(tree.text), _Line(tree.text)
        self._has_pieces = self._is_linked = False
        self._links, self._left = 0, MAX_CHARACTERS
        self._box = self._known_part = -1

    def over(self) -> None:
        """Walks over all nodes."""
        node: cython.Py_ssize_t = 0
        parent: cython.Py_ssize_t = -1
        count: cython.Py_ssize_t = len(self._kinds)
        while node < count:
            kind: cython.int = self._enter(node)
            self._kinds[node] = kind
            if kind < _UNSEEN:
                self._add(self._text_starts[node], self._text_ends[node])
                if self._ends[node] > node + 1:
                    parent = node
                    node += 1
                    continue
            self._leave(node)
            node = self._ends[node]
            while parent >= 0 and self._ends[parent] == node:
                self._leave(parent)
                parent = self._parents[parent]

    def outline(self) -> Outline:
        """The result of the walk."""
        nodes, parents, boxes, kinds = self._found
        return Outline(
            tree=self._tree,
            nodes=nodes[: self._box_count],
            parents=parents[: self._box_count],
            columns=(self._texts, self._unlinked_texts, boxes[: len(self._texts)]),
            kinds=kinds,
        )

    @cython.cfunc
    @cython.exceptval(-1)
    def _enter(self, node: cython.Py_ssize_t) -> cython.int:
        """Opens a node and returns its kind."""
        kind: cython.int = self._by_tag[self._tags[node]]
        if kind == _LINK:
            if self._hrefs[node] < 0:
                return _INLINE
            self._links += 1
            self._part_lines()
            # A space in place of the link, to keep the words on both sides apart.
            self._unlinked.break_off()
        elif kind == _BOX or (kind == _LEAKY and self._has_part(node)):
            if self._has_pieces:
                self._end_line()
            self._box_parents[self._box_count] = self._box
            self._box_nodes[self._box_count] = node
            self._box = self._box_count
            self._box_count += 1
            return _BOX
        return kind

    @cython.cfunc
    @cython.exceptval(-1)
    def _leave(self, node: cython.Py_ssize_t) -> cython.int:
        kind: cython.int = self._kinds[node]
        if kind == _BOX:
            if self._has_pieces:
                self._end_line()
            self._box = self._box_parents[self._box]
        elif kind == _LINK:
            self._links -= 1
        if kind != _REMARK:
            self._add(self._tail_starts[node], self._tail_ends[node])
        return 0

    @cython.cfunc
    def _has_part(self, node: cython.Py_ssize_t) -> cython.bint:
        """Whether the node contains a paragraph or block.

        The part found is remembered, so that nested unclosed nodes are not all searched.
        """
        if node < self._known_part < self._ends[node]:
            return True
        inner: cython.Py_ssize_t
        for inner in range(node + 1, self._ends[node]):
            if self._is_part[self._tags[inner]]:
                self._known_part = inner
                return True
        return False

    @cython.cfunc
    @cython.exceptval(-1)
    def _add(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        # White space at the start of a line, which is most text between tags, would be folded away.
        if start == end or (not self._has_pieces and _is_blank(self._text, start, end)):
            return 0
        if end - start > self._left:
            end = start + self._left
        self._left -= end - start
        self._has_pieces = True
        if self._links:
            self._part_lines()
        self._line.add(start, end)
        if self._is_linked and not self._links:
            self._unlinked.add(start, end)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _part_lines(self) -> cython.int:
        """Starts to keep the unlinked line separately, from the first link of a line on."""
        if not self._is_linked:
            self._is_linked = True
            self._unlinked.copy(self._line)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _end_line(self) -> cython.int:
        text: str = self._line.folded()
        if text:
            self._boxes[len(self._texts)] = self._box
            self._texts.append(text)
            self._unlinked_texts.append(self._unlinked.folded() if self._is_linked else text)
        self._line.clear()
        self._unlinked.clear()
        self._has_pieces = self._is_linked = False
        return 0


@cython.cclass
class _Line:
    """A line under construction: pieces of the page's text, the last of which may be extended."""

    _text: str
    _pieces: list[str]
    _start: cython.Py_ssize_t
    _end: cython.Py_ssize_t

    def __init__(self, text: str) -> None:
        self._text = text
        self._pieces = []
        self._start = self._end = -1

    @cython.ccall
    def add(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> None:
        """Adds a piece of the page's text."""
        if start != self._end:
            self._close()
            self._start = start
        self._end = end

    @cython.ccall
    def break_off(self) -> None:
        """Adds a space."""
        self._close()
        self._pieces.append(" ")
        self._start = self._end = -1

    @cython.ccall
    def copy(self, other: _Line) -> None:
        """Makes this line the same as another."""
        self._pieces = other._pieces[:]
        self._start, self._end = other._start, other._end

    @cython.ccall
    def clear(self) -> None:
        """Begins a new line."""
        if self._pieces:
            self._pieces = []
        self._start = self._end = -1

    @cython.ccall
    def folded(self) -> str:
        """The line with white space folded and without invisible characters."""
        if not self._pieces:
            return _folded_part(self._text, self._start, self._end) if self._end >= 0 else ""
        self._close()
        self._start = self._end = -1
        return _folded("".join(self._pieces))

    @cython.cfunc
    def _close(self) -> None:
        if self._end > self._start:
            self._pieces.append(self._text[self._start : self._end])


@cython.cfunc
@cython.inline
def _is_blank(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    while start < end and text[start].isspace():
        start += 1
    return start == end


@cython.cfunc
def _folded_part(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
    # Strips the indents around the line before copying it.
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return _folded(text[start:end])


@cython.cfunc
def _folded(text: str) -> str:
    # Most lines are folded already.
    if _is_folded(text):
        return text
    text = " ".join(text.split())
    return text if text.isprintable() else " ".join(text.translate(_INVISIBLE).split())


@cython.cfunc
def _is_folded(text: str) -> cython.bint:
    """Whether white space is single spaces between words, and all is printable. Other white space is not."""
    is_space: cython.bint = True
    sign: cython.Py_UCS4
    for sign in text:
        if sign == " ":
            if is_space:
                return False
            is_space = True
        elif "!" <= sign <= "~" or sign.isprintable():
            is_space = False
        else:
            return False
    return not is_space
