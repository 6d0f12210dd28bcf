"""A page's tree laid flat: one walk over the elements, then lists of numbers in place of nodes.

A root goes in; its elements come out numbered in the order of the page, so that what stands in an element is a range
of numbers, and its text a range of the page's pieces of text. Every question after the walk is arithmetic, which
costs a tenth of asking the tree. Nothing is decided here.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Final

import numpy as np
import numpy.typing as npt
from lxml import etree

from newsloom.dom.kernel import twin_of

__all__ = ["FlatTree", "Numbers", "lay_flat", "lines_of"]

Numbers = npt.NDArray[np.int64]

# Comments and the like have a function for their tag.
_UNREAD: Final[frozenset[object]] = frozenset(
    {"script", "style", "noscript", "template", etree.Comment, etree.ProcessingInstruction, etree.Entity}
)


@dataclass
class FlatTree:
    """The elements by number, and the pieces of text between the tags; what is not read, as scripts, has no text.

    Elements that hold nothing, neither text nor others, have no number unless their tag is wanted. Within element
    ``n`` stand the elements from ``n + 1`` up to, not including, ``stops[n]`` and the pieces from ``firsts[n]`` up to
    ``lasts[n]``; ``parents[n]`` is the element around it. ``offsets`` tells how many characters come before each
    piece. Three in four pieces are nothing but white space: a space before the next piece is all that is left of
    them. ``numbers`` are those of the wanted tags, ``nodes`` the elements to keep.
    """

    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    lasts: list[int] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    numbers: dict[str, list[int]] = field(default_factory=dict)
    nodes: dict[int, etree._Element] = field(default_factory=dict)
    # By element the last piece that was asked for behind it, and the element that this stands in.
    _homes: dict[int, tuple[int, int]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, root: etree._Element | None, wanted: Iterable[str], kept: frozenset[str]) -> FlatTree:
        """The tree under ``root``, which has no parent; ``numbers`` are for the wanted tags, ``nodes`` for the kept."""
        tree = cls(numbers={tag: [] for tag in wanted})
        if root is not None:
            _lay_flat(root, tree, kept, _UNREAD)
        else:
            tree.offsets.append(0)
        return tree

    @cached_property
    def ends(self) -> Numbers:
        """The stops as an array."""
        return np.array(self.stops, dtype=np.int64)

    def tagged(self, tags: Iterable[str]) -> list[int]:
        """The elements with one of the tags, all of them wanted, in the order of the page."""
        return sorted([number for tag in tags for number in self.numbers[tag]])

    def size(self, number: int) -> int:
        """How many characters stand in an element."""
        return self.offsets[self.lasts[number]] - self.offsets[self.firsts[number]]

    def text(self, number: int, most: int, *, parting: str = "") -> str:
        """An element's text on one line, cut to about ``most`` characters; ``parting`` is put between its pieces."""
        first, last = self.firsts[number], self.lasts[number]
        offsets = self.offsets
        if offsets[last] - offsets[first] <= most:
            pieces = self.pieces[first:last]
            return " ".join((pieces[0] if len(pieces) == 1 else parting.join(pieces)).split())
        # Elements within elements may each hold the whole page: what is cut off must not be read.
        last = bisect_left(offsets, offsets[first] + most, first, last)
        return " ".join(parting.join([piece[:most] for piece in self.pieces[first:last]])[:most].split())

    def lines(self, number: int, most: int) -> list[str]:
        """The first pieces of an element's text, each on one line."""
        first, last = self.firsts[number], self.lasts[number]
        return _lines_of(self.pieces, first, min(last, first + most))

    def ranges(self, numbers: Sequence[int] | Numbers) -> tuple[Numbers, Numbers]:
        """For each element the range of ``numbers``, which are in order, that stand in it, itself included."""
        before = np.zeros(len(self.tags) + 1, dtype=np.int64)
        before[np.asarray(numbers, dtype=np.int64) + 1] = 1
        before = before.cumsum()
        return before[:-1], before[self.ends]

    def inside(self, numbers: Sequence[int]) -> npt.NDArray[np.bool_]:
        """For each element whether it is, or stands in, one of ``numbers``."""
        count = len(self.tags) + 1
        places = np.asarray(numbers, dtype=np.int64)
        opened = np.bincount(places, minlength=count) - np.bincount(self.ends[places], minlength=count)
        within: npt.NDArray[np.bool_] = opened[:-1].cumsum() > 0
        return within

    def within(self, number: int, numbers: list[int], most: int) -> list[int]:
        """The first of ``numbers``, that are in order, that stand in an element, itself included."""
        first, stop = bisect_left(numbers, number), self.stops[number]
        if first == len(numbers) or numbers[first] >= stop:
            return []
        return numbers[first : bisect_left(numbers, stop, first, min(first + most, len(numbers)))]

    def home(self, piece: int) -> tuple[int, bool]:
        """The element in which a piece of text stands, and whether no other element of it comes before the piece."""
        latest = bisect_right(self.firsts, piece) - 1
        # Thousands of pieces may follow an element a thousand deep: what has ended before one has before the next.
        before, number = self._homes.get(latest, (piece, latest))
        if before > piece:
            number = latest
        while self.lasts[number] <= piece:
            number = self.parents[number]
        self._homes[latest] = piece, number
        return number, number == latest

    def climbed(self, number: int, goes_on: Callable[[int], bool], known: dict[int, int]) -> int:
        """The first element, from ``number`` up, from which it goes on no more; -1 where there is none.

        Thousands of elements may have one way up, a thousand elements long: ``known`` remembers where it ends.
        """
        way = []
        while number >= 0 and number not in known and goes_on(number):
            way.append(number)
            number = self.parents[number]
        found = known.get(number, number)
        known.update(dict.fromkeys(way, found))
        return found


def lay_flat(  # noqa: C901, PLR0912, PLR0915
    root: etree._Element, tree: FlatTree, kept: frozenset[str], unread: frozenset[object], /
) -> None:
    """Write the elements under ``root`` into a tree in which there are none yet."""
    # No calls of our own: each would be one for every element of the page.
    tags, parents, stops, firsts, lasts = tree.tags, tree.parents, tree.stops, tree.firsts, tree.lasts
    pieces, numbers, nodes = tree.pieces, tree.numbers, tree.nodes
    # The elements that are open, their numbers, and how many of their children are still to come.
    around: list[etree._Element] = []
    opened, to_come = [-1], [0]
    number = count = 0
    gap = ""
    for element in root.iter():
        tag = element.tag
        children = len(element)
        # A script's text is long to read.
        text = element.text if tag not in unread else None
        if text or children or tag in numbers:
            tags.append(tag)
            parents.append(opened[-1])
            firsts.append(count)
            if tag in numbers:
                numbers[tag].append(number)
                if tag in kept:
                    nodes[number] = element
            if text:
                if text.isspace():
                    gap = " "
                else:
                    pieces.append(gap + text)
                    count += 1
                    gap = ""
            if children:
                stops.append(0)
                lasts.append(0)
                around.append(element)
                opened.append(number)
                to_come.append(children)
                number += 1
                continue
            number += 1
            stops.append(number)
            lasts.append(count)
        # Its end, and that of all elements of which it is the last.
        while True:
            text = element.tail
            if text:
                if text.isspace():
                    gap = " "
                else:
                    pieces.append(gap + text)
                    count += 1
                    gap = ""
            to_come[-1] -= 1
            if to_come[-1]:
                break
            to_come.pop()
            ended = opened.pop()
            stops[ended] = number
            lasts[ended] = count
            element = around.pop()  # noqa: PLW2901 - the way out
    tree.offsets.extend(accumulate(map(len, pieces), initial=0))


def lines_of(pieces: list[str], first: int, last: int, /) -> list[str]:
    """A range of pieces, each on one line."""
    return [" ".join(piece.split()) for piece in pieces[first:last]]


_lay_flat: Final = twin_of(lay_flat)
_lines_of: Final = twin_of(lines_of)
