"""The chances of a page's lines, corrected: a line is judged once more, now as a part of one region.

The forest over the lines sees each of them with its boxes, but not what was decided about the others. A second, small
forest does: which box holds what would be kept, how far from it a line stands, whether the region that landmarks and
names tell is the same one (``newsloom.region``). It adds to the log odds of the first.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from newsloom.extractors.loom.page import Array
from newsloom.extractors.loom.review.features import Seen, review_rows
from newsloom.forest import Forest, load_forest

__all__ = ["LEAST_CHANCE", "is_doubtful", "review"]

# Lines of which the first forest is so sure are left alone: most lines of a page.
LEAST_CHANCE: Final = 0.01
# The words that are expected to be judged wrongly, as a share of those that would be kept, from which on a second look
# is worth its time: on the folds a fifth of the pages, and all that it wins.
_LEAST_DOUBT: Final = 0.1


def is_doubtful(words: Array, chances: Array) -> bool:
    """Whether the first forest is so unsure of the page that a second look may change it."""
    doubt = float((words * np.minimum(chances, 1 - chances)).sum())
    return doubt >= _LEAST_DOUBT * max(float(words[chances >= 0.5].sum()), 1.0)


def review(seen: Seen, chances: Array, forest: Forest | None = None) -> Array:
    """The chances again, with what is around each line; ``forest`` is the one that was trained."""
    doubtful = (chances >= LEAST_CHANCE).nonzero()[0]
    if not len(doubtful):
        return chances
    rows = review_rows(seen, chances)[doubtful]
    scores = rows[:, 0] + (forest or load_forest(__package__)).scores(rows)
    reviewed = chances.copy()
    reviewed[doubtful] = 1 / (1 + np.exp(-scores))
    return reviewed
