"""A document as its reader sees it: boxes within boxes, and the lines of text they hold.

One walk over the tree gives every *box* (an element that breaks the line), its parent, and every
*segment* (a run of text between two breaks), with and without its hyperlink text. Whatever
looks at a page's text starts here. Nothing here decides what is news.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from lxml import etree

from newsloom.dom.kernel import twin_of

__all__ = [
    "INLINE_TAGS",
    "MAX_CHARACTERS",
    "UNSEEN_TAGS",
    "Leaks",
    "Outline",
    "Segment",
    "outline_boxes",
    "outline_of",
]

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

# What is done with an element: those from _UNSEEN on are passed over with all that is in them, leaky ones unless they
# hold a part of the page; remarks are comments and instructions, with what follows them.
_INLINE, _LINK, _BOX, _UNSEEN, _LEAKY, _REMARK = range(6)
_KINDS: Final[dict[object, int]] = (
    dict.fromkeys(INLINE_TAGS, _INLINE)
    | {"a": _LINK}
    | dict.fromkeys(UNSEEN_TAGS, _UNSEEN)
    | dict.fromkeys(_LEAKY_TAGS, _LEAKY)
    | dict.fromkeys((etree.Comment, etree.ProcessingInstruction, etree.Entity), _REMARK)
)

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
    outline = Outline()
    if root is not None:
        _outline_boxes(root, outline, _KINDS, Segment, MAX_CHARACTERS)
    return outline


def outline_boxes(
    root: etree._Element, outline: Outline, kinds: dict[object, int], segment: type[Segment], most: int, /
) -> None:
    """Write the boxes and segments below ``root`` into ``outline``, of the first ``most`` characters of text."""
    _Walk(outline, kinds, segment, most).over(root)


_outline_boxes: Final = twin_of(outline_boxes)


class _Walk:
    def __init__(self, outline: Outline, kinds: dict[object, int], segment: type[Segment], most: int) -> None:
        self.outline = outline
        self._kinds = kinds
        self._segment = segment
        self._around: list[int] = [-1]
        self._pieces: list[str] = []
        self._unlinked: list[str] = []
        self._links = 0
        self._leaks = Leaks()
        self._left = most

    def over(self, root: etree._Element) -> None:  # noqa: C901, PLR0912 - every call is one an element
        pieces, kinds = self._pieces, self._kinds
        # The elements around the present one, what each is, and how many of its brothers are still to come.
        around: list[tuple[etree._Element, int, int]] = []
        to_come = unseen = 0
        # Elements in order, with the numbers of their children: a walk in and out of each has twice as many steps, and
        # most elements have no children.
        for element in root.iter():
            children = len(element)
            if unseen:
                # What is unseen ends all at once.
                unseen += children - 1
                if unseen:
                    continue
            else:
                kind = kinds.get(element.tag, _BOX)
                if kind:
                    kind = self._enter(element, kind)
                if kind < _UNSEEN:
                    text = element.text
                    # White space at the start of a line is folded away: most of what stands between two tags.
                    if text and (pieces or not text.isspace()):
                        self._add(text)
                elif children:
                    unseen, children = children, 1
                if children:
                    around.append((element, kind, to_come))
                    to_come = children
                    continue
                if kind:
                    self._leave(kind)
                text = element.tail
                if text and kind != _REMARK and (pieces or not text.isspace()):
                    self._add(text)
            to_come -= 1
            while not to_come:
                element, kind, to_come = around.pop()  # noqa: PLW2901 - the way out
                if kind:
                    self._leave(kind)
                text = element.tail
                if text and (pieces or not text.isspace()):
                    self._add(text)
                to_come -= 1

    def _enter(self, element: etree._Element, kind: int) -> int:
        """What the element proves to be."""
        if kind == _LINK:
            if element.get("href") is None:
                return _INLINE
            self._links += 1
            # A space where a link stood, lest the words on its two sides grow together.
            self._unlinked.append(" ")
            return kind
        if kind > _BOX and (kind != _LEAKY or self._leaks.is_unseen(element)):
            return kind
        if self._pieces:
            self._flush()
        outline, around = self.outline, self._around
        outline.parents.append(around[-1])
        around.append(len(outline.boxes))
        outline.boxes.append(element)
        return _BOX

    def _leave(self, kind: int) -> None:
        if kind == _BOX:
            if self._pieces:
                self._flush()
            self._around.pop()
        elif kind == _LINK:
            self._links -= 1

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
            self.outline.segments.append(self._segment(text, unlinked, self._around[-1]))
        self._pieces.clear()
        self._unlinked.clear()


class Leaks:
    """Tells which elements of ``UNSEEN_TAGS`` may be passed over whole: not those left open around the page.

    To be asked in the order of the page: of elements within elements that were all left open, one is looked through.
    """

    def __init__(self) -> None:
        self._open: frozenset[etree._Element] = frozenset()

    def is_unseen(self, element: etree._Element) -> bool:
        if element.tag not in _LEAKY_TAGS:
            return True
        if element in self._open:
            return False
        part = next(element.iter("p", "div"), None)
        if part is None:
            return True
        self._open = frozenset(takewhile(lambda around: around is not element, part.iterancestors(*_LEAKY_TAGS)))
        return False


def _folded(pieces: list[str]) -> str:
    text = (pieces[0] if len(pieces) == 1 else "".join(pieces)).strip()
    # Printable is no white space but the space: most lines are folded already.
    if "  " not in text and text.isprintable():
        return text
    text = " ".join(text.split())
    return text if text.isprintable() else " ".join(text.translate(_INVISIBLE).split())
