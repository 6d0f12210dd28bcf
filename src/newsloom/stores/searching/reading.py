"""What an article is found by: an article in, the stems of its headline and of its text out; and whether they answer a
question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from newsloom.records import Article
from newsloom.stores.searching.question import Phrase, Question, Way
from newsloom.stores.searching.stems import language_tag, stems_of_each

__all__ = ["TITLE_WEIGHT", "Reading", "matched", "reading_of"]

# A word of the headline counts as so many of the text.
TITLE_WEIGHT: Final = 10.0

# A long report has 30,000 characters. PostgreSQL takes a megabyte of stems at most, at 16,383 positions.
_LONGEST_TITLE: Final = 1_000
_LONGEST_TEXT: Final = 100_000
_MOST_STEMS: Final = 16_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The stems of an article, in reading order; ``tag`` is the language whose rules made them."""

    tag: str
    title: tuple[str, ...]
    body: tuple[str, ...]


def reading_of(article: Article, /) -> Reading:
    """Headline; and text, description, authors and keywords, of a very long article only the beginning."""
    tag = language_tag(article.language)
    about = " ".join(chain((article.description or "",), article.authors, article.keywords))
    texts = ((article.title or "")[:_LONGEST_TITLE], f"{article.text[:_LONGEST_TEXT]} {about[:_LONGEST_TITLE]}")
    title, body = stems_of_each(texts, tag)
    return Reading(tag=tag, title=tuple(title), body=tuple(body[:_MOST_STEMS]))


def matched(reading: Reading, question: Question, /) -> float | None:
    """How well a reading answers; None if it does not."""
    scores = [_score(reading, way) for way in question.ways if reading.tag in way.tags]
    return max((score for score in scores if score is not None), default=None)


def _score(reading: Reading, way: Way) -> float | None:
    if any(_count(reading.title, phrase) or _count(reading.body, phrase) for phrase in way.unwanted):
        return None
    total = 0.0
    for phrase in way.phrases:
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
