"""How well a text answers a question, counted word by word: what the databases' search is compared with."""

from __future__ import annotations

from collections.abc import Sequence

from newsloom.stores.search import ArticleStems, LanguageQuery, Phrase, SearchQuery
from newsloom.stores.search.stems import TITLE_WEIGHT

__all__ = ["matched"]


def matched(reading: ArticleStems, question: SearchQuery, /) -> float | None:
    """How well a reading answers; None if it does not."""
    scores = [_score(reading, part) for part in question.by_language if reading.tag in part.tags]
    return max((score for score in scores if score is not None), default=None)


def _score(reading: ArticleStems, part: LanguageQuery) -> float | None:
    if any(_count(reading.title, phrase) or _count(reading.body, phrase) for phrase in part.unwanted):
        return None
    total = 0.0
    for phrase in part.phrases:
        often = TITLE_WEIGHT * _count(reading.title, phrase) + _count(reading.body, phrase)
        if not often:
            return None
        # The tenth mention says less than the first, the more so in a long text.
        total += often / (often + 1 + len(reading.body) / 100)
    return total


def _count(stems: Sequence[str], phrase: Phrase) -> int:
    if len(phrase) == 1:
        return stems.count(phrase[0])
    length = len(phrase)
    return sum(tuple(stems[start : start + length]) == phrase for start in range(len(stems) - length + 1))
