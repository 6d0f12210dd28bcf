"""A page as a flat tree: the nodes below an lxml element in arrays by number, built once.

Outline, searches and template paths are derived from it. The arrays are ``array.array("i")``: plain Python indexes
them, and compiled modules (``cython.int[::1]``) and numpy read them without a copy. Nothing is interpreted here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from lxml import etree

from newsloom.dom.nodes import Nodes, flatten

__all__ = ["HIDDEN_TAGS", "Tree", "Values"]

HIDDEN_TAGS: Final = frozenset({"script", "style", "noscript", "template"})
"""Tags whose text is not shown."""

# Their text is long and never needed.
_UNREAD: Final = frozenset({"script", "style"})


class Values(NamedTuple):
    """One attribute of nodes: ``strings[codes[node]]``; a node with code -1 does not have it.

    Pages repeat the same values hundreds of times. Each string is stored once; in rare cases a string occurs twice.
    """

    strings: list[str]
    codes: array[int]


class Tree:
    """An element and its descendants as numbered nodes in the order of the page, parents before their children.

    ``names[tags[node]]`` is the tag of a node. Comments, instructions and entities are nodes with an empty tag, number
    0. ``parents[node]`` is its parent (-1 for the first node), and ``ends[node]`` the number after its last
    descendant's: its descendants are ``range(node + 1, ends[node])`` and its next sibling, if any, is ``ends[node]``.

    All text is in ``text``, in the order of the page. A node's own text, up to its first child, is
    ``text[text_starts[node]:text_ends[node]]``; the text after its end is ``text[tail_starts[node]:tail_ends[node]]``.
    The text of scripts, styles and comments is left out.

    The lxml tree must not be changed while this is in use.
    """

    __slots__ = (
        "_nodes",
        "_values",
        "ends",
        "names",
        "parents",
        "tags",
        "tail_ends",
        "tail_starts",
        "text",
        "text_ends",
        "text_starts",
    )

    def __init__(self, root: etree._Element) -> None:
        self._nodes: Nodes
        self._values: dict[str, Values] = {}
        (
            self._nodes,
            self.names,
            self.tags,
            self.parents,
            self.ends,
            self.text,
            self.text_starts,
            self.text_ends,
            self.tail_starts,
            self.tail_ends,
        ) = flatten(root, _UNREAD)

    def __len__(self) -> int:
        return len(self.tags)

    def children(self, node: int) -> Iterator[int]:
        """The children of a node."""
        child, end = node + 1, self.ends[node]
        while child < end:
            yield child
            child = self.ends[child]

    def parts(self, node: int) -> Iterator[int | str]:
        """The children of a node in order, with the texts before, between and after them."""
        if text := self.text[self.text_starts[node] : self.text_ends[node]]:
            yield text
        for child in self.children(node):
            yield child
            if text := self.text[self.tail_starts[child] : self.tail_ends[child]]:
                yield text

    def tag(self, node: int) -> str:
        """The tag of the node; empty for a comment, an instruction or an entity."""
        return self.names[self.tags[node]]

    def element(self, node: int) -> etree._Element:
        """The node as an lxml element."""
        return self._nodes.element(node)

    def get(self, node: int, name: str) -> str | None:
        """One attribute of one node; ``values`` is faster for many."""
        return self._nodes.get(node, name)

    def get_all(self, nodes: Iterable[int], name: str) -> list[str | None]:
        """One attribute of some nodes, as strings. Faster than ``values`` for few nodes."""
        return self._nodes.get_all(nodes, name)

    def values_at(self, nodes: Sequence[int], name: str) -> Values:
        """One attribute of some nodes, with codes in their order. Faster than ``get_all`` if values are repeated."""
        return Values(*self._nodes.values_at(nodes, name))

    def get_each(self, node: int, names: Iterable[str]) -> list[str | None]:
        """Some attributes of one node."""
        return self._nodes.get_each(node, names)

    def values(self, name: str) -> Values:
        """One attribute of all nodes, read once."""
        found = self._values.get(name)
        if found is None:
            found = self._values[name] = Values(*self._nodes.values(name))
        return found
