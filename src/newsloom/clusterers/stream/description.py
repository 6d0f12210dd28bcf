"""What a story is about: the expanded rows of its members in, its heaviest terms and each member's closeness out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from newsloom.clusterers.naming import Group
from newsloom.clusterers.stream.rows import Rows

__all__ = ["described"]

# Words that say what a story is about.
_STORY_WORDS: Final = 12


def described(members: Sequence[int], rows: Rows, terms: Sequence[str]) -> Group:
    """The group with its words; ``rows`` are those of the members, in their order."""
    columns, weights = rows.columns, rows.weights.astype(np.float64)
    held, place = np.unique(columns, return_inverse=True)
    middle = np.bincount(place, weights, minlength=len(held)) / len(members)
    length = float(np.sqrt(middle @ middle)) or 1.0
    closeness = np.bincount(rows.numbers, weights * middle[place], minlength=len(rows)) / length
    heaviest = np.lexsort((held, -middle))[:_STORY_WORDS]
    words = tuple((terms[held[number]], round(float(middle[number]), 4)) for number in heaviest if middle[number] > 0)
    return Group(
        members=tuple(members), words=words, closeness=tuple(round(min(1.0, close), 4) for close in closeness.tolist())
    )
