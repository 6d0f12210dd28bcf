"""What the boxes of a page are: an outline in; tags, names, nesting and extent of every box out, as columns of numbers.

What a box inherits (the places it stands in, whether it is hidden, what the boxes around it are called) is found on the
way down. Boxes without text in them are not asked what they are called. Nothing is decided here.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from itertools import compress
from typing import Final, NamedTuple

import numpy as np
from lxml import etree

from newsloom.dom.kernel import twin_of
from newsloom.dom.outline import Outline
from newsloom.dom.sifting import prepare_words
from newsloom.extractors.loom.arrays import Array, Indexes, Marks
from newsloom.extractors.loom.words import ROLE_BITS, role_bits
from newsloom.text.patterns import pattern

__all__ = ["PLACES", "TAGS", "Boxes", "boxes_of", "mark_boxes"]

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
# A tag's code, and above it the mark of its place.
_CODE_BITS: Final = 8
# Columns of whole numbers.
_WHOLE: Final = 5
_CODES: Final = {tag: TAGS.get(tag, 0) | _MARKS_OF_TAG.get(tag, 0) << _CODE_BITS for tag in {*TAGS, *PLACES}}


class Boxes(NamedTuple):
    """The boxes of a page by their index: each and all that is in it stand from its index up to its end.

    ``packed`` is what ``mark_boxes`` wrote.
    """

    tags: Indexes
    roles: Indexes
    all_roles: Indexes
    places: Indexes
    depths: Array
    hidden: Marks
    dialogs: Marks
    parents: Indexes
    ends: Indexes
    packed: bytes


def boxes_of(outline: Outline, box: Indexes) -> Boxes:
    """The boxes of a page; ``box`` are those that its lines stand in."""
    marked = _mark_boxes(
        outline.boxes,
        outline.parents,
        box,
        _roles(),
        _CODES,
        role_bits,
        _hiding,
        _HIDDEN,
        _DIALOG,
        TAGS["body"],
        _ROLE_BIT,
    )
    size = len(outline.boxes)
    whole = np.frombuffer(marked, dtype=np.int64, count=_WHOLE * size).reshape(_WHOLE, size)
    tags, roles, inherited, parents, ends = whole
    return Boxes(
        tags=tags,
        roles=roles,
        all_roles=inherited >> _ROLE_BIT,
        places=inherited & (1 << len(PLACES)) - 1,
        depths=np.frombuffer(marked, dtype=np.float64, offset=whole.nbytes),
        hidden=inherited & _HIDDEN > 0,
        dialogs=inherited & _DIALOG > 0,
        parents=parents,
        ends=ends,
        packed=marked,
    )


def mark_boxes(  # noqa: PLR0913, PLR0917 - its twin knows no other numbers than these
    boxes: list[etree._Element],
    parents: list[int],
    held: Indexes,
    words: object,  # noqa: ARG001 - of the twin alone
    codes: dict[str, int],
    role_of: Callable[[str], int],
    hiding: Callable[[str, str], int],
    hidden: int,  # noqa: ARG001
    dialog: int,  # noqa: ARG001
    body: int,
    role_bit: int,
    /,
) -> bytes:
    """Tags, roles, marks, parents, ends and depths, one column behind the other: numbers of eight bytes, all whole but
    the depths. The first box is its own parent here.
    """
    coded = [codes.get(str(element.tag), 0) for element in boxes]
    tags = [code & (1 << _CODE_BITS) - 1 for code in coded]
    roles, marks = [0] * len(tags), [0] * len(tags)
    # Of a box without text, nobody asks what it is called.
    for box in compress(range(len(tags)), _holders(parents, held.tolist())):
        role, mark = 0, coded[box] >> _CODE_BITS
        for name, value in boxes[box].items():
            if name in _NAMING:
                role |= role_of(str(value))
            elif name in _HIDING:
                mark |= hiding(str(name), str(value))
        roles[box] = role
        parent = parents[box]
        if parent >= 0:
            mark |= marks[parent]
            # What the whole page is called says nothing of its parts.
            if tags[box] != body:
                mark |= role << role_bit
        marks[box] = mark
    ends = _ends(parents)
    whole = np.maximum(np.array((tags, roles, marks, parents), dtype=np.int64), 0)
    return whole.tobytes() + ends.tobytes() + _depths(ends).tobytes()


_mark_boxes: Final = twin_of(mark_boxes)


@functools.cache
def _roles() -> object:
    return twin_of(prepare_words)(ROLE_BITS)


def _holders(parents: list[int], held: list[int]) -> list[bool]:
    """Whether there is text in each box, or in a box within it."""
    holds_text = [False] * len(parents)
    for box in held:
        while box >= 0 and not holds_text[box]:
            holds_text[box] = True
            box = parents[box]  # noqa: PLW2901 - the way up
    return holds_text


def _ends(parents: list[int]) -> Indexes:
    """Parents stand before their children: what is in a box ends with the last of them."""
    ends = list(range(1, len(parents) + 1))
    for box in range(len(parents) - 1, 0, -1):
        end, parent = ends[box], parents[box]
        # Not max(), which takes three times as long.
        if end > ends[parent]:  # noqa: PLR1730
            ends[parent] = end
    return np.array(ends, dtype=np.int64)


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
