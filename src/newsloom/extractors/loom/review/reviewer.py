"""The chances of a page's lines, corrected: a line is judged once more, now as a part of one region.

The forest over the lines sees each of them with its boxes, but not what was decided about the others. A second, small
forest does: which box holds what would be kept, how far from it a line stands, whether the region that landmarks and
names tell is the same one (``newsloom.region``). It adds to the log odds of the first.
"""

from __future__ import annotations

from typing import Final

from newsloom.extractors.loom.chances import lines_from, with_log_odds, words_in_doubt
from newsloom.extractors.loom.page import Array
from newsloom.extractors.loom.review.features import Seen, review_rows
from newsloom.forest import Forest, load_forest

__all__ = ["LEAST_CHANCE", "is_doubtful", "review"]

# Lines of which the first forest is so sure are left alone: most lines of a page.
LEAST_CHANCE: Final = 0.01
# The words that are expected to be judged wrongly, as a share of those that would be kept, from which on a second look
# is worth its time: on the folds a fifth of the pages, and all that it wins.
_LEAST_DOUBT: Final = 0.1
# No page of a paper's has as many lines, and a second look at them costs as much as the first.
_MAX_LINES: Final = 10_000


def is_doubtful(words: Array, chances: Array) -> bool:
    """Whether the first forest is so unsure of the page that a second look may change it."""
    doubt, likely = words_in_doubt(words, chances)
    return len(words) <= _MAX_LINES and doubt >= _LEAST_DOUBT * max(likely, 1.0)


def review(seen: Seen, chances: Array, forest: Forest | None = None) -> Array:
    """The chances again, with what is around each line; ``forest`` is the one that was trained."""
    doubtful = lines_from(chances, LEAST_CHANCE)
    if not doubtful:
        return chances
    rows = review_rows(seen, chances, doubtful)
    return with_log_odds(chances, doubtful, rows, (forest or load_forest(__package__)).scores(rows))
