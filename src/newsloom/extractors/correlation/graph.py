"""Finds which leaf blocks are neighbours in the tree or in the drawing.

The graph has only the page's leaves: a block that contains others belongs to a cluster if all its leaves do, so no
clustering can separate a subtree from its root (the rendering constraint).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from newsloom.dom.drawnblocks import DrawnBlock

__all__ = ["Edge", "neighbourhood"]

# Each block is compared with this many next ones in page order and down the drawing: the graph is linear in the page.
_NEXT: Final = 30


class Edge(NamedTuple):
    """Two neighbours by number, the steps between them in the tree of blocks, and the pixels between their boxes."""

    first: int
    second: int
    steps: int
    distance: float


def neighbourhood(
    blocks: Sequence[DrawnBlock], leaves: Sequence[int], *, tree_distance: int, drawn_distance: float
) -> list[Edge]:
    """The pairs of leaves, as indexes into ``leaves``, that are near in the tree or in the drawing."""
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
    """A block and the blocks around it, innermost first; at most ``_NEXT``, which is enough to find neighbours.

    A box with only one leaf does not count: whether paragraphs have their own boxes is a habit of the markup.
    """
    path, letters = [number], blocks[number].letters
    around = blocks[number].parent
    while around >= 0 and len(path) < _NEXT:
        if len(path) > 1 or blocks[around].letters > letters:
            path.append(around)
        around = blocks[around].parent
    return tuple(path)


def _steps(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """The steps up from one block to the innermost block around both, and down to the other."""
    known = {block: steps for steps, block in enumerate(one)}
    for steps, block in enumerate(other):
        if block in known:
            return steps + known[block]
    return len(one) + len(other)
