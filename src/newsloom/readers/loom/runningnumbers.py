"""Stories by the numbers in their addresses: which targets are likely stories in, with those told by their number, out.

Papers count their pages up. On a page whose likely stories have such numbers and words in their addresses, a link that
says as much as a headline to an address of the site with words and a number that is not lower than most of theirs leads
to a story, wherever it stands: what is older is advice and lists that stay.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.readers.loom.features import NAMES
from newsloom.readers.loom.links import LinkedPage
from newsloom.text.patterns import pattern

__all__ = ["add_recent"]

_LEAST_STORIES: Final = 8
# Of the likely stories: where fewer are named so, others are stories, too.
_LEAST_SHARE: Final = 0.9
_LEAST_WORDS: Final = 4
_LEAST_DIGITS: Final = 5
_MOST_DIGITS: Final = 12
# Of the likely stories some are old themselves.
_OLDEST: Final = 0.2
# Letters of a link that says more than a topic's name.
_HEADLINE_LETTERS: Final = 30
_NUMBER: Final = pattern(rf"(?<!\d)\d{{{_LEAST_DIGITS},{_MOST_DIGITS}}}(?!\d)")


def add_recent(
    page: LinkedPage, is_likely: npt.NDArray[np.bool_], rows: npt.NDArray[np.float32]
) -> npt.NDArray[np.bool_]:
    """By target whether it is likely a story; ``rows`` are the features of the addresses."""
    column = {name: rows[:, place] for place, name in enumerate(NAMES)}
    is_headline = (column["characters"] >= _HEADLINE_LETTERS) & (column["is_same_site"] > 0)
    is_named = (column["slug_words"] >= _LEAST_WORDS) & (column["longest_number"] >= _LEAST_DIGITS)
    stories = is_likely & is_headline
    in_doubt = np.flatnonzero(is_headline & is_named & ~is_likely)
    usual = np.flatnonzero(stories & is_named)
    if not len(in_doubt) or len(usual) < max(_LEAST_STORIES, _LEAST_SHARE * np.count_nonzero(stories)):
        return is_likely
    numbers = sorted(_number(page.urls[target]) for target in usual.tolist())
    least = numbers[int(_OLDEST * len(numbers))]
    found = is_likely.copy()
    found[in_doubt] = [_number(page.urls[target]) >= least for target in in_doubt.tolist()]
    return found


def _number(url: str) -> int:
    return max(map(int, _NUMBER.findall(url)), default=0)
