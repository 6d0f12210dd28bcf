"""A document as its reader sees it: boxes within boxes, and the lines of text they hold.

One walk over the tree gives every *box* (an element that breaks the line), its parent, and every
*segment* (a run of text between two breaks), with and without its hyperlink text. Whatever
looks at a page's text starts here. Nothing here decides what is news.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

__all__ = ["INLINE_TAGS", "MAX_CHARACTERS", "UNSEEN_TAGS", "Outline", "Segment", "outline_of"]

INLINE_TAGS: Final = frozenset(
    (
        "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s "
        "samp small span strike strong sub sup time tt u var wbr"
    ).split()
)
"""Tags that do not end a line of text; all others do."""

UNSEEN_TAGS: Final = frozenset(
    (
        "applet audio canvas datalist embed head iframe map math noembed noframes noscript object option script "
        "select style svg template textarea title video"
    ).split()
)
"""Tags whose text is not part of what a reader reads."""

MAX_CHARACTERS: Final = 2_000_000
"""Text beyond this is not read: the wordiest of 4,200 real pages at hand has an eighth of it."""

_UNBROKEN: Final = INLINE_TAGS | UNSEEN_TAGS


@dataclass(slots=True)
class Segment:
    """A run of text with white space folded; ``unlinked`` is the same without hyperlink text."""

    text: str
    unlinked: str
    box: int


@dataclass(slots=True)
class Outline:
    """Boxes in the order of the page, a parent before its children; the root's parent is -1."""

    boxes: list[etree._Element] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)


def outline_of(root: etree._Element | None) -> Outline:
    """The boxes and segments below ``root``."""
    walk = _Walk()
    if root is not None:
        walk.over(root)
    return walk.outline


class _Walk:
    def __init__(self) -> None:
        self.outline = Outline()
        self._open: list[int] = []
        self._pieces: list[str] = []
        self._unlinked: list[str] = []
        self._links = 0
        self._left = MAX_CHARACTERS

    def over(self, root: etree._Element) -> None:
        for event, element in _events(root):
            if event == "start":
                self._start(element)
            else:
                self._end(element)

    def _start(self, element: etree._Element) -> None:
        tag = element.tag
        if tag == "a":
            self._links += 1
            # A space where a link stood, lest the words on its two sides grow together.
            self._unlinked.append(" ")
        elif tag not in INLINE_TAGS:
            self._flush()
            self._enter(element)
        if element.text:
            self._add(element.text)

    def _end(self, element: etree._Element) -> None:
        tag = element.tag
        if tag == "a":
            self._links -= 1
        elif tag not in _UNBROKEN:
            self._flush()
            self._open.pop()
        if element.tail:
            self._add(element.tail)

    def _enter(self, element: etree._Element) -> None:
        outline = self.outline
        outline.parents.append(self._open[-1] if self._open else -1)
        self._open.append(len(outline.boxes))
        outline.boxes.append(element)

    def _add(self, text: str) -> None:
        if len(text) > self._left:
            text = text[: self._left]
        self._left -= len(text)
        self._pieces.append(text)
        if not self._links:
            self._unlinked.append(text)

    def _flush(self) -> None:
        if self._pieces:
            text = _folded(self._pieces)
            if text:
                has_link = self._unlinked != self._pieces
                unlinked = _folded(self._unlinked) if has_link else text
                self.outline.segments.append(Segment(text, unlinked, self._open[-1]))
            self._pieces.clear()
        self._unlinked.clear()


def _events(root: etree._Element) -> Iterator[tuple[str, etree._Element]]:
    """Start and end of every element a reader may see; of the unseen ones the end alone, for its tail."""
    walker = etree.iterwalk(root, events=("start", "end"))
    for event, element in walker:
        if event == "start" and element.tag in UNSEEN_TAGS:
            walker.skip_subtree()
            continue
        yield event, element


def _folded(pieces: list[str]) -> str:
    return " ".join("".join(pieces).split())
