# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A forest of boosted symmetric trees: read from a file, and evaluated.

In a symmetric tree all nodes of a level ask the same question, so a row's answers, read as a binary number, are
its leaf. A forest is one file with its digest beside it: a line of JSON, then the arrays as they lie in memory.
Training is elsewhere (``make train``).
"""

from __future__ import annotations

import functools
import hashlib
import json
import pkgutil
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from newsloom.errors import InputError

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["DIGEST_NAME", "FOREST_NAME", "Forest", "load_forest"]

FOREST_NAME: Final = "forest.bin"
DIGEST_NAME: Final = "forest.sha256"


MAX_LEVELS: Final = 8
"""A leaf's number must fit in a byte."""

_PLACES: Final = 1 << np.arange(MAX_LEVELS - 1, -1, -1, dtype=np.uint8)

# So many rows are looked at together: the answers to all questions then stay in the processor's cache.
_BLOCK: Final = 64


class _Arrays(NamedTuple):
    """What is evaluated. Each question comes once, for trees share many: its feature and its border.

    ``by_tree`` says which question each tree asks on each level, the last level first. All trees have ``MAX_LEVELS``:
    what a forest has fewer is a question that no row passes, in front.
    """

    features: npt.NDArray[np.int64]
    borders: npt.NDArray[np.float32]
    by_tree: npt.NDArray[np.int64]
    leaves: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Forest:
    """Trees by level: the feature asked for and the border it must pass; and each tree's leaves.

    ``features`` and ``borders`` have a row for each tree and a column for each level, ``leaves`` a column for each
    leaf; ``names`` are the features in the order of the columns the forest was trained on. Raises ``ValueError`` where
    these do not fit each other.
    """

    names: tuple[str, ...]
    features: npt.NDArray[np.int16]
    borders: npt.NDArray[np.float32]
    leaves: npt.NDArray[np.float32]
    bias: float
    arrays: _Arrays = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        trees, levels = self.features.shape
        are_known = bool(((self.features >= 0) & (self.features < len(self.names))).all())
        fits = self.borders.shape == (trees, levels) and self.leaves.shape == (trees, 1 << levels)
        if not (are_known and fits and levels <= MAX_LEVELS):
            raise ValueError("the features, borders and leaves of a forest do not fit each other")
        # A feature in the upper half, the bits of a border in the lower: equal where both are.
        borders = np.ascontiguousarray(self.borders, dtype=np.float32).view(np.uint32)
        asked = self.features.astype(np.int64) << 32 | borders
        kinds, places = np.unique(asked, return_inverse=True)
        by_tree = np.full((trees, MAX_LEVELS), len(kinds))
        by_tree[:, MAX_LEVELS - levels :] = places.reshape(asked.shape)[:, ::-1]
        arrays = _Arrays(
            features=np.append(kinds >> 32, 0),
            borders=np.append(kinds.astype(np.uint32).view(np.float32), np.float32(np.inf)),
            by_tree=by_tree,
            leaves=self.leaves.astype(np.float32, order="C"),
        )
        object.__setattr__(self, "arrays", arrays)

    def probabilities(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """The chance of each row. Raises ``ValueError`` for rows of other features."""
        chances: npt.NDArray[np.float64] = 1 / (1 + np.exp(-self.scores(rows)))
        return chances

    def scores(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """The log odds of each row. Raises ``ValueError`` for rows of other features."""
        if rows.shape[1] != len(self.names):
            raise ValueError(f"a row has {len(self.names)} features, not {rows.shape[1]}")
        # Features by row: those of one kind lie side by side.
        return _sum_leaves(np.ascontiguousarray(rows.T, dtype=np.float32), self.arrays) + self.bias

    def to_bytes(self) -> bytes:
        """The file's content."""
        trees, levels = self.features.shape
        head = {"names": self.names, "trees": trees, "levels": levels, "bias": self.bias}
        arrays = (self.features.astype("<i2"), self.borders.astype("<f4"), self.leaves.astype("<f4"))
        return json.dumps(head).encode() + b"\n" + b"".join(array.tobytes() for array in arrays)

    @classmethod
    def from_bytes(cls, content: bytes) -> Forest:
        line, _, data = content.partition(b"\n")
        head = json.loads(line)
        trees, levels = head["trees"], head["levels"]
        asked = trees * levels
        return cls(
            names=tuple(head["names"]),
            features=np.frombuffer(data, "<i2", asked).reshape(trees, levels),
            borders=np.frombuffer(data, "<f4", asked, offset=2 * asked).reshape(trees, levels),
            leaves=np.frombuffer(data, "<f4", trees << levels, offset=6 * asked).reshape(trees, 1 << levels),
            bias=head["bias"],
        )


def _sum_leaves(by_feature: npt.NDArray[np.float32], arrays: _Arrays) -> npt.NDArray[np.float64]:
    """For each row the sum of the leaves that it falls on, in the order of the trees."""
    features, borders, by_tree, leaves = arrays
    count = by_feature.shape[1]
    block = _BLOCK if cython.compiled else max(count, 1)
    passes = np.empty((len(features), block), np.uint8)
    numbers = np.empty(block, np.uint8)
    sums = np.zeros(count)
    for start in range(0, count, block):
        size = min(block, count - start)
        _answer(by_feature, features, borders, passes, start, size)
        _add_leaves(passes, by_tree, leaves, numbers, sums, start, size)
    return sums


# A step over all rows of a block is a loop to a compiler and an operation of numpy's without.


@cython.cfunc
def _answer(  # noqa: PLR0913, PLR0917 - arrays and their bounds
    by_feature: cython.float[:, ::1],
    features: cython.longlong[::1],
    borders: cython.float[::1],
    passes: cython.uchar[:, ::1],
    start: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.void:
    """Ask every question of the rows."""
    question: cython.Py_ssize_t
    row: cython.Py_ssize_t
    for question in range(features.shape[0]):
        feature: cython.Py_ssize_t = features[question]
        border: cython.float = borders[question]
        if not cython.compiled:
            passes[question] = by_feature[feature] > border
            continue
        for row in range(size):
            passes[question, row] = by_feature[feature, start + row] > border


@cython.cfunc
def _add_leaves(  # noqa: PLR0913, PLR0917 - arrays and their bounds
    passes: cython.uchar[:, ::1],
    by_tree: cython.longlong[:, ::1],
    leaves: cython.float[:, ::1],
    numbers: cython.uchar[::1],
    sums: cython.double[::1],
    start: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.void:
    """Add each row's leaf of each tree; ``numbers`` is room for the leaves' numbers."""
    tree: cython.Py_ssize_t
    row: cython.Py_ssize_t
    for tree in range(by_tree.shape[0]):
        _number_leaves(passes, by_tree, tree, numbers, size)
        if not cython.compiled:
            sums += leaves[tree][numbers]
            continue
        for row in range(size):
            sums[start + row] += leaves[tree, numbers[row]]


@cython.cfunc
@cython.inline
def _number_leaves(
    passes: cython.uchar[:, ::1],
    by_tree: cython.longlong[:, ::1],
    tree: cython.Py_ssize_t,
    numbers: cython.uchar[::1],
    size: cython.Py_ssize_t,
) -> cython.void:
    """Write the number of each row's leaf, which is the tree's answers from the last level to the first."""
    if not cython.compiled:
        numbers[:] = _PLACES @ passes[by_tree[tree]]
        return
    # All levels at once: level by level, the numbers would be written and read again in between.
    eighth: cython.Py_ssize_t = by_tree[tree, 0]
    seventh: cython.Py_ssize_t = by_tree[tree, 1]
    sixth: cython.Py_ssize_t = by_tree[tree, 2]
    fifth: cython.Py_ssize_t = by_tree[tree, 3]
    fourth: cython.Py_ssize_t = by_tree[tree, 4]
    third: cython.Py_ssize_t = by_tree[tree, 5]
    second: cython.Py_ssize_t = by_tree[tree, 6]
    first: cython.Py_ssize_t = by_tree[tree, 7]
    row: cython.Py_ssize_t
    for row in range(size):
        numbers[row] = (
            passes[eighth, row] * 128
            + passes[seventh, row] * 64
            + passes[sixth, row] * 32
            + passes[fifth, row] * 16
            + passes[fourth, row] * 8
            + passes[third, row] * 4
            + passes[second, row] * 2
            + passes[first, row]
        )


@functools.cache
def load_forest(room: str) -> Forest:
    """The forest that ships in a room's ``data/``. Raises ``InputError`` if it is not the one that was trained."""
    content, digest = (pkgutil.get_data(room, f"data/{name}") or b"" for name in (FOREST_NAME, DIGEST_NAME))
    wanted = digest.decode("ascii").split()[0]
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        raise InputError(FOREST_NAME, f"the digest is {found}, wanted {wanted}; install Newsloom again")
    return Forest.from_bytes(content)
