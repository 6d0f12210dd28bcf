"""Which blocks are neighbours: leaf blocks in, pairs of them out, by their places in the tree and in the drawing.

The graph has the page's leaves alone: a block with blocks within belongs to a cluster where all its leaves do, so that
no clustering can part a subtree from its root (the rendering constraint).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from newsloom.dom.drawnblocks import DrawnBlock

__all__ = ["Edge", "neighbourhood"]

# Of each block, the next in the order of the page and down the drawing: the graph stays linear in the page.
_NEXT: Final = 30


class Edge(NamedTuple):
    """Two neighbours, by number: the steps between them in the tree of blocks, and the pixels between their boxes."""

    first: int
    second: int
    steps: int
    distance: float


def neighbourhood(
    blocks: Sequence[DrawnBlock], leaves: Sequence[int], *, tree_distance: int, drawn_distance: float
) -> list[Edge]:
    """The pairs of leaves, by their places in ``leaves``, that are near in the tree or in the drawing."""
    paths = [_path(blocks, leaf) for leaf in leaves]
    boxes = [blocks[leaf].box for leaf in leaves]
    found: dict[tuple[int, int], Edge] = {}
    down_the_page = sorted(range(len(leaves)), key=lambda place: (boxes[place].top, boxes[place].left))
    for order in (range(len(leaves)), down_the_page):
        for place, first in enumerate(order):
            for second in order[place + 1 : place + 1 + _NEXT]:
                pair = (first, second) if first < second else (second, first)
                if pair not in found:
                    edge = Edge(*pair, _steps(paths[pair[0]], paths[pair[1]]), boxes[first].distance_to(boxes[second]))
                    if edge.steps <= tree_distance or edge.distance <= drawn_distance:
                        found[pair] = edge
    return list(found.values())


def _path(blocks: Sequence[DrawnBlock], number: int) -> tuple[int, ...]:
    """The blocks around one, innermost first; the deepest ones of a page are enough to tell its neighbours.

    A box with one leaf alone is that leaf's own: whether paragraphs stand in boxes of their own is the markup's habit.
    """
    path, letters = [number], blocks[number].letters
    around = blocks[number].parent
    while around >= 0 and len(path) < _NEXT:
        if len(path) > 1 or blocks[around].letters > letters:
            path.append(around)
        around = blocks[around].parent
    return tuple(path)


def _steps(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Up from one block to what holds both, and down to the other."""
    known = {block: steps for steps, block in enumerate(one)}
    for steps, block in enumerate(other):
        if block in known:
            return steps + known[block]
    return len(one) + len(other)
