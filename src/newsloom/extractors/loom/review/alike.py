# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Features of the lines that are like a line: in the same elements, or beside it in the same box.

Given a group for each line and the odds of all lines, this writes five rows about the others in the group. A line never
counts for itself, so that a line alone in its group is distinguished from one that agrees with its group.
"""

from __future__ import annotations

from array import array
from typing import Final

from newsloom.extractors.loom.features import NAMES as LINE_NAMES
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.libc.math import log1p
else:
    from math import log1p

__all__ = ["OF_OTHERS", "kinds_by_elements", "kinds_in_box", "write_others"]

OF_OTHERS: Final = ("odds_of", "kept_in", "share_kept_of", "words_of", "odds_to")
"""The features of the lines that are like a line, in the order of the rows."""

# All numbers of tags and all depths are smaller; four of them fit in a key.
_RADIX = cython.declare(cython.longlong, 1 << 12)
_TAG: Final = LINE_NAMES.index("tag")
_ELEMENTS: Final = [LINE_NAMES.index(name) for name in ("tag", "tag_above", "tag_two_above", "depth")]
# If the other lines of a group have at most this many words, nothing is known of them.
_LEAST_WORDS = cython.declare(cython.double, 0.5)
_NO_ODDS = cython.declare(cython.double, -9.0)


def kinds_by_elements(rows: cython.float[:, ::1]) -> array[int]:
    """A number for each line, the same for lines in the same elements at the same depth."""
    keys = zeros("q", rows.shape[1])
    key_of: cython.longlong[::1] = keys
    row: cython.Py_ssize_t
    line: cython.Py_ssize_t
    for row in _ELEMENTS:
        for line in range(rows.shape[1]):
            value: cython.longlong = int(rows[row, line])
            key_of[line] = key_of[line] * _RADIX + value % _RADIX
    return _numbered(keys)


def kinds_in_box(rows: cython.float[:, ::1], boxes: cython.longlong[::1], parents: cython.longlong[::1]) -> array[int]:
    """A number for each line, the same for lines in the same kind of element with the same parent."""
    keys = zeros("q", rows.shape[1])
    key_of: cython.longlong[::1] = keys
    row: cython.Py_ssize_t = _TAG
    line: cython.Py_ssize_t
    for line in range(rows.shape[1]):
        value: cython.longlong = int(rows[row, line])
        key_of[line] = parents[boxes[line]] * _RADIX + value % _RADIX
    return _numbered(keys)


@cython.cfunc
def _numbered(keys: cython.longlong[::1]) -> array[int]:
    """A number for each key, the same for equal keys."""
    found = zeros("q", len(keys))
    numbers: cython.longlong[::1] = found
    seen: dict[int, int] = {}
    place: cython.Py_ssize_t
    for place in range(len(keys)):
        numbers[place] = seen.setdefault(keys[place], len(seen))
    return found


def write_others(
    kinds: cython.longlong[::1],
    words: cython.double[::1],
    odds: cython.double[::1],
    kept_words: cython.double[::1],
    out: cython.double[:, ::1],
) -> None:
    """Writes for each line the mean log odds of the others of its kind, and how much of them would be kept."""
    size: cython.Py_ssize_t = len(kinds)
    held: cython.double[::1] = zeros("d", size)
    sums: cython.double[::1] = zeros("d", size)
    kept: cython.double[::1] = zeros("d", size)
    total: cython.double = 0
    line: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    for line in range(size):
        kind = kinds[line]
        held[kind] += words[line]
        sums[kind] += words[line] * odds[line]
        kept[kind] += kept_words[line]
        total += kept_words[line]
    total = max(total, 1.0)
    for line in range(size):
        kind = kinds[line]
        others: cython.double = held[kind] - words[line]
        kept_others: cython.double = kept[kind] - kept_words[line]
        is_known: cython.bint = others > _LEAST_WORDS
        mean: cython.double = (sums[kind] - words[line] * odds[line]) / others if is_known else _NO_ODDS
        out[0, line] = mean
        out[1, line] = kept_others / total
        out[2, line] = kept_others / others if is_known else -1.0
        out[3, line] = log1p(max(others, 0.0))
        out[4, line] = odds[line] - mean
