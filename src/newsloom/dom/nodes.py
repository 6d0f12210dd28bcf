"""Reads the nodes below an lxml element into arrays, and gives access to the elements and their attributes.

The only module with two forms: ``nodes.pyx`` does the same through lxml's public C interface and, when compiled,
replaces this one.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Sequence

from lxml import etree

from newsloom.zeros import zeros

__all__ = ["Nodes", "flatten"]


class Nodes:
    """The elements of a tree by number. Comments, processing instructions and entities count as elements."""

    def __init__(self, elements: list[etree._Element]) -> None:
        self._elements = elements

    def element(self, node: int) -> etree._Element:
        return self._elements[_checked(node)]

    def get(self, node: int, name: str) -> str | None:
        element = self._elements[_checked(node)]
        return element.get(name) if isinstance(element.tag, str) else None

    def get_all(self, nodes: Iterable[int], name: str) -> list[str | None]:
        return [self.get(node, name) for node in nodes]

    def get_each(self, node: int, names: Iterable[str]) -> list[str | None]:
        return [self.get(node, name) for name in names]

    def values_at(self, nodes: Sequence[int], name: str) -> tuple[list[str], array[int]]:
        """The distinct values of an attribute of some nodes, and for each node the index of its value, -1 for none."""
        numbers: dict[str, int] = {}
        found = self.get_all(nodes, name)
        codes = [-1 if value is None else numbers.setdefault(value, len(numbers)) for value in found]
        return list(numbers), array("i", codes)

    def values(self, name: str) -> tuple[list[str], array[int]]:
        """The same for all nodes."""
        return self.values_at(range(len(self._elements)), name)


def flatten(
    root: etree._Element, unread: Container[str]
) -> tuple[Nodes, list[str], array[int], array[int], array[int], str, array[int], array[int], array[int], array[int]]:
    """The nodes of ``root`` and below, followed by the values of ``Tree``'s attributes in order."""
    elements = list(root.iter())
    parents, ends = _nested(elements)
    numbers = {"": 0}
    tags = array("i")
    text = _Text(len(elements))
    for node, element in enumerate(elements):
        tag = element.tag if isinstance(element.tag, str) else ""
        tags.append(numbers.setdefault(tag, len(numbers)))
        text.add_text(node, element.text if tag and tag not in unread else None)
        # The nodes that end with this one, the innermost first.
        ended = node
        while ended >= 0 and ends[ended] == len(tags):
            text.add_tail(ended, elements[ended].tail)
            ended = parents[ended]
    return (Nodes(elements), list(numbers), tags, parents, ends, *text.found())


def _nested(elements: list[etree._Element]) -> tuple[array[int], array[int]]:
    """The parent of each element, and the number after its last descendant's."""
    parents, ends = array("i"), zeros("i", len(elements))
    # The open elements, and the number of children of each that are still to come.
    opened, to_come = [-1], [1]
    for node, element in enumerate(elements):
        parents.append(opened[-1])
        opened.append(node)
        to_come.append(len(element))
        while len(opened) > 1 and not to_come[-1]:
            to_come.pop()
            ends[opened.pop()] = node + 1
            to_come[-1] -= 1
    return parents, ends


class _Text:
    """The text of a page as it grows, and the ranges of each node's texts in it."""

    def __init__(self, nodes: int) -> None:
        self._pieces: list[str] = []
        self._size = 0
        self._ranges = [zeros("i", nodes) for _ in range(4)]

    def add_text(self, node: int, text: str | None) -> None:
        self._add(text, node, *self._ranges[:2])

    def add_tail(self, node: int, tail: str | None) -> None:
        self._add(tail, node, *self._ranges[2:])

    def found(self) -> tuple[str, array[int], array[int], array[int], array[int]]:
        text_starts, text_ends, tail_starts, tail_ends = self._ranges
        return "".join(self._pieces), text_starts, text_ends, tail_starts, tail_ends

    def _add(self, text: str | None, node: int, starts: array[int], ends: array[int]) -> None:
        starts[node] = self._size
        if text:
            self._pieces.append(text)
            self._size += len(text)
        ends[node] = self._size


def _checked(node: int) -> int:
    if node < 0:
        raise IndexError(f"there is no node {node}")
    return node
