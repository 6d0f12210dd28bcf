# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The outline of a document: nested boxes and the lines of text in them.

A *box* is an element that breaks the line; a *segment* is a run of text between two breaks, with and without its
hyperlink text. All code that reads the text of a page starts from the outline, which ``outlinewalk`` makes from the
flat tree. Nothing here decides what is news.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from lxml import etree

from newsloom.dom.tree import Tree

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = [
    "BOX",
    "INLINE",
    "LEAKY",
    "LINK",
    "MAX_CHARACTERS",
    "REMARK",
    "UNSEEN",
    "Outline",
    "Segment",
]

MAX_CHARACTERS: Final = 1_000_000
"""Text beyond this is not read. The longest of 4,200 real pages has a quarter of it."""

INLINE, LINK, BOX, UNSEEN, LEAKY, REMARK = range(6)
"""How a node is treated. From ``UNSEEN`` on, nodes are skipped with their contents, except leaky ones that hold a
paragraph or block. Remarks are comments and instructions; the text after them is skipped as well."""


@cython.final
@cython.cclass
class Segment:
    """A run of text with white space folded. ``unlinked`` is the same without hyperlink text."""

    # Pages have hundreds, and a dataclass takes four times as long to create.
    _text: str
    _unlinked: str
    _box: cython.Py_ssize_t

    def __init__(self, text: str, unlinked: str, box: int) -> None:
        self._text = text
        self._unlinked = unlinked
        self._box = box

    @property
    def text(self) -> str:
        return self._text

    @property
    def unlinked(self) -> str:
        return self._unlinked

    @property
    def box(self) -> int:
        return self._box

    def __repr__(self) -> str:
        return f"Segment({self._text!r}, {self._unlinked!r}, {self._box})"


@dataclass(eq=False, kw_only=True)
class Outline:
    """Boxes in the order of the page, parents before their children. The root's parent is -1.

    ``nodes`` are the numbers of the boxes in ``tree``, which is None for a page without a root. ``kinds`` says how each
    node of the tree was treated: see ``is_unseen``. ``columns`` holds the segments as columns: texts, texts without
    links, boxes. Numbers of boxes and nodes are in ``array("q")``, which compiled modules read without a copy.
    """

    tree: Tree | None = None
    nodes: array[int] = field(default_factory=lambda: array("q"))
    parents: array[int] = field(default_factory=lambda: array("q"))
    columns: tuple[list[str], list[str], array[int]] = field(default_factory=lambda: ([], [], array("q")))
    kinds: array[int] = field(default_factory=lambda: array("i"))

    def is_unseen(self, node: int) -> bool:
        """Whether a node was skipped with its contents. False for an unclosed one around a part of the page."""
        return self.kinds[node] >= UNSEEN

    @cached_property
    def boxes(self) -> list[etree._Element]:
        """The boxes as lxml elements. Creating all of them takes as long as the outline itself."""
        return [] if self.tree is None else list(map(self.tree.element, self.nodes))

    def element(self, box: int) -> etree._Element:
        """One box as an lxml element."""
        if self.tree is None:
            raise IndexError("a page without a root has no boxes")
        return self.tree.element(self.nodes[box])

    @cached_property
    def segments(self) -> list[Segment]:
        """The lines in the order of the page. Reading them one by one takes ten times as long as reading a column."""
        return list(map(Segment, *self.columns))

    def lines_in(self, boxes: set[int]) -> dict[int, list[int]]:
        """The indexes of the lines directly in these boxes, by box. Boxes and lines are in the order of the page."""
        found: dict[int, list[int]] = {}
        for line, box in enumerate(self.columns[2]):
            if box in boxes:
                found.setdefault(box, []).append(line)
        return found

    @property
    def texts(self) -> list[str]:
        """The texts of the segments."""
        return self.columns[0]

    @cached_property
    def tags(self) -> list[str]:
        """The tags of the boxes."""
        tree = self.tree
        return [] if tree is None else [tree.names[tree.tags[node]] for node in self.nodes]
