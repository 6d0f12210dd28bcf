"""Decides whether a page has what only stories have: a headline with a date beside it and a likely story below.

On a page with as many teasers and comments as story, the lines alone do not show that it is one; its top does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from newsloom.dom import Document
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.text.digits import western_digits
from newsloom.text.patterns import pattern
from newsloom.text.size import count_words

__all__ = ["has_day_beside_headline", "is_dated", "is_told_below_headline"]

_HEADLINE_WORDS: Final = 4
_MAX_LINK_SHARE: Final = 0.5
# The date is within this many lines before or after the headline.
_BEFORE: Final = 2
_BEHIND: Final = 5
_MAX_DATELINE: Final = 90  # characters
_DAY: Final = pattern(r"(?<!\d)(?:(?:19|20|25)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d))")
# Pictures with captions or a box of tools may come before the story; there is less of that within it.
_MAX_BEFORE_STORY: Final = 10
_MAX_WITHIN_STORY: Final = 4
_LEAST_WORDS: Final = 60
_LEAST_CHANCE: Final = 0.5
_LEAST_MEAN: Final = 0.7


def is_told_below_headline(page: PageArrays, chances: Array) -> bool:
    """Whether a likely story of some length is below a headline with a date beside it."""
    if count_words(page.document.headline or "") < _HEADLINE_WORDS:
        return False
    lines = [line for line in page.document.headline_lines if page.link_share[line] < _MAX_LINK_SHARE]
    return any(_has_day_beside(page.outline.texts, line) and _is_likely(page, line, chances) for line in lines)


def is_dated(text: str) -> bool:
    """Whether a line is as short as a dateline and has a year or a date in digits."""
    return len(text) <= _MAX_DATELINE and _DAY.search(western_digits(text)) is not None


def _has_day_beside(texts: Sequence[str], headline: int) -> bool:
    near = chain(range(max(headline - _BEFORE, 0), headline), range(headline + 1, headline + 1 + _BEHIND))
    return any(is_dated(texts[line]) for line in near if line < len(texts))


def has_day_beside_headline(document: Document) -> bool:
    """Whether there is a date beside the headline, wherever it is printed."""
    return any(_has_day_beside(document.outline.texts, line) for line in document.headline_lines)


def _is_likely(page: PageArrays, headline: int, chances: Array) -> bool:
    story = list(_run(headline, chances))
    words = sum(page.words[line] for line in story)
    return words >= _LEAST_WORDS and sum(page.words[line] * chances[line] for line in story) >= _LEAST_MEAN * words


def _run(headline: int, chances: Array) -> Iterator[int]:
    """Yields the likely lines below the headline, up to where the page continues with something else."""
    missed, most = 0, _MAX_BEFORE_STORY
    for line in range(headline + 1, len(chances)):
        if chances[line] >= _LEAST_CHANCE:
            missed, most = 0, _MAX_WITHIN_STORY
            yield line
        else:
            missed += 1
            if missed > most:
                return
