"""A page as a flat tree, built once: an element goes in; its nodes come out, numbered, in arrays.

Outline, searches and template paths are views of it. The arrays are ``array.array("i")``: indexed by plain Python, and
read without a copy by compiled modules (``cython.int[::1]``) and numpy. Nothing is interpreted here.
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

# What is written here is long and read by nobody.
_UNREAD: Final = frozenset({"script", "style"})


class Values(NamedTuple):
    """One attribute of nodes: ``strings[codes[node]]``, and no value where the code is -1.

    Pages repeat the same values hundreds of times: each string comes once, or hardly ever twice.
    """

    strings: list[str]
    codes: array[int]


class Tree:
    """The nodes below an element, itself the first, in the order of the page: a parent before its children.

    ``names[tags[node]]`` is a node's tag; comments, instructions and entities are nodes whose tag is empty, number 0.
    ``parents[node]`` is its parent (-1 for the first), and ``ends[node]`` the number behind its last descendant, so
    that its descendants are ``range(node + 1, ends[node])`` and its next brother, if any, is ``ends[node]``.

    All text is in ``text``, in the order of the page: a node's own, up to its first child, is
    ``text[text_starts[node]:text_ends[node]]``, and what follows its end ``text[tail_starts[node]:tail_ends[node]]``.
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
        """The nodes right below a node."""
        child, end = node + 1, self.ends[node]
        while child < end:
            yield child
            child = self.ends[child]

    def parts(self, node: int) -> Iterator[int | str]:
        """What stands right below a node, in order: its children, and the texts before, between and behind them."""
        if text := self.text[self.text_starts[node] : self.text_ends[node]]:
            yield text
        for child in self.children(node):
            yield child
            if text := self.text[self.tail_starts[child] : self.tail_ends[child]]:
                yield text

    def tag(self, node: int) -> str:
        """The node's tag, empty for a comment, an instruction and an entity."""
        return self.names[self.tags[node]]

    def element(self, node: int) -> etree._Element:
        """The node as lxml has it."""
        return self._nodes.element(node)

    def get(self, node: int, name: str) -> str | None:
        """One attribute of one node; ``values`` is faster for many."""
        return self._nodes.get(node, name)

    def get_all(self, nodes: Iterable[int], name: str) -> list[str | None]:
        """One attribute of some nodes, as strings: faster than ``values`` where they are few."""
        return self._nodes.get_all(nodes, name)

    def values_at(self, nodes: Sequence[int], name: str) -> Values:
        """One attribute of some nodes, by their place among them: faster than ``get_all`` where values come often."""
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
