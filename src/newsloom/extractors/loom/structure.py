# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Features of the boxes around a line: their tags and names, and which lines are in boxes alike.

Each function writes the rows of its group in the order of the table (``features.py``); the rows must be zero before.
"""

from __future__ import annotations

from array import array
from typing import Final

from newsloom.extractors.loom.boxes import DIALOG_BIT, HIDDEN_BIT, PLACES
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.vocabulary import PHRASES, ROLES
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = [
    "furniture_features",
    "layout_features",
    "phrase_features",
    "place_features",
    "role_features",
    "tag_features",
]


def phrase_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """One row for each kind of phrase: whether the line has it."""
    phrases: cython.longlong[::1] = page.lines.phrases
    line: cython.Py_ssize_t
    for line in range(len(phrases)):
        _spread(phrases[line], out, line, 0, 1)


def tag_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """The tags of the line's box and of the two around it, its depth, and whether it is hidden or in a dialog."""
    box: cython.longlong[::1] = page.lines.box
    tags: cython.longlong[::1] = page.boxes.tags
    parents: cython.longlong[::1] = page.boxes.parents
    places: cython.longlong[::1] = page.boxes.places
    depths: cython.double[::1] = page.boxes.depths
    hidden: cython.longlong = HIDDEN_BIT
    dialog: cython.longlong = DIALOG_BIT
    line: cython.Py_ssize_t
    own: cython.Py_ssize_t
    above: cython.Py_ssize_t
    for line in range(len(box)):
        own = box[line]
        above = parents[own]
        out[0, line] = tags[own]
        out[1, line] = tags[above]
        out[2, line] = tags[parents[above]]
        out[3, line] = depths[own]
        out[4, line] = places[own] & hidden != 0
        out[5, line] = places[own] & dialog != 0


def place_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """One row for each tag of ``PLACES``: whether the line is in it."""
    box: cython.longlong[::1] = page.lines.box
    places: cython.longlong[::1] = page.boxes.places
    all_places: cython.longlong = (1 << len(PLACES)) - 1
    line: cython.Py_ssize_t
    for line in range(len(box)):
        _spread(places[box[line]] & all_places, out, line, 0, 1)


def role_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """Three rows for each role: whether the line's box has it, one of the two around that, or any box around it."""
    box: cython.longlong[::1] = page.lines.box
    roles: cython.longlong[::1] = page.boxes.roles
    all_roles: cython.longlong[::1] = page.boxes.all_roles
    parents: cython.longlong[::1] = page.boxes.parents
    line: cython.Py_ssize_t
    own: cython.Py_ssize_t
    above: cython.Py_ssize_t
    for line in range(len(box)):
        own = box[line]
        above = parents[own]
        _spread(roles[own], out, line, 0, 3)
        _spread(roles[above] | roles[parents[above]], out, line, 1, 3)
        _spread(all_roles[own], out, line, 2, 3)


@cython.cfunc
@cython.inline
def _spread(
    bits: cython.longlong,
    out: cython.double[:, ::1],
    line: cython.Py_ssize_t,
    row: cython.Py_ssize_t,
    step: cython.Py_ssize_t,
) -> None:
    """Writes 1 for each bit that is set; each bit has its own row."""
    while bits:
        if bits & 1:
            out[row, line] = 1
        bits >>= 1
        row += step


def _bits(names: tuple[str, ...], *wanted: str) -> int:
    return sum(1 << names.index(name) for name in wanted)


# Each is rare and hardly ever found in a story (fewer than one in twenty of the labelled lines that have it); together
# they are frequent enough to be learnt. Dialogs, calls to sign up and rights are such signs, too.
_OWN_FURNITURE: Final = _bits(ROLES, "comment", "footer", "navigation", "related", "social", "signup", "overlay")
_NEAR_FURNITURE: Final = _bits(ROLES, "comment", "footer")
_FURNITURE_PLACES: Final = DIALOG_BIT | _bits(PLACES, "footer")


def furniture_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """The number of signs that the line is not part of a story, each hardly ever found in one."""
    box: cython.longlong[::1] = page.lines.box
    phrases: cython.longlong[::1] = page.lines.phrases
    roles: cython.longlong[::1] = page.boxes.roles
    places: cython.longlong[::1] = page.boxes.places
    parents: cython.longlong[::1] = page.boxes.parents
    own_signs: cython.longlong = _OWN_FURNITURE
    near_signs: cython.longlong = _NEAR_FURNITURE
    place_signs: cython.longlong = _FURNITURE_PLACES
    rights: cython.longlong = _bits(PHRASES, "rights")
    asks: cython.longlong = _bits(PHRASES, "signup")
    near_signup: cython.longlong = _bits(ROLES, "signup")
    line: cython.Py_ssize_t
    own: cython.Py_ssize_t
    near: cython.longlong
    for line in range(len(box)):
        own = box[line]
        near = roles[parents[own]] | roles[parents[parents[own]]]
        out[0, line] = _count(roles[own] & own_signs) + _count(near & near_signs) + _count(places[own] & place_signs)
        out[0, line] += (near & near_signup != 0 and phrases[line] & asks != 0) + (phrases[line] & rights != 0)


@cython.cfunc
@cython.inline
def _count(bits: cython.longlong) -> cython.Py_ssize_t:
    count: cython.Py_ssize_t = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def layout_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """Whether the line is repeated, and how much there is in boxes alike (template segments) and beside it."""
    is_repeated: cython.double[::1] = page.lines.is_repeated
    box: cython.longlong[::1] = page.lines.box
    parents: cython.longlong[::1] = page.boxes.parents
    tags: cython.longlong[::1] = page.boxes.tags
    roles: cython.longlong[::1] = page.boxes.roles
    signatures: cython.ulonglong[::1] = zeros("Q", len(page.lines.box))
    siblings: cython.ulonglong[::1] = zeros("Q", len(page.lines.box))
    signature: cython.ulonglong
    line: cython.Py_ssize_t
    around: cython.Py_ssize_t
    for line in range(len(box)):
        out[0, line] = is_repeated[line]
        signature = 0
        around = box[line]
        siblings[line] = parents[around] << _TAG_BITS | tags[around]
        for _ in range(3):
            signature = _mixed(_mixed(signature, tags[around]), roles[around])
            around = parents[around]
        signatures[line] = signature
    _of_layout(page, _numbered(signatures), out)
    _of_siblings(page, _numbered(siblings), out)


_TAG_BITS = cython.declare(cython.Py_ssize_t, 8)
_ALL_BITS = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)


@cython.cfunc
@cython.inline
def _mixed(signature: cython.ulonglong, key: cython.ulonglong) -> cython.ulonglong:
    """A hash of both numbers; two pairs have the same one by chance once in 2^64."""
    return (signature * 1_000_003 + key) & _ALL_BITS


@cython.cfunc
def _numbered(keys: cython.ulonglong[::1]) -> array[int]:
    """A number for each key, the same for equal keys."""
    found = zeros("q", len(keys))
    numbers: cython.longlong[::1] = found
    seen: dict[int, int] = {}
    place: cython.Py_ssize_t
    for place in range(len(keys)):
        # Equal keys are mostly adjacent.
        if place > 0 and keys[place] == keys[place - 1]:
            numbers[place] = numbers[place - 1]
        else:
            numbers[place] = seen.setdefault(keys[place], len(seen))
    return found


@cython.cfunc
def _of_layout(page: PageArrays, groups: array[int], out: cython.double[:, ::1]) -> None:
    group_of: cython.longlong[::1] = groups
    own_prose: cython.double[::1] = page.lines.prose
    size: cython.Py_ssize_t = len(groups)
    total: float = page.prose
    lines: cython.double[::1] = zeros("d", size)
    prose: cython.double[::1] = zeros("d", size)
    line: cython.Py_ssize_t
    group: cython.Py_ssize_t
    for line in range(size):
        group = group_of[line]
        lines[group] += 1
        prose[group] += own_prose[line]
    for line in range(size):
        group = group_of[line]
        out[1, line] = lines[group]
        out[2, line] = prose[group] / total
        out[3, line] = prose[group] / lines[group]


@cython.cfunc
def _of_siblings(page: PageArrays, groups: array[int], out: cython.double[:, ::1]) -> None:
    group_of: cython.longlong[::1] = groups
    own_words: cython.double[::1] = page.lines.words
    own_linked: cython.double[::1] = page.sums.linked
    size: cython.Py_ssize_t = len(groups)
    lines: cython.double[::1] = zeros("d", size)
    words: cython.double[::1] = zeros("d", size)
    linked: cython.double[::1] = zeros("d", size)
    line: cython.Py_ssize_t
    group: cython.Py_ssize_t
    for line in range(size):
        group = group_of[line]
        lines[group] += 1
        words[group] += own_words[line]
        linked[group] += own_linked[line]
    for line in range(size):
        group = group_of[line]
        out[4, line] = lines[group]
        out[5, line] = words[group] / lines[group]
        out[6, line] = linked[group] / max(words[group], 1.0)
