"""A document as the families of evidence look at it: boxes and lines as arrays, found once for all."""

from __future__ import annotations

import re
from itertools import compress
from typing import Final, NamedTuple

import numpy as np

from newsloom.dom import Document
from newsloom.dom.outline import Outline, Segment
from newsloom.extractors.loom.arrays import Array, Indexes, Marks
from newsloom.extractors.loom.words import phrase_bits, role_bits
from newsloom.text.patterns import pattern

__all__ = ["PLACES", "PROSE_WORDS", "SHORT_LINE", "TAGS", "LinedPage"]

TAGS: Final = {
    tag: code
    for code, tag in enumerate(
        (
            "p li h1 h2 h3 h4 h5 h6 td div blockquote pre figcaption section article body dd dt th br main aside "
            "header footer form ul figure center address summary"
        ).split(),
        start=1,
    )
}
PLACES: Final = ("article", "main", "aside", "nav", "footer", "header", "form", "figure", "table", "blockquote", "li")

# Long lines are prose: what short ones are must be read off their words.
SHORT_LINE: Final = 200
_MENU_LINK_SHARE: Final = 0.95
# From here on a line counts as prose; a line without a full stop counts less.
PROSE_WORDS: Final = 8
_PROSE_LINK_SHARE: Final = 0.4
_UNPUNCTUATED: Final = 0.4
_FULL_STOPS: Final = frozenset('.!?…。！？»”"’)')
_NAMING: Final = frozenset({"class", "id"})
_HIDING: Final = frozenset({"hidden", "aria-hidden", "aria-modal", "role", "style"})
_DIALOGS: Final = frozenset({"alertdialog", "dialog"})
_HIDDEN_STYLE: Final = pattern(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# What boxes inherit, as the bits of one number: the places they stand in, whether they are hidden, or in a dialog, and
# above these the roles of all boxes around them.
_MARKS_OF_TAG: Final = {tag: 1 << bit for bit, tag in enumerate(PLACES)}
_HIDDEN: Final = 1 << len(PLACES)
_DIALOG: Final = _HIDDEN << 1
_ROLE_BIT: Final = len(PLACES) + 2


class Boxes(NamedTuple):
    """The boxes of a page by their index: each and all that is in it stand from its index up to its end."""

    tags: Indexes
    roles: Indexes
    all_roles: Indexes
    places: Indexes
    depths: Array
    hidden: Marks
    dialogs: Marks
    parents: Indexes
    ends: Indexes


class LinedPage(NamedTuple):
    """A page's boxes, and its lines: ``box`` is the box each line stands in."""

    document: Document
    outline: Outline
    boxes: Boxes
    box: Indexes
    words: Array
    characters: Array
    link_share: Array
    is_closed: Array
    prose: Array
    is_short: Marks
    phrases: Indexes

    @classmethod
    def of(cls, document: Document) -> LinedPage:
        outline = document.outline
        words, characters, link_share, is_closed = _lines(outline.segments)
        is_prose = (words >= PROSE_WORDS) & (link_share < _PROSE_LINK_SHARE)
        # Links alone are told by their share of links.
        is_short = (characters <= SHORT_LINE) & (link_share < _MENU_LINK_SHARE)
        phrases = np.zeros(len(words), dtype=np.intp)
        short = np.flatnonzero(is_short)
        phrases[short] = phrase_bits([outline.segments[index].text for index in short.tolist()])
        return cls(
            document=document,
            outline=outline,
            boxes=_boxes(outline),
            box=np.array([segment.box for segment in outline.segments], dtype=np.intp),
            words=words,
            characters=characters,
            link_share=link_share,
            is_closed=is_closed,
            prose=is_prose * words * np.where(is_closed > 0, 1.0, _UNPUNCTUATED),
            is_short=is_short,
            phrases=phrases,
        )

    def within(self, values: Array) -> Array:
        """Sums of the lines' values over each box and all that is in it."""
        ends = self.boxes.ends
        sums = np.concatenate([[0.0], np.cumsum(np.bincount(self.box, weights=values, minlength=len(ends)))])
        # Rounded, for a box without any must hold nothing, not what differences of sums leave.
        totals: Array = np.round(sums[ends] - sums[:-1], 6)
        return totals

    def mass(self) -> Array:
        """The prose of each box's own lines and of the boxes just in it: that of a story's paragraphs."""
        size = len(self.boxes.ends)
        own: Array = np.bincount(self.box, weights=self.prose, minlength=size).astype(np.float64)
        return own + np.bincount(self.boxes.parents, weights=own, minlength=size).astype(np.float64)

    def meetings(self, target: int) -> Indexes:
        """For every box the innermost box that holds both it and the target."""
        chain = [target]
        while self.outline.parents[chain[-1]] >= 0:
            chain.append(self.outline.parents[chain[-1]])
        meeting = np.zeros(len(self.boxes.ends), dtype=np.intp)
        for box in reversed(chain):
            meeting[box : self.boxes.ends[box]] = box
        return meeting


def _boxes(outline: Outline) -> Boxes:
    names = [str(element.tag) for element in outline.boxes]
    roles, marks = [0] * len(names), [0] * len(names)
    # Of a box without text, nobody asks what it is called.
    for box in compress(range(len(names)), _holders(outline)):
        role, mark = 0, _MARKS_OF_TAG.get(names[box], 0)
        for name, value in outline.boxes[box].items():
            if name in _NAMING:
                role |= role_bits(value)
            elif name in _HIDING:
                mark |= _hiding(str(name), str(value))
        roles[box] = role
        parent = outline.parents[box]
        if parent >= 0:
            mark |= marks[parent]
            # What the whole page is called says nothing of its parts.
            if names[box] != "body":
                mark |= role << _ROLE_BIT
        marks[box] = mark
    inherited = np.array(marks, dtype=np.int64)
    ends = _ends(outline.parents)
    return Boxes(
        tags=np.array([TAGS.get(name, 0) for name in names], dtype=np.intp),
        roles=np.array(roles, dtype=np.intp),
        all_roles=inherited >> _ROLE_BIT,
        places=inherited & (1 << len(PLACES)) - 1,
        depths=_depths(ends),
        hidden=inherited & _HIDDEN > 0,
        dialogs=inherited & _DIALOG > 0,
        parents=np.maximum(np.array(outline.parents, dtype=np.intp), 0),
        ends=ends,
    )


def _holders(outline: Outline) -> list[bool]:
    """Whether there is text in each box, or in a box within it."""
    holds_text = [False] * len(outline.boxes)
    for segment in outline.segments:
        box = segment.box
        while box >= 0 and not holds_text[box]:
            holds_text[box] = True
            box = outline.parents[box]
    return holds_text


def _ends(parents: list[int]) -> Indexes:
    """Parents stand before their children: what is in a box ends with the last of them."""
    ends = list(range(1, len(parents) + 1))
    for box in range(len(parents) - 1, 0, -1):
        end, parent = ends[box], parents[box]
        # Not max(), which takes three times as long.
        if end > ends[parent]:  # noqa: PLR1730
            ends[parent] = end
    return np.array(ends, dtype=np.intp)


def _depths(ends: Indexes) -> Array:
    """How many boxes are around each: those that begin before it, without those that end before it."""
    boxes = np.arange(len(ends))
    depths: Array = (boxes - np.searchsorted(np.sort(ends), boxes, side="right")).astype(np.float64)
    return depths


def _hiding(name: str, value: str) -> int:
    """Whether the attribute hides a box, or makes it a dialog."""
    if name == "style":
        return _HIDDEN if _HIDDEN_STYLE.search(value) else 0
    if name == "hidden" or (name == "aria-hidden" and value == "true"):
        return _HIDDEN
    # What lies over the page until a button is pressed is not on it: cookies, subscriptions.
    is_dialog = value in _DIALOGS if name == "role" else name == "aria-modal" and value == "true"
    return _DIALOG if is_dialog else 0


def _lines(segments: list[Segment]) -> tuple[Array, Array, Array, Array]:
    characters = np.array([len(segment.text) for segment in segments], dtype=np.float64)
    spaces = np.array([segment.text.count(" ") for segment in segments], dtype=np.float64)
    unlinked = np.array([len(segment.unlinked) for segment in segments], dtype=np.float64)
    is_closed = np.array([segment.text[-1] in _FULL_STOPS for segment in segments], dtype=np.float64)
    words = spaces + 1
    # Scripts without spaces: two or three characters make a word.
    words = np.where(words < characters / 12, characters / 3, words)
    return words, characters, np.clip(1 - unlinked / np.maximum(characters, 1), 0, 1), is_closed
