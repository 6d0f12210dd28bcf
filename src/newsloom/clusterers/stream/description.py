"""What a story is about: the expanded rows of its members in, its heaviest terms and each member's closeness out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.naming import Group

__all__ = ["described"]

# Words that say what a story is about.
_STORY_WORDS: Final = 12


def described(
    members: Sequence[int],
    rows: Sequence[tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]],
    terms: Sequence[str],
) -> Group:
    """The group with its words; ``rows`` are the columns and weights of the members in their order."""
    columns = np.concatenate([row for row, _ in rows])
    weights = np.concatenate([row for _, row in rows]).astype(np.float64)
    held, place = np.unique(columns, return_inverse=True)
    middle = np.bincount(place, weights, minlength=len(held)) / len(members)
    length = float(np.sqrt(middle @ middle)) or 1.0
    member = np.repeat(np.arange(len(rows)), [len(row) for row, _ in rows])
    closeness = np.bincount(member, weights * middle[place], minlength=len(rows)) / length
    heaviest = np.lexsort((held, -middle))[:_STORY_WORDS]
    words = tuple((terms[held[number]], round(float(middle[number]), 4)) for number in heaviest if middle[number] > 0)
    return Group(
        members=tuple(members), words=words, closeness=tuple(round(min(1.0, close), 4) for close in closeness.tolist())
    )
