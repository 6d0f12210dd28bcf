# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Reads the boxes of an outline: the tags, roles, nesting, extent and sums of each box.

What a box inherits (the places it is in, whether it is hidden, the roles of the boxes around it) is found on the way
down. The names of boxes without text are not read. The columns are as in ``Lines``.
"""

from __future__ import annotations

import functools
import re
from array import array
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from newsloom.dom.outline import Outline
from newsloom.dom.tree import Tree, Values
from newsloom.extractors.loom.lines import Lines
from newsloom.extractors.loom.vocabulary import ROLE_BITS, SERVICE_BITS
from newsloom.text.keywords import Keywords
from newsloom.text.patterns import pattern
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = [
    "DIALOG_BIT",
    "HIDDEN_BIT",
    "MAX_NAME",
    "PLACES",
    "TAGS",
    "Boxes",
    "Sums",
    "count_boxes",
    "lines_with",
    "read_boxes",
    "role_bits",
    "sum_boxes",
]

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
"""The tags that are distinguished, and their numbers; all others are 0."""
PLACES: Final = ("article", "main", "aside", "nav", "footer", "header", "form", "figure", "table", "blockquote", "li")
"""The tags that all boxes within them are marked with; each has a bit."""
HIDDEN_BIT: Final = 1 << len(PLACES)
DIALOG_BIT: Final = HIDDEN_BIT << 1
MAX_NAME: Final = 200
"""A class attribute is short; a longer one is a style sheet in disguise."""

_PLACE_BITS: Final = {tag: 1 << bit for bit, tag in enumerate(PLACES)}
_SEPARATORS: Final = "-_:/.|"
_HIDDEN_STYLE: Final = pattern(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


class Boxes(NamedTuple):
    """The boxes of a page by index: a box and all boxes in it have the indexes from its own up to its end.

    ``roles`` are the roles of a box by its names, ``all_roles`` include those of the boxes around it; both, like
    ``places``, are bits, and ``places`` also has ``HIDDEN_BIT`` and ``DIALOG_BIT``. The first box is its own parent.
    """

    tags: array[int]
    roles: array[int]
    all_roles: array[int]
    places: array[int]
    depths: array[float]
    parents: array[int]
    ends: array[int]


def read_boxes(outline: Outline, held: array[int]) -> Boxes:
    """The boxes of a page; ``held`` is the box of each line."""
    size = len(outline.parents)
    tags, roles, all_roles, places, parents, ends = (zeros("q", size) for _ in range(6))
    boxes = Boxes(tags, roles, all_roles, places, zeros("d", size), parents, ends)
    _nest(outline.parents, boxes)
    if outline.tree is not None:
        nodes = outline.nodes
        asked = _with_text(boxes.parents, held)
        _read_tags(outline.tree, nodes, boxes)
        for name in ("class", "id"):
            _read_attribute(outline.tree.values(name), nodes, asked, role_bits, roles)
        for name, bits_of in _HIDING.items():
            _read_attribute(outline.tree.values(name), nodes, asked, bits_of, places)
    _inherit(boxes)
    return boxes


def count_boxes(boxes: Boxes, name: str) -> int:
    """How many boxes have this tag, which must be one of ``TAGS``."""
    tags: cython.longlong[::1] = boxes.tags
    wanted: cython.longlong = TAGS[name]
    count: cython.Py_ssize_t = 0
    box: cython.Py_ssize_t
    for box in range(len(tags)):
        count += tags[box] == wanted
    return count


def lines_with(
    bits: cython.longlong, of_box: cython.longlong[::1], box: cython.longlong[::1], lines: Iterable[int]
) -> list[int]:
    """The lines whose boxes have any of these bits."""
    found: list[int] = []
    line: cython.Py_ssize_t
    for line in lines:
        if not 0 <= line < len(box):
            raise IndexError(f"there are {len(box)} lines; there is no line {line}")
        if of_box[box[line]] & bits:
            found.append(line)
    return found


@cython.cfunc
def _nest(given: cython.longlong[::1], boxes: Boxes) -> None:
    """Fills in parents, depths and ends. Parents come before their children; a box ends with its last descendant."""
    parents: cython.longlong[::1] = boxes.parents
    ends: cython.longlong[::1] = boxes.ends
    depths: cython.double[::1] = boxes.depths
    box: cython.Py_ssize_t
    parent: cython.Py_ssize_t
    for box in range(len(given)):
        parent = given[box]
        ends[box] = box + 1
        if box > 0:
            if not 0 <= parent < box:
                raise ValueError("a parent must stand before its children")
            parents[box] = parent
            depths[box] = depths[parent] + 1
    for box in range(len(given) - 1, 0, -1):
        parent = parents[box]
        ends[parent] = max(ends[parent], ends[box])


@cython.cfunc
def _with_text(parents: array[int], held: array[int]) -> bytearray:
    """For each box, whether there is text in it or in a box within it."""
    above: cython.longlong[::1] = parents
    lines: cython.longlong[::1] = held
    found = bytearray(len(parents))
    has_text: cython.uchar[::1] = found
    line: cython.Py_ssize_t
    box: cython.Py_ssize_t
    for line in range(len(held)):
        box = lines[line]
        if not 0 <= box < len(found):
            raise ValueError("a line must stand in a box")
        while has_text[box] == 0:
            has_text[box] = 1
            box = above[box]
    return found


@cython.cfunc
def _read_tags(tree: Tree, nodes: cython.longlong[::1], boxes: Boxes) -> None:
    tags: cython.longlong[::1] = boxes.tags
    places: cython.longlong[::1] = boxes.places
    names: cython.int[::1] = tree.tags
    number_of: cython.longlong[::1] = array("q", [TAGS.get(name, 0) for name in tree.names])
    place_of: cython.longlong[::1] = array("q", [_PLACE_BITS.get(name, 0) for name in tree.names])
    box: cython.Py_ssize_t
    for box in range(len(nodes)):
        tags[box] = number_of[names[nodes[box]]]
        places[box] = place_of[names[nodes[box]]]


@cython.cfunc
def _read_attribute(
    values: Values,
    nodes: cython.longlong[::1],
    asked: cython.uchar[::1],
    bits_of: Callable[[str], int],
    found: cython.longlong[::1],
) -> None:
    """Adds the bits that an attribute gives each box."""
    strings: list[str] = values.strings
    codes: cython.int[::1] = values.codes
    if not strings:
        return
    # The bits of each string; 0 if it was not read yet or has none.
    bits: cython.longlong[::1] = zeros("q", len(strings))
    is_known: cython.uchar[::1] = bytearray(len(strings))
    box: cython.Py_ssize_t
    code: cython.Py_ssize_t
    for box in range(len(nodes)):
        code = codes[nodes[box]]
        if code >= 0 and asked[box]:
            if not is_known[code]:
                is_known[code] = 1
                bits[code] = bits_of(strings[code])
            found[box] |= bits[code]


@cython.cfunc
def _inherit(boxes: Boxes) -> None:
    """Passes the places and roles of each box on to the boxes in it."""
    tags: cython.longlong[::1] = boxes.tags
    roles: cython.longlong[::1] = boxes.roles
    all_roles: cython.longlong[::1] = boxes.all_roles
    places: cython.longlong[::1] = boxes.places
    parents: cython.longlong[::1] = boxes.parents
    body: cython.longlong = TAGS["body"]
    box: cython.Py_ssize_t
    parent: cython.Py_ssize_t
    for box in range(1, len(boxes.tags)):
        parent = parents[box]
        places[box] |= places[parent]
        # The names of the whole page say nothing about its parts.
        all_roles[box] = all_roles[parent] | (roles[box] if tags[box] != body else 0)


def role_bits(name: str) -> int:
    """The roles that a class name or id contains, as bits."""
    return _roles().bits_in_words(name[:MAX_NAME], _SEPARATORS)


@functools.cache
def _roles() -> Keywords:
    return Keywords(ROLE_BITS)


def _hidden_by_style(value: str) -> int:
    # Most styles have neither word; only the end of "hidden", because an i has more than two cases.
    small = value.lower()
    return HIDDEN_BIT if ("none" in small or "dden" in small) and _HIDDEN_STYLE.search(value) else 0


def _hidden_if_true(value: str) -> int:
    return HIDDEN_BIT if value == "true" else 0


# A dialog over the page, until a button is pressed, is not part of it: cookies, subscriptions.
def _dialog_if_true(value: str) -> int:
    return DIALOG_BIT if value == "true" else 0


def _dialog_by_role(value: str) -> int:
    return DIALOG_BIT if value in ("alertdialog", "dialog") else 0


_HIDING: Final[dict[str, Callable[[str], int]]] = {
    "hidden": lambda _: HIDDEN_BIT,
    "aria-hidden": _hidden_if_true,
    "style": _hidden_by_style,
    "role": _dialog_by_role,
    "aria-modal": _dialog_if_true,
}


# Sums are rounded to this scale, so that a box without any holds 0 and not the rounding errors of a difference.
_SCALE: Final = 1e6
# Adding and subtracting this rounds to a whole number, as numpy does: from 2^52 on there are no others.
_TO_WHOLE: Final = 1.5 * 2.0**52


class Sums(NamedTuple):
    """What each box holds, including the boxes in it; but ``linked`` and ``is_service`` are for each line.

    ``linked`` is how many words of a line are linked, ``is_service`` whether it has a service phrase. ``mass`` is the
    prose of a box's own lines and of those of its child boxes, such as a story's paragraphs.
    """

    linked: array[float]
    is_service: array[float]
    mass: array[float]
    prose: array[float]
    words: array[float]
    linked_words: array[float]
    lines: array[float]
    prose_lines: array[float]
    closed_lines: array[float]
    service_lines: array[float]


def sum_boxes(lines: Lines, boxes: Boxes) -> Sums:
    """The sums over the lines in each box."""
    ones, linked, is_prose, is_service = (zeros("d", len(lines.box)) for _ in range(4))
    _count_lines(lines, ones, linked, is_prose, is_service)
    values = (lines.prose, lines.words, linked, ones, is_prose, lines.is_closed, is_service)
    running = zeros("d", len(boxes.ends) + 1)
    sums = [_sum_within(lines.box, column, boxes.ends, running) for column in values]
    return Sums(linked, is_service, _mass(lines, boxes), *sums)


@cython.cfunc
def _count_lines(
    lines: Lines,
    ones: cython.double[::1],
    linked: cython.double[::1],
    is_prose: cython.double[::1],
    is_service: cython.double[::1],
) -> None:
    prose: cython.double[::1] = lines.prose
    words: cython.double[::1] = lines.words
    link_share: cython.double[::1] = lines.link_share
    phrases: cython.longlong[::1] = lines.phrases
    service: cython.longlong = SERVICE_BITS
    line: cython.Py_ssize_t
    for line in range(len(lines.box)):
        ones[line] = 1
        linked[line] = words[line] * link_share[line]
        is_prose[line] = prose[line] > 0
        is_service[line] = phrases[line] & service != 0


@cython.cfunc
def _sum_within(
    box: cython.longlong[::1],
    values: cython.double[::1],
    ends: cython.longlong[::1],
    running: cython.double[::1],
) -> array[float]:
    """The sums in each box as rounded differences of running sums: a box extends from its index to its end."""
    size: cython.Py_ssize_t = len(ends)
    found = zeros("d", len(ends))
    within: cython.double[::1] = found
    scale: float = _SCALE
    shift: float = _TO_WHOLE
    index: cython.Py_ssize_t
    for index in range(size + 1):
        running[index] = 0
    for index in range(len(box)):
        running[box[index] + 1] += values[index]
    for index in range(size):
        running[index + 1] += running[index]
    for index in range(size):
        within[index] = (((running[ends[index]] - running[index]) * scale + shift) - shift) / scale
    return found


@cython.cfunc
def _mass(lines: Lines, boxes: Boxes) -> array[float]:
    box: cython.longlong[::1] = lines.box
    prose: cython.double[::1] = lines.prose
    parents: cython.longlong[::1] = boxes.parents
    own: cython.double[::1] = zeros("d", len(boxes.ends))
    found = zeros("d", len(boxes.ends))
    mass: cython.double[::1] = found
    index: cython.Py_ssize_t
    for index in range(len(lines.box)):
        own[box[index]] += prose[index]
    for index in range(len(boxes.ends)):
        mass[parents[index]] += own[index]
    for index in range(len(boxes.ends)):
        mass[index] = own[index] + mass[index]
    return found
