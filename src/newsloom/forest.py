# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A forest of boosted symmetric trees: read from a file, and evaluated.

In a symmetric tree all nodes of a level ask the same question, so a row's answers, read as a binary number, are the
number of its leaf. A forest is one file with its digest beside it: a line of JSON, then the arrays in the order of
memory. Training is elsewhere (``make train``).
"""

from __future__ import annotations

import functools
import hashlib
import json
import pkgutil
from array import array
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from newsloom.byteorder import lowest_byte_first
from newsloom.errors import InputError
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

__all__ = ["DIGEST_NAME", "FOREST_NAME", "Forest", "load_forest"]

FOREST_NAME: Final = "forest.bin"
DIGEST_NAME: Final = "forest.sha256"


MAX_LEVELS: Final = 8
"""A leaf's number must fit in a byte."""

_LEVELS = cython.declare(cython.Py_ssize_t, MAX_LEVELS)
# Rows are evaluated in blocks of this size, so that the answers to all questions stay in the processor's cache.
_BLOCK = cython.declare(cython.Py_ssize_t, 128)
# A processor adds this many bytes at once; padding the last group costs less than adding its rows one by one.
_LANES = cython.declare(cython.Py_ssize_t, 16)
# Calls of numpy cost more: large blocks mean few calls.
_NUMPY_BLOCK: Final = 4096


class _Questions(NamedTuple):
    """What the trees ask. Each question (a feature and its border) is stored once: trees share many.

    ``by_tree`` is the question each tree asks on each level, the last level first. All trees have ``MAX_LEVELS``: if a
    forest has fewer, its first levels are a question that no row passes.
    """

    features: array[int]
    borders: array[float]
    by_tree: array[int]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Forest:
    """Trees by level: the feature of each question and the border it must exceed, and the leaves of each tree.

    ``features`` ("h") and ``borders`` ("f") have ``levels`` numbers per tree, one tree after the other, ``leaves``
    ("f") one per leaf; ``names`` are the features in the order of training. Raises ``ValueError`` if these do not fit
    each other.
    """

    names: tuple[str, ...]
    levels: int
    features: array[int]
    borders: array[float]
    leaves: array[float]
    bias: float
    questions: _Questions = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        are_known = all(0 <= feature < len(self.names) for feature in set(self.features))
        has_levels = 1 <= self.levels <= MAX_LEVELS
        trees, rest = divmod(len(self.features), self.levels) if has_levels else (0, 1)
        fits = not rest and len(self.borders) == len(self.features) and len(self.leaves) == trees << self.levels
        if not (are_known and fits):
            raise ValueError("the features, borders and leaves of a forest do not fit each other")
        object.__setattr__(self, "questions", self._asked())

    def _asked(self) -> _Questions:
        asked = list(zip(self.features, self.borders, strict=True))
        questions = sorted(set(asked))
        number_of = {question: number for number, question in enumerate(questions)}
        numbers = [number_of[question] for question in asked]
        unasked = [len(questions)] * (MAX_LEVELS - self.levels)
        by_tree = array("i")
        for first in range(0, len(numbers), self.levels):
            by_tree.extend([*unasked, *reversed(numbers[first : first + self.levels])])
        return _Questions(
            features=array("i", [*(feature for feature, _ in questions), 0]),
            borders=array("f", [*(border for _, border in questions), float("inf")]),
            by_tree=by_tree,
        )

    def probabilities(self, columns: Any) -> array[float]:
        """Returns the probability of each row, given as for ``scores``. Raises ``ValueError`` for other features."""
        chances = self.scores(columns)
        _as_chances(chances)
        return chances

    def scores(self, columns: Any) -> array[float]:
        """Returns the log odds of each row; there must be at least one. Raises ``ValueError`` for other features.

        ``columns`` is any two-dimensional buffer of floats ("f") with one line per feature: values of a feature are
        adjacent.
        """
        features, count = columns.shape
        if features != len(self.names):
            raise ValueError(f"a row has {len(self.names)} features, not {features}")
        sums = zeros("d", count)
        _sum_leaves(columns, self.questions, self.leaves, sums)
        _add(sums, self.bias)
        return sums

    def to_bytes(self) -> bytes:
        """Returns the content of the file."""
        trees = len(self.features) // self.levels
        head = {"names": self.names, "trees": trees, "levels": self.levels, "bias": self.bias}
        arrays = (self.features, self.borders, self.leaves)
        return json.dumps(head).encode() + b"\n" + b"".join(lowest_byte_first(each).tobytes() for each in arrays)

    @classmethod
    def from_bytes(cls, content: bytes) -> Forest:
        line, _, data = content.partition(b"\n")
        head = json.loads(line)
        trees, levels = head["trees"], head["levels"]
        asked = trees * levels
        return cls(
            names=tuple(head["names"]),
            levels=levels,
            features=lowest_byte_first(array("h", data[: 2 * asked])),
            borders=lowest_byte_first(array("f", data[2 * asked : 6 * asked])),
            leaves=lowest_byte_first(array("f", data[6 * asked :])),
            bias=head["bias"],
        )


@cython.cfunc
def _add(scores: cython.double[::1], bias: cython.double) -> cython.void:
    row: cython.Py_ssize_t
    for row in range(len(scores)):
        scores[row] += bias


@cython.cfunc
def _as_chances(scores: cython.double[::1]) -> cython.void:
    row: cython.Py_ssize_t
    for row in range(len(scores)):
        scores[row] = 1 / (1 + exp(-scores[row]))


@cython.cfunc
def _sum_leaves(
    columns: cython.float[:, ::1], questions: _Questions, leaves: cython.float[::1], sums: cython.double[::1]
) -> cython.void:
    """Adds to each row's sum the leaves that it falls on, in the order of the trees."""
    if not cython.compiled:
        _sum_leaves_by_numpy(columns, questions, leaves, sums)
        return
    features: cython.int[::1] = questions.features
    borders: cython.float[::1] = questions.borders
    by_tree: cython.int[::1] = questions.by_tree
    passes: cython.uchar[:, ::1] = memoryview(bytearray(len(features) * _BLOCK)).cast("B", (len(features), _BLOCK))
    numbers: cython.uchar[::1] = bytearray(_BLOCK)
    start: cython.Py_ssize_t
    for start in range(0, len(sums), _BLOCK):
        size: cython.Py_ssize_t = min(_BLOCK, len(sums) - start)
        _answer(columns, features, borders, passes, start, size)
        _add_leaves(passes, by_tree, leaves, numbers, sums, start, size)


def _sum_leaves_by_numpy(columns: Any, questions: _Questions, leaves: array[float], sums: array[float]) -> None:
    """The same with numpy, where nothing is compiled: row by row it would take a hundred times as long."""
    # Imported here, so that compiled code does not wait for it.
    import numpy as np  # noqa: PLC0415

    features, borders, by_tree = map(np.asarray, questions)
    by_tree = by_tree.reshape(-1, MAX_LEVELS)
    rows, total, own = np.asarray(columns), np.frombuffer(sums), np.asarray(leaves).reshape(len(by_tree), -1)
    for start in range(0, len(total), _NUMPY_BLOCK):
        part = slice(start, start + _NUMPY_BLOCK)
        passes = (rows[:, part][features] > borders[:, np.newaxis]).view(np.uint8)
        for asked, leaf in zip(by_tree, own, strict=True):
            numbers = passes[asked[0]].copy()
            for question in asked[1:]:
                numbers += numbers
                numbers += passes[question]
            total[part] += leaf[numbers]


@cython.cfunc
def _answer(  # noqa: PLR0913, PLR0917 - arrays and their bounds
    columns: cython.float[:, ::1],
    features: cython.int[::1],
    borders: cython.float[::1],
    passes: cython.uchar[:, ::1],
    start: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.void:
    """Answers every question for the rows."""
    question: cython.Py_ssize_t
    row: cython.Py_ssize_t
    for question in range(len(features)):
        feature: cython.Py_ssize_t = features[question]
        border: cython.float = borders[question]
        for row in range(size):
            passes[question, row] = columns[feature, start + row] > border


@cython.cfunc
def _add_leaves(  # noqa: PLR0913, PLR0917 - arrays and their bounds
    passes: cython.uchar[:, ::1],
    by_tree: cython.int[::1],
    leaves: cython.float[::1],
    numbers: cython.uchar[::1],
    sums: cython.double[::1],
    start: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.void:
    """Adds each tree's leaves to the rows' sums; ``numbers`` is a buffer for the leaves' numbers."""
    trees: cython.Py_ssize_t = len(by_tree) // _LEVELS
    leaves_a_tree: cython.Py_ssize_t = len(leaves) // max(trees, 1)
    # Every block has space for all lanes.
    filled: cython.Py_ssize_t = (size + _LANES - 1) // _LANES * _LANES
    tree: cython.Py_ssize_t
    row: cython.Py_ssize_t
    for tree in range(trees):
        _number_leaves(passes, by_tree, tree * _LEVELS, numbers, filled)
        first: cython.Py_ssize_t = tree * leaves_a_tree
        for row in range(size):
            sums[start + row] += leaves[first + numbers[row]]


@cython.cfunc
@cython.inline
def _number_leaves(
    passes: cython.uchar[:, ::1],
    by_tree: cython.int[::1],
    last: cython.Py_ssize_t,
    numbers: cython.uchar[::1],
    size: cython.Py_ssize_t,
) -> cython.void:
    """Writes the number of each row's leaf: the answers of a tree, from the question of its last level to the first."""
    # All levels at once: level by level, the numbers would be written and read again each time.
    eighth: cython.Py_ssize_t = by_tree[last]
    seventh: cython.Py_ssize_t = by_tree[last + 1]
    sixth: cython.Py_ssize_t = by_tree[last + 2]
    fifth: cython.Py_ssize_t = by_tree[last + 3]
    fourth: cython.Py_ssize_t = by_tree[last + 4]
    third: cython.Py_ssize_t = by_tree[last + 5]
    second: cython.Py_ssize_t = by_tree[last + 6]
    first: cython.Py_ssize_t = by_tree[last + 7]
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
    """Returns the forest in a room's ``data/``. Raises ``InputError`` if its digest is not the recorded one."""
    content, digest = (pkgutil.get_data(room, f"data/{name}") or b"" for name in (FOREST_NAME, DIGEST_NAME))
    wanted = digest.decode("ascii").split()[0]
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        raise InputError(FOREST_NAME, f"the digest is {found}, wanted {wanted}; install Newsloom again")
    return Forest.from_bytes(content)
