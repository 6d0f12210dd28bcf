"""A document as the families of evidence look at it: boxes and lines as arrays, found once for all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from newsloom.dom import Document
from newsloom.dom.outline import Outline, Segment
from newsloom.extractors.loom.arrays import Array, Indexes, Marks
from newsloom.extractors.loom.words import role_bits

__all__ = ["PLACES", "PROSE_WORDS", "TAGS", "LinedPage"]

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

# From here on a line counts as prose; a line without a full stop counts less.
PROSE_WORDS: Final = 8
_PROSE_LINK_SHARE: Final = 0.4
_UNPUNCTUATED: Final = 0.4
_FULL_STOP: Final = re.compile(r"[.!?…。！？»”\"’)]\s*$")
_HIDING: Final = frozenset({"hidden", "aria-hidden", "aria-modal", "role", "style"})
_DIALOGS: Final = frozenset({"alertdialog", "dialog"})
_HIDDEN_STYLE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass(slots=True, kw_only=True)
class LinedPage:
    """Boxes, by their index, and lines: ``box`` is the box each line stands in."""

    document: Document
    outline: Outline
    tags: Indexes
    roles: Indexes
    all_roles: Indexes
    places: Indexes
    depths: Array
    hidden: Marks
    parents: Indexes
    box: Indexes
    words: Array
    characters: Array
    link_share: Array
    is_closed: Array
    prose: Array

    @classmethod
    def of(cls, document: Document) -> LinedPage:
        outline = document.outline
        tags, roles, all_roles, places, depths, hidden = _boxes(outline)
        words, characters, link_share, is_closed = _lines(outline.segments)
        is_prose = (words >= PROSE_WORDS) & (link_share < _PROSE_LINK_SHARE)
        return cls(
            document=document,
            outline=outline,
            tags=tags,
            roles=roles,
            all_roles=all_roles,
            places=places,
            depths=depths,
            hidden=hidden,
            parents=np.maximum(np.array(outline.parents, dtype=np.intp), 0),
            box=np.array([segment.box for segment in outline.segments], dtype=np.intp),
            words=words,
            characters=characters,
            link_share=link_share,
            is_closed=is_closed,
            prose=is_prose * words * np.where(is_closed > 0, 1.0, _UNPUNCTUATED),
        )

    def within(self, values: Array) -> Array:
        """Sums of the segments' values over each box and all that is in it."""
        totals = np.bincount(self.box, weights=values, minlength=len(self.tags)).tolist()
        parents = self.outline.parents
        for box in range(len(totals) - 1, 0, -1):
            totals[parents[box]] += totals[box]
        return np.array(totals)


def _boxes(
    outline: Outline,
) -> tuple[Indexes, Indexes, Indexes, Indexes, Array, Marks]:
    size = len(outline.boxes)
    tags, roles, all_roles, places, depths, hidden = ([0] * size for _ in range(6))
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
        roles[box] = role
        places[box] = place_bits.get(tag, 0)
        if parent >= 0:
            depths[box] = depths[parent] + 1
            places[box] |= places[parent]
            hidden[box] |= hidden[parent]
            # What the whole page is called says nothing of its parts.
            all_roles[box] = all_roles[parent] | role if tag != "body" else 0
    return (
        np.array(tags, dtype=np.intp),
        np.array(roles, dtype=np.intp),
        np.array(all_roles, dtype=np.intp),
        np.array(places, dtype=np.intp),
        np.array(depths, dtype=np.float64),
        np.array(hidden, dtype=np.bool_),
    )


def _is_hidden(name: str, value: str) -> bool:
    if name == "style":
        return _HIDDEN_STYLE.search(value) is not None
    if name == "role":
        # What lies over the page until a button is pressed is not on it: cookies, subscriptions.
        return value in _DIALOGS
    return name == "hidden" or value == "true"


def _lines(segments: list[Segment]) -> tuple[Array, Array, Array, Array]:
    characters = np.array([len(segment.text) for segment in segments], dtype=np.float64)
    spaces = np.array([segment.text.count(" ") for segment in segments], dtype=np.float64)
    unlinked = np.array([len(segment.unlinked) for segment in segments], dtype=np.float64)
    is_closed = np.array([_FULL_STOP.search(segment.text[-3:]) is not None for segment in segments], dtype=np.float64)
    words = spaces + 1
    # Scripts without spaces: two or three characters make a word.
    words = np.where(words < characters / 12, characters / 3, words)
    return words, characters, np.clip(1 - unlinked / np.maximum(characters, 1), 0, 1), is_closed
