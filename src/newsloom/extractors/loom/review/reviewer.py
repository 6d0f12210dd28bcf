"""Corrects the chances of a page's lines: each line is judged once more, now as part of one region.

The first forest sees each line with its boxes, but not what was decided about the other lines. A second, small forest
does: which box holds what would be kept, how far from it a line is, and whether landmarks and names show the same
region (``newsloom.region``). Its score is added to the log odds of the first.
"""

from __future__ import annotations

from typing import Final

from newsloom.extractors.loom.chances import lines_from, with_log_odds, words_in_doubt
from newsloom.extractors.loom.page import Array
from newsloom.extractors.loom.review.features import Seen, review_rows
from newsloom.forest import Forest, load_forest

__all__ = ["LEAST_CHANCE", "is_doubtful", "review"]

# Lines with a lower chance are left alone, as the first forest is sure of them: most lines of a page.
LEAST_CHANCE: Final = 0.01
# A second look is worth its time if the words expected to be judged wrongly are this share of those that would be kept:
# on the folds this is a fifth of the pages, and has all of the gain.
_LEAST_DOUBT: Final = 0.1
# No newspaper page has as many lines, and a second look at them costs as much as the first.
_MAX_LINES: Final = 10_000


def is_doubtful(words: Array, chances: Array) -> bool:
    """Whether the first forest is so unsure of the page that a second look may change it."""
    doubt, likely = words_in_doubt(words, chances)
    return len(words) <= _MAX_LINES and doubt >= _LEAST_DOUBT * max(likely, 1.0)


def review(seen: Seen, chances: Array, forest: Forest | None = None) -> Array:
    """The chances, corrected by what is around each line; ``forest`` replaces the one that ships, if given."""
    doubtful = lines_from(chances, LEAST_CHANCE)
    if not doubtful:
        return chances
    rows = review_rows(seen, chances, doubtful)
    return with_log_odds(chances, doubtful, rows, (forest or load_forest(__package__)).scores(rows))
