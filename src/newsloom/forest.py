"""A forest of boosted symmetric trees: read from a file, and evaluated with numpy.

In a symmetric tree all nodes of a level ask the same question, so a row's answers, read as a binary number, are
its leaf. All trees and all rows take a few array operations a level. A forest is one file with its digest beside it:
a line of JSON, then the arrays as they lie in memory. Training is elsewhere (``make train``).
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

__all__ = ["DIGEST_NAME", "FOREST_NAME", "Forest", "load_forest"]

FOREST_NAME: Final = "forest.bin"
DIGEST_NAME: Final = "forest.sha256"


class _Questions(NamedTuple):
    """Each question once, for trees share many: the features and borders, and which is asked by level and tree."""

    features: npt.NDArray[np.int64]
    borders: npt.NDArray[np.float32]
    by_level: npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Forest:
    """Trees by level: the feature asked for and the border it must pass; and each tree's leaves.

    ``features`` and ``borders`` have a row for each tree and a column for each level, ``leaves`` a column for each
    leaf; ``names`` are the features in the order of the columns the forest was trained on.
    """

    names: tuple[str, ...]
    features: npt.NDArray[np.int16]
    borders: npt.NDArray[np.float32]
    leaves: npt.NDArray[np.float32]
    bias: float
    questions: _Questions = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # A feature in the upper half, the bits of a border in the lower: equal where both are.
        borders = np.ascontiguousarray(self.borders, dtype=np.float32).view(np.uint32)
        asked = self.features.astype(np.int64) << 32 | borders
        kinds, places = np.unique(asked, return_inverse=True)
        questions = _Questions(
            features=kinds >> 32,
            borders=kinds.astype(np.uint32).view(np.float32)[:, None],
            # By level, the last first: in this order the answers are shifted.
            by_level=np.ascontiguousarray(places.reshape(asked.shape).T[::-1]),
        )
        object.__setattr__(self, "questions", questions)

    def probabilities(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """The chance of each row."""
        scores = self._sums(rows) + self.bias
        chances: npt.NDArray[np.float64] = 1 / (1 + np.exp(-scores))
        return chances

    def _sums(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """For each row the sum of the leaves that it falls on, in all trees."""
        asked = self.questions
        # Features by row: gathering whole rows is many times faster than gathering columns. No index is out of bounds,
        # and "clip" spares the look.
        by_feature = np.ascontiguousarray(rows.T).take(asked.features, axis=0, mode="clip")
        passes = (by_feature > asked.borders).view(np.uint8)
        trees, levels = self.features.shape
        # The answers as bits of the smallest number that holds them: whatever moves through memory costs time here.
        leaf = np.zeros((trees, len(rows)), dtype=np.min_scalar_type((1 << levels) - 1))
        for level in asked.by_level:
            leaf += leaf
            leaf |= passes.take(level, axis=0, mode="clip")
        first_leaves = np.arange(trees)[:, None] << levels
        found = self.leaves.ravel().take(leaf + first_leaves, mode="clip")
        sums: npt.NDArray[np.float64] = found.sum(axis=0, dtype=np.float64)
        return sums

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


@functools.cache
def load_forest(room: str) -> Forest:
    """The forest that ships in a room's ``data/``. Raises ``InputError`` if it is not the one that was trained."""
    content, digest = (pkgutil.get_data(room, f"data/{name}") or b"" for name in (FOREST_NAME, DIGEST_NAME))
    wanted = digest.decode("ascii").split()[0]
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        raise InputError(FOREST_NAME, f"the digest is {found}, wanted {wanted}; install Newsloom again")
    return Forest.from_bytes(content)
