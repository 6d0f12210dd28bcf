"""What is done with the columns of a page: windows, distances, groups, neighbours."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

__all__ = [
    "FAR",
    "Array",
    "Columns",
    "Indexes",
    "Marks",
    "around",
    "bit_columns",
    "counted_before",
    "group_of",
    "shifted",
    "signed_log",
    "since",
]

Array = npt.NDArray[np.float64]
Indexes = npt.NDArray[np.intp]
Marks = npt.NDArray[np.bool_]
# Of numbers, of whole ones, or of marks.
Columns = dict[str, npt.NDArray[Any]]

FAR: Final = 20
# Any odd number will do that is larger than what it mixes.
_MIXER: Final = 1_000_003


def bit_columns(bits: Indexes, count: int) -> Indexes:
    """For each of the lowest bits a row, or as many as there are rows of bits: 1 where it is set, 0 elsewhere."""
    columns: Indexes = (bits >> np.arange(count).reshape(-1, *[1] * bits.ndim)) & 1
    return columns


def since(marks: Marks) -> Array:
    """How many lines ago the last marked one was, at most ``FAR``."""
    index = np.arange(len(marks))
    last = np.maximum.accumulate(np.where(marks, index, -FAR))
    before = np.concatenate([[-FAR], last[:-1]]) if len(marks) else last
    distance: Array = np.minimum(index - before - 1, FAR).astype(np.float64)
    return distance


def counted_before(marks: Marks) -> Array:
    """How many lines before are marked, at most ``FAR``."""
    counted: Array = np.minimum(np.cumsum(marks) - marks, FAR).astype(np.float64)
    return counted


def signed_log(offsets: Indexes) -> Array:
    """The logarithm of a distance, with its direction."""
    logs: Array = np.sign(offsets) * np.log1p(np.abs(offsets))
    return logs


def group_of(*keys: Indexes) -> Indexes:
    """A number for each combination of keys, the same where all of them are."""
    mixed = np.zeros(len(keys[0]), dtype=np.int64)
    for key in keys:
        # Overflow wraps, and two combinations meet once in 2^64.
        mixed = mixed * _MIXER + key
    # Not numpy's unique, which sorts, and takes twice as long.
    seen: dict[int, int] = {}
    return np.array([seen.setdefault(one, len(seen)) for one in mixed.tolist()], dtype=np.intp)


def around(values: Array, window: Array) -> Array:
    """The sum of the values within the window around each."""
    reach = len(window) // 2
    summed: Array = np.convolve(values, window, "full")[reach : reach + len(values)].astype(np.float64)
    return summed


def shifted(values: Array, distance: int) -> Array:
    """What stands ``distance`` places further on, -1 where the page ends before."""
    moved = np.full(len(values), -1.0)
    if abs(distance) < len(values):
        if distance > 0:
            moved[:-distance] = values[distance:]
        else:
            moved[-distance:] = values[:distance]
    return moved
