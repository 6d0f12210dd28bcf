# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A table with a row for each feature and a column for each line: made, and what is done to rows that are written."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.libc.math import log1p
else:
    from math import log1p

__all__ = ["Table", "as_floats", "take_logarithms", "write_neighbours", "written_table"]

Table: TypeAlias = "memoryview[float]"
"""Numbers in two dimensions."""

# Most numbers are counts: of words, lines and boxes.
_COUNTS = cython.declare(cython.Py_ssize_t, 1024)
_LOGARITHMS_OF_COUNTS = array("d", [log1p(count) for count in range(_COUNTS)])


def written_table(writers: Sequence[tuple[Callable[..., None], int]], lines: int, *seen: Any) -> Table:
    """A table for one line or more: each function is given what is seen, and writes so many rows, which are zero."""
    size: cython.Py_ssize_t = 8 * lines
    content = memoryview(bytearray(size * sum([rows for _, rows in writers])))
    end: cython.Py_ssize_t = 0
    rows: cython.Py_ssize_t
    for write, rows in writers:
        start: cython.Py_ssize_t = end
        end += rows * size
        write(*seen, content[start:end].cast("d", (rows, lines)))
    return content.cast("d", (len(content) // size, lines))


def take_logarithms(rows: cython.double[:, ::1], wanted: list[int]) -> None:
    """Replace the numbers of these rows by logarithms with their sign, and NaN, for unknown, by -1."""
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


def write_neighbours(rows: cython.double[:, ::1], wanted: list[tuple[int, int, int]]) -> None:
    """Write the lines before and behind, -1 where the page ends before: the row, of which other, how far away."""
    size: cython.Py_ssize_t = rows.shape[1]
    row: cython.Py_ssize_t
    seen: cython.Py_ssize_t
    distance: cython.Py_ssize_t
    line: cython.Py_ssize_t
    for row, seen, distance in wanted:
        for line in range(size):
            rows[row, line] = rows[seen, line + distance] if 0 <= line + distance < size else -1.0


def as_floats(rows: cython.double[:, ::1]) -> Table:
    """The same table in half the room, as forests take it."""
    if not cython.compiled:
        return _as_floats_by_numpy(rows)
    found = memoryview(bytearray(4 * rows.shape[0] * rows.shape[1])).cast("f", (rows.shape[0], rows.shape[1]))
    floats: cython.float[:, ::1] = found
    row: cython.Py_ssize_t
    line: cython.Py_ssize_t
    for row in range(rows.shape[0]):
        for line in range(rows.shape[1]):
            floats[row, line] = rows[row, line]
    return found


def _as_floats_by_numpy(rows: Table) -> Table:
    """The same without a compiler, by what evaluates forests there, too."""
    # Here, lest what is compiled waits for its import.
    import numpy as np  # noqa: PLC0415

    floats: Any = np.asarray(rows).astype(np.float32)
    return memoryview(floats)
