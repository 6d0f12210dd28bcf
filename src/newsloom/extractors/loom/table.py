# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Makes tables with a row for each feature and a column for each line, and transforms rows after they are written."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.libc.math import log1p
else:
    from math import log1p

__all__ = ["Table", "Writer", "write_neighbours", "written_table"]

Table: TypeAlias = "memoryview[float]"
"""A two-dimensional array of numbers."""


class Writer(NamedTuple):
    """A function that writes this many rows, given what is seen of a page and rows of doubles that are zero.

    The rows in ``logarithms`` are replaced by log1p of their absolute values, with the sign kept; NaN, for unknown,
    becomes -1.
    """

    write: Callable[..., None]
    rows: int
    logarithms: Sequence[int] = ()


# Most numbers are counts: of words, lines and boxes.
_COUNTS = cython.declare(cython.Py_ssize_t, 1024)
_LOGARITHMS_OF_COUNTS = array("d", [log1p(count) for count in range(_COUNTS)])


def written_table(writers: Sequence[Writer], lines: int, *seen: Any) -> Table:
    """The table of floats that forests need, for one line or more."""
    size: cython.Py_ssize_t = lines
    count: cython.Py_ssize_t = sum([writer.rows for writer in writers])
    content = memoryview(bytearray(4 * size * count))
    floats: cython.float[::1] = content.cast("f")
    end: cython.Py_ssize_t = 0
    for writer in writers:
        start: cython.Py_ssize_t = end
        end += writer.rows * size
        # One writer at a time: all rows together would not stay in the processor's cache.
        written = memoryview(bytearray(8 * (end - start)))
        rows = written.cast("d", (writer.rows, lines))
        writer.write(*seen, rows)
        if writer.logarithms:
            _take_logarithms(rows, writer.logarithms)
        _copy(written.cast("d"), floats, start)
    return content.cast("f", (count, lines))


@cython.cfunc
def _take_logarithms(rows: cython.double[:, ::1], wanted: Sequence[int]) -> cython.void:
    """Replaces the numbers in these rows by their logarithms with the sign kept, and NaN by -1."""
    known: cython.double[::1] = _LOGARITHMS_OF_COUNTS
    row: cython.Py_ssize_t
    line: cython.Py_ssize_t
    value: cython.double
    for row in wanted:
        for line in range(rows.shape[1]):
            value = rows[row, line]
            if value >= 0:
                rows[row, line] = _logarithm(value, known)
            else:
                rows[row, line] = -_logarithm(-value, known) if value < 0 else -1.0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _logarithm(value: cython.double, known: cython.double[::1]) -> cython.double:
    if value < _COUNTS:
        count: cython.Py_ssize_t = int(value)
        if count == value:
            return known[count]
    return log1p(value)


def write_neighbours(rows: cython.float[:, ::1], wanted: list[tuple[int, int, int]]) -> None:
    """Writes features of nearby lines, -1 beyond the page; ``wanted`` has target row, source row and distance."""
    size: cython.Py_ssize_t = rows.shape[1]
    row: cython.Py_ssize_t
    seen: cython.Py_ssize_t
    distance: cython.Py_ssize_t
    line: cython.Py_ssize_t
    for row, seen, distance in wanted:
        for line in range(size):
            rows[row, line] = rows[seen, line + distance] if 0 <= line + distance < size else -1.0


@cython.cfunc
def _copy(doubles: cython.double[::1], floats: cython.float[::1], start: cython.Py_ssize_t) -> cython.void:
    if not cython.compiled:
        floats[start : start + len(doubles)] = array("f", doubles)
        return
    place: cython.Py_ssize_t
    for place in range(len(doubles)):
        floats[start + place] = doubles[place]
