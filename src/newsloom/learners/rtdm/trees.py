"""Stores pages as labelled ordered trees, and numbers them.

Equal trees are stored once: two nodes with the same tag, text and children are the same node, and two with the same tag
and the same tags below have the same shape. So the pages of a site take little more memory than one of them, and equal
parts need no comparison. Depth, nodes and children are bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from newsloom.dom import Document
from newsloom.dom.tree import HIDDEN_TAGS, Tree
from newsloom.learners.paths import beginning

__all__ = ["TEXT", "Node", "TreePool"]

TEXT: Final = "#text"

_MAX_DEPTH: Final = 64
_MAX_NODES: Final = 8_000
# The rows of a table repeat each other; differences between pages show earlier.
_MAX_CHILDREN: Final = 100
_MAX_TEXT: Final = 120


@dataclass(frozen=True, slots=True)
class Node:
    """A tag, the text of a text leaf, and the numbers of the children."""

    tag: str
    text: str
    children: tuple[int, ...]


class TreePool:
    """All trees of one run of the learner."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.shape_of: list[int] = []  # node → shape
        self.shapes: list[Node] = []  # the same without texts; children are shapes
        self.sizes: list[int] = []  # shape → nodes in it
        self._known: dict[Node, int] = {}
        self._known_shapes: dict[Node, int] = {}

    def plant(self, document: Document) -> int:
        """Adds the document's tree and returns its number; an empty page is a tree of one node."""
        return self._node("#empty", "", ()) if document.tree is None else self._plant(document.tree)

    def below(self, shape: int) -> Iterator[int]:
        """The shape and all shapes below it, each as often as it occurs."""
        waiting = [shape]
        while waiting:
            one = waiting.pop()
            yield one
            waiting.extend(self.shapes[one].children)

    def _plant(self, tree: Tree) -> int:
        # (node, parts still to be added, numbers of those added); the bottom of the stack is the root.
        stack = [(0, _parts(tree, 0), list[int]())]
        count = 1
        while True:
            node, waiting, planted = stack[-1]
            part = next(waiting, None)
            if part is None or count > _MAX_NODES:
                stack.pop()
                number = self._node(tree.tag(node), "", tuple(planted))
                if not stack:
                    return number
                stack[-1][2].append(number)
            elif isinstance(part, str):
                planted.append(self._node(TEXT, part, ()))
                count += 1
            else:
                below = _parts(tree, part) if len(stack) < _MAX_DEPTH else iter(())
                stack.append((part, below, []))
                count += 1

    def _node(self, tag: str, text: str, children: tuple[int, ...]) -> int:
        node = Node(tag, text, children)
        number = self._known.get(node)
        if number is None:
            number = self._known[node] = len(self.nodes)
            self.nodes.append(node)
            self.shape_of.append(self._shape(tag, tuple(self.shape_of[child] for child in children)))
        return number

    def _shape(self, tag: str, children: tuple[int, ...]) -> int:
        shape = Node(tag, "", children)
        number = self._known_shapes.get(shape)
        if number is None:
            number = self._known_shapes[shape] = len(self.shapes)
            self.shapes.append(shape)
            self.sizes.append(1 + sum(self.sizes[child] for child in children))
        return number


def _parts(tree: Tree, node: int) -> Iterator[int | str]:
    """The texts and elements directly below an element, in order."""
    if tree.tag(node) in HIDDEN_TAGS:
        return
    children = 0
    for part in tree.parts(node):
        if isinstance(part, str):
            if words := beginning(part, _MAX_TEXT):
                yield words
            continue
        children += 1
        if children > _MAX_CHILDREN:
            return
        if tree.tag(part):
            yield part
