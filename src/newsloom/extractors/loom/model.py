"""A forest of boosted symmetric trees, read from a file and evaluated with numpy alone.

In a symmetric tree all nodes of a level ask the same question, so a row's answers, read as a binary number, are
its leaf. All trees and all rows of a page take a few array operations a level. Training is elsewhere (``make train``).
"""

from __future__ import annotations

import functools
import hashlib
import io
from dataclasses import dataclass
from importlib import resources
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.errors import InputError

__all__ = ["Forest", "load_forest"]

_MODEL: Final = "model.npz"
_DIGEST: Final = "model.sha256"


@dataclass(frozen=True, slots=True, kw_only=True)
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

    def probabilities(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """The chance of each row to be part of the story."""
        # Features by row: gathering whole rows is many times faster than gathering columns.
        by_feature = np.ascontiguousarray(rows.T)
        trees, levels = self.features.shape
        leaf = np.repeat(np.arange(trees, dtype=np.int32)[:, None] * self.leaves.shape[1], len(rows), axis=1)
        for level in range(levels):
            passes = by_feature[self.features[:, level]] > self.borders[:, level, None]
            leaf += passes.astype(np.int32) << level
        scores = self.leaves.ravel()[leaf].sum(axis=0, dtype=np.float64) + self.bias
        chances: npt.NDArray[np.float64] = 1 / (1 + np.exp(-scores))
        return chances


@functools.cache
def load_forest() -> Forest:
    """The forest that ships with the room. Raises ``InputError`` if it is not the one that was trained."""
    folder = resources.files(__package__).joinpath("data")
    content = folder.joinpath(_MODEL).read_bytes()
    wanted = folder.joinpath(_DIGEST).read_text(encoding="ascii").split()[0]
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        raise InputError(_MODEL, f"the model's digest is {found}, wanted {wanted}; install Newsloom again")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return Forest(
            names=tuple(str(name) for name in arrays["names"]),
            features=arrays["features"],
            borders=arrays["borders"],
            leaves=arrays["leaves"],
            bias=float(arrays["bias"]),
        )
