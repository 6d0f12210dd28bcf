"""A document as its reader sees it: boxes within boxes, and the lines of text they hold.

One walk over the tree gives every *box* (an element that breaks the line), its parent, and every
*segment* (a run of text between two breaks), with and without its hyperlink text. Whatever
looks at a page's text starts here. Nothing here decides what is news.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from lxml import etree

__all__ = ["INLINE_TAGS", "MAX_CHARACTERS", "UNSEEN_TAGS", "Outline", "Segment", "is_unseen", "outline_of"]

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

MAX_CHARACTERS: Final = 1_000_000
"""Text beyond this is not read: the wordiest of 4,200 real pages at hand has a quarter of it."""

# HTML ends these at the first paragraph or block; libxml2 keeps all that follows an unclosed one inside it.
_LEAKY_TAGS: Final = frozenset({"math", "object", "select", "svg"})

# Soft hyphens, zero-width spaces and control characters: no part of what a reader reads. Tabs and ends of lines are
# folded, joiners are part of Persian and Indic words.
_INVISIBLE: Final = dict.fromkeys(
    [*range(9), *range(14, 32), *range(127, 133), *range(134, 160), 0xAD, 0x200B, 0x2060, 0xFEFF]
)


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
        pieces = self._pieces
        walker = etree.iterwalk(root, events=("start", "end"))
        for event, element in walker:
            tag = element.tag
            is_start = event == "start"
            # Asked first what most elements are: half of a page's elements are inline.
            if tag in INLINE_TAGS:
                if tag == "a" and "href" in element.attrib:
                    self._pass_link(1 if is_start else -1)
            elif tag in UNSEEN_TAGS and is_unseen(element):
                if is_start:
                    # Its end still comes, and its tail with it.
                    walker.skip_subtree()
                    continue
            elif is_start:
                self._enter_box(element)
            else:
                self._leave_box()
            text = element.text if is_start else element.tail
            # White space at the start of a line is folded away: most of what stands between two tags.
            if text and (pieces or not text.isspace()):
                self._add(text)

    def _pass_link(self, step: int) -> None:
        self._links += step
        if step > 0:
            # A space where a link stood, lest the words on its two sides grow together.
            self._unlinked.append(" ")

    def _enter_box(self, element: etree._Element) -> None:
        if self._pieces:
            self._flush()
        outline = self.outline
        outline.parents.append(self._open[-1] if self._open else -1)
        self._open.append(len(outline.boxes))
        outline.boxes.append(element)

    def _leave_box(self) -> None:
        if self._pieces:
            self._flush()
        self._open.pop()

    def _add(self, text: str) -> None:
        if len(text) > self._left:
            text = text[: self._left]
        self._left -= len(text)
        self._pieces.append(text)
        if not self._links:
            self._unlinked.append(text)

    def _flush(self) -> None:
        text = _folded(self._pieces)
        if text:
            has_link = self._unlinked != self._pieces
            unlinked = _folded(self._unlinked) if has_link else text
            self.outline.segments.append(Segment(text, unlinked, self._open[-1]))
        self._pieces.clear()
        self._unlinked.clear()


def is_unseen(element: etree._Element) -> bool:
    """Whether an element of ``UNSEEN_TAGS`` may be passed over whole: not one that was left open around the page."""
    return element.tag not in _LEAKY_TAGS or (element.find(".//p") is None and element.find(".//div") is None)


def _folded(pieces: list[str]) -> str:
    text = " ".join("".join(pieces).split())
    return text if text.isprintable() else " ".join(text.translate(_INVISIBLE).split())
