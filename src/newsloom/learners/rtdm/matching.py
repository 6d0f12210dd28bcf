"""Finds the node extraction pattern that a new page was printed from.

The cost is the restricted top-down distance (Reis et al. 2004, section 4.3), with wildcards: an optional slot is left
out at no cost, a repeated slot takes any number of similar nodes. A pattern is read from its lines. No text is
extracted here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from newsloom.dom import Document
from newsloom.learners.rtdm.patterns import ANY
from newsloom.learners.rtdm.trees import TEXT, TreePool
from newsloom.records import Template

__all__ = ["match_pattern", "pattern_similarity"]

# Cells in all tables for one page and pattern; a page that needs more does not fit.
_MOST_CELLS: Final = 400_000
# Deeper patterns are cut, as trees are.
_MAX_DEPTH: Final = 64


@dataclass(slots=True, eq=False)
class _Slot:
    tag: str
    is_optional: bool = False
    is_repeated: bool = False
    slots: list[_Slot] = field(default_factory=list)
    size: int = 1  # nodes that every page has


def match_pattern(document: Document, templates: Sequence[Template], least: float) -> int | None:
    """The place of the template whose pattern is most similar to the page; None if none reaches ``least``."""
    fits = [(pattern_similarity(document, one.pattern), -place) for place, one in enumerate(templates) if one.pattern]
    best, place = max(fits, default=(0.0, 0))
    return -place if fits and best >= least else None


def pattern_similarity(document: Document, pattern: Sequence[str]) -> float:
    """How similar a page is to a pattern: 1 if it matches at no cost, down to 0 if it shares nothing."""
    forest = TreePool()
    tree = forest.shape_of[forest.plant(document)]
    root = _read(pattern)
    cost = _Matching(forest).cost(root, tree)
    return max(0.0, 1 - cost / (root.size + forest.sizes[tree]))


class _Matching:
    def __init__(self, forest: TreePool) -> None:
        self._forest = forest
        self._known: dict[tuple[int, int], float] = {}
        self._cells = 0

    def cost(self, slot: _Slot, shape: int) -> float:
        """The cost of fitting the node to the slot; infinite if the tags differ and either has nodes below."""
        key = (id(slot), shape)
        if key not in self._known:
            self._known[key] = self._compared(slot, shape)
        return self._known[key]

    def _compared(self, slot: _Slot, shape: int) -> float:
        node = self._forest.shapes[shape]
        if slot.tag not in (node.tag, ANY):
            return 1.0 if not slot.slots and not node.children else math.inf
        return self._aligned(slot.slots, node.children)

    def _aligned(self, slots: Sequence[_Slot], children: Sequence[int]) -> float:
        self._cells += (len(slots) + 1) * (len(children) + 1)
        if self._cells > _MOST_CELLS:
            return math.inf
        sizes = self._forest.sizes
        above = [0.0]
        for child in children:
            above.append(above[-1] + sizes[child])
        for slot in slots:
            missing = 0 if slot.is_optional else slot.size
            row = [above[0] + missing]
            for place, child in enumerate(children):
                least = min(above[place + 1] + missing, row[place] + sizes[child])
                begun = min(above[place], row[place]) if slot.is_repeated else above[place]
                row.append(min(least, begun + self.cost(slot, child)) if begun < least else least)
            above = row
        return above[-1]


def _read(pattern: Sequence[str]) -> _Slot:
    """Reads a pattern from its lines, which are indented by two blanks for each level."""
    root = _Slot(tag="")
    path = [root]
    for line in pattern:
        depth = min((len(line) - len(line.lstrip(" "))) // 2, len(path) - 1, _MAX_DEPTH)
        slot = _slot(line.strip())
        del path[depth + 1 :]
        path[-1].slots.append(slot)
        path.append(slot)
    top = root.slots[0] if root.slots else root
    _count(top)
    return top


def _slot(label: str) -> _Slot:
    # Marks come after the text, which may end in a question mark itself: the slot fits either way.
    marks = label[len(label.rstrip("+?")) :][-2:]
    tag = TEXT if label.startswith("#") else label[: len(label) - len(marks)]
    return _Slot(tag=tag, is_optional=marks.endswith("?"), is_repeated="+" in marks)


def _count(slot: _Slot) -> int:
    # The depth at which patterns are cut bounds the recursion.
    slot.size = 1 + sum(_count(below) for below in slot.slots if not below.is_optional)
    return slot.size
