"""What is done with the columns of a page: windows, distances, groups, neighbours."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = [
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
Columns = dict[str, Array]

_FAR: Final = 20
# Any odd number will do that is larger than what it mixes.
_MIXER: Final = 1_000_003


def bit_columns(bits: Indexes, count: int) -> Array:
    """For each of the lowest bits a row: 1 where it is set, 0 elsewhere."""
    columns: Array = ((bits >> np.arange(count)[:, None]) & 1).astype(np.float64)
    return columns


def since(marks: Marks) -> Array:
    """How many lines ago the last marked one was, at most ``_FAR``."""
    index = np.arange(len(marks))
    last = np.maximum.accumulate(np.where(marks, index, -_FAR))
    before = np.concatenate([[-_FAR], last[:-1]]) if len(marks) else last
    distance: Array = np.minimum(index - before - 1, _FAR).astype(np.float64)
    return distance


def counted_before(marks: Marks) -> Array:
    """How many lines before are marked, at most ``_FAR``."""
    counted: Array = np.minimum(np.cumsum(marks) - marks, _FAR).astype(np.float64)
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
    groups: Indexes = np.unique(mixed, return_inverse=True)[1].ravel()
    return groups


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
