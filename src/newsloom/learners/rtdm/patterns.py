"""Makes node extraction patterns from the trees of a cluster: a tree with wildcards, one line for each node.

Trees are laid over the pattern one after the other by the mapping of least cost (Reis et al. 2004, section 4). A node
on every page is written as its tag, one that some pages lack with ``?`` after it, one that some page has several times
in a row with ``+``, leaves that differ as ``.``. A text that is the same on all pages is written out; one that differs
as ``*``, which is what the pattern extracts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from newsloom.learners.rtdm.distance import Distances
from newsloom.learners.rtdm.trees import TEXT, TreePool

__all__ = ["ANY", "extraction_pattern"]

ANY: Final = "."


@dataclass(slots=True)
class _Slot:
    """One place of the pattern: its first shape, how many pages fill it, and its text while all pages have the same."""

    tag: str
    shape: int
    text: str | None
    pages: int = 0
    is_repeated: bool = False
    slots: list[_Slot] = field(default_factory=list)


def extraction_pattern(forest: TreePool, trees: Sequence[int]) -> tuple[str, ...]:
    """The pattern of trees, in the order of the first; lines are indented by two blanks for each level."""
    overlay = _Overlay(forest, Distances(forest))
    root = overlay.slot_of(trees[0])
    for tree in trees[1:]:
        overlay.lay(root, tree)
    return tuple(_lines(root, len(trees)))


class _Overlay:
    def __init__(self, forest: TreePool, distances: Distances) -> None:
        self._forest = forest
        self._distances = distances

    def slot_of(self, number: int) -> _Slot:
        """A slot for a node that no earlier page had, with all nodes below; equal tags in a row share a slot."""
        node = self._forest.nodes[number]
        slot = _Slot(tag=node.tag, shape=self._forest.shape_of[number], text=node.text, pages=1)
        for child in node.children:
            self._add(slot, len(slot.slots), child)
        return slot

    def lay(self, slot: _Slot, number: int, *, is_repetition: bool = False) -> None:
        """Lays one more node over a slot; a repetition is of a page that has filled the slot already."""
        slot.pages += not is_repetition
        waiting = [(slot, number)]
        while waiting:
            slot, number = waiting.pop()
            node = self._forest.nodes[number]
            slot.text = node.text if slot.text == node.text else None
            slot.tag = node.tag if slot.tag == node.tag else ANY
            for below, child in self._children_laid(slot, node.children):
                below.pages += not is_repetition
                waiting.append((below, child))

    def _children_laid(self, slot: _Slot, children: Sequence[int]) -> list[tuple[_Slot, int]]:
        """The mapped children with their slots; a child without one repeats a slot beside it, or gets a new one."""
        shapes = [self._forest.shape_of[child] for child in children]
        mapped = dict(self._distances.mapping([below.shape for below in slot.slots], shapes))
        slots = list(slot.slots)
        laid = []
        place = 0  # after the last slot that was filled
        for at, child in enumerate(children):
            if at in mapped:
                below = slots[mapped[at]]
                laid.append((below, child))
                place = slot.slots.index(below) + 1
            else:
                place = self._add(slot, place, child)
        return laid

    def _add(self, slot: _Slot, place: int, child: int) -> int:
        """Puts a child after ``place`` slots, into a neighbour with its tag or a new slot; returns the next place."""
        tag = self._forest.nodes[child].tag
        beside = next((one for one in slot.slots[max(place - 1, 0) : place + 1] if one.tag == tag), None)
        if beside is not None:
            beside.is_repeated = True
            self.lay(beside, child, is_repetition=True)
            return place
        slot.slots.insert(place, self.slot_of(child))
        return place + 1


def _lines(root: _Slot, pages: int) -> list[str]:
    lines = []
    waiting = [(root, 0, pages)]
    while waiting:
        slot, depth, above = waiting.pop()
        mark = ("+" if slot.is_repeated else "") + ("?" if slot.pages < above else "")
        label = (slot.text if slot.text is not None else "*") if slot.tag == TEXT else slot.tag
        lines.append("  " * depth + (f"#{label}" if slot.tag == TEXT else label) + mark)
        # What is below a node is compared with the pages that have that node.
        waiting.extend((below, depth + 1, slot.pages) for below in reversed(slot.slots))
    return lines
