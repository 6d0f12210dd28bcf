"""Node extraction patterns: the trees of one cluster in, a tree with wildcards out, one line for each node.

A node that every page has is written by its tag, one that some lack with ``?`` behind it, one that stands several times
in a row on some page with ``+``; a text that is the same on all pages by itself, one that differs as ``*``: that is
what the pattern extracts (Reis et al. 2004, section 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from newsloom.learners.rtdm.trees import TEXT, TreePool

__all__ = ["extraction_pattern"]


@dataclass(slots=True)
class _Slot:
    """One place of the pattern: how many pages fill it, whether some repeat it, and the text while it is one."""

    tag: str
    text: str | None
    pages: int = 0
    is_repeated: bool = False
    slots: list[_Slot] = field(default_factory=list)


def extraction_pattern(forest: TreePool, trees: Sequence[int]) -> tuple[str, ...]:
    """The pattern of trees, the first of which gives the order; two blanks for each level."""
    root = _Slot(tag=forest.nodes[trees[0]].tag, text=None)
    for tree in trees:
        _fill(root, forest, tree)
    return tuple(_lines(root, len(trees)))


def _fill(root: _Slot, forest: TreePool, tree: int) -> None:
    waiting: list[tuple[_Slot, tuple[int, ...]]] = [(root, (tree,))]
    while waiting:
        slot, numbers = waiting.pop()
        slot.pages += 1
        slot.is_repeated |= len(numbers) > 1
        children = [forest.nodes[child] for number in numbers for child in forest.nodes[number].children]
        places = [child for number in numbers for child in forest.nodes[number].children]
        # Children are put in the slots of their tags: what stands twice fills one slot twice.
        by_tag: dict[str, list[int]] = {}
        for node, place in zip(children, places, strict=True):
            by_tag.setdefault(node.tag, []).append(place)
        known = {below.tag: below for below in slot.slots}
        for tag, same in by_tag.items():
            below = known.get(tag)
            if below is None:
                below = _Slot(tag=tag, text=_text(forest, same))
                slot.slots.append(below)
            elif below.text != _text(forest, same):
                below.text = None
            waiting.append((below, tuple(same)))


def _text(forest: TreePool, numbers: Sequence[int]) -> str:
    return " … ".join(forest.nodes[number].text for number in numbers)


def _lines(root: _Slot, pages: int) -> list[str]:
    lines = []
    waiting = [(root, 0)]
    while waiting:
        slot, depth = waiting.pop()
        # Tags only some pages have are not in every page's slots.
        mark = "+" if slot.is_repeated else ""
        mark += "?" if slot.pages < pages else ""
        label = (slot.text if slot.text is not None else "*") if slot.tag == TEXT else slot.tag
        lines.append("  " * depth + (f"#{label}" if slot.tag == TEXT else label) + mark)
        waiting.extend((below, depth + 1) for below in reversed(slot.slots))
    return lines
