"""Adds stories that are recognised by the number in their address to the likely stories of a page.

Papers number their pages in order. On a page whose likely stories have numbers and words in their addresses, a link as
long as a headline is a story wherever it is, if its address is on the same site, has words, and has a number not below
most of theirs. Lower numbers are older pages, such as advice and lists that stay.
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
# The share of likely stories with such addresses; if fewer have them, other addresses are stories too.
_LEAST_SHARE: Final = 0.9
_LEAST_WORDS: Final = 4
_LEAST_DIGITS: Final = 5
_MOST_DIGITS: Final = 12
# Some of the likely stories are old themselves: this share of them may have lower numbers.
_OLDEST: Final = 0.2
# Letters of a link that is longer than a topic's name.
_HEADLINE_LETTERS: Final = 30
_NUMBER: Final = pattern(rf"(?<!\d)\d{{{_LEAST_DIGITS},{_MOST_DIGITS}}}(?!\d)")


def add_recent(
    page: LinkedPage, is_likely: npt.NDArray[np.bool_], rows: npt.NDArray[np.float32]
) -> npt.NDArray[np.bool_]:
    """For each target whether it is likely a story; ``rows`` are the features of the addresses."""
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
