"""A document as the families of evidence look at it: boxes and lines as arrays, found once for all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from newsloom.dom import Document
from newsloom.dom.outline import Outline, Segment
from newsloom.extractors.loom.arrays import Array, Indexes, Marks
from newsloom.extractors.loom.words import phrase_bits, role_bits

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
_FULL_STOP: Final = re.compile(r"[.!?…。！？»”\"’)]\s*$")
_HIDING: Final = frozenset({"hidden", "aria-hidden", "aria-modal", "role", "style"})
_DIALOGS: Final = frozenset({"alertdialog", "dialog"})
_HIDDEN_STYLE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass(slots=True, kw_only=True)
class Boxes:
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


@dataclass(slots=True, kw_only=True)
class LinedPage:
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
        phrases = [
            phrase_bits(segment.text) if is_it else 0
            for segment, is_it in zip(outline.segments, is_short.tolist(), strict=True)
        ]
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
            phrases=np.array(phrases, dtype=np.intp),
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
    size = len(outline.boxes)
    tags, roles, all_roles, places, depths, hidden, dialogs = ([0] * size for _ in range(7))
    place_bits = {tag: 1 << bit for bit, tag in enumerate(PLACES)}
    for box, (element, parent) in enumerate(zip(outline.boxes, outline.parents, strict=True)):
        tag = str(element.tag)
        tags[box] = TAGS.get(tag, 0)
        role = 0
        for name, value in element.items():
            if name in ("class", "id"):
                role |= role_bits(str(value))
            elif name in _HIDING:
                hidden[box] |= _is_hidden(name, str(value))
                dialogs[box] |= _is_dialog(name, str(value))
        roles[box] = role
        places[box] = place_bits.get(tag, 0)
        if parent >= 0:
            depths[box] = depths[parent] + 1
            places[box] |= places[parent]
            hidden[box] |= hidden[parent]
            dialogs[box] |= dialogs[parent]
            # What the whole page is called says nothing of its parts.
            all_roles[box] = all_roles[parent] | role if tag != "body" else 0
    return Boxes(
        tags=np.array(tags, dtype=np.intp),
        roles=np.array(roles, dtype=np.intp),
        all_roles=np.array(all_roles, dtype=np.intp),
        places=np.array(places, dtype=np.intp),
        depths=np.array(depths, dtype=np.float64),
        hidden=np.array(hidden, dtype=np.bool_),
        dialogs=np.array(dialogs, dtype=np.bool_),
        parents=np.maximum(np.array(outline.parents, dtype=np.intp), 0),
        ends=_ends(outline.parents),
    )


def _ends(parents: list[int]) -> Indexes:
    """Parents stand before their children: what is in a box ends with the last of them."""
    ends = list(range(1, len(parents) + 1))
    for box in range(len(parents) - 1, 0, -1):
        parent = parents[box]
        ends[parent] = max(ends[parent], ends[box])
    return np.array(ends, dtype=np.intp)


def _is_hidden(name: str, value: str) -> bool:
    if name == "style":
        return _HIDDEN_STYLE.search(value) is not None
    return name == "hidden" or (name == "aria-hidden" and value == "true")


def _is_dialog(name: str, value: str) -> bool:
    # What lies over the page until a button is pressed is not on it: cookies, subscriptions.
    return value in _DIALOGS if name == "role" else name == "aria-modal" and value == "true"


def _lines(segments: list[Segment]) -> tuple[Array, Array, Array, Array]:
    characters = np.array([len(segment.text) for segment in segments], dtype=np.float64)
    spaces = np.array([segment.text.count(" ") for segment in segments], dtype=np.float64)
    unlinked = np.array([len(segment.unlinked) for segment in segments], dtype=np.float64)
    is_closed = np.array([_FULL_STOP.search(segment.text[-3:]) is not None for segment in segments], dtype=np.float64)
    words = spaces + 1
    # Scripts without spaces: two or three characters make a word.
    words = np.where(words < characters / 12, characters / 3, words)
    return words, characters, np.clip(1 - unlinked / np.maximum(characters, 1), 0, 1), is_closed
