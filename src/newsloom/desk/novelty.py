"""What is new in a report: the report and what was read before in, its sentences with how new each is out.

A sentence is old as far as one sentence read before has the same words; new names and numbers make it new.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.background import share_of_reports
from newsloom.clusterers.texts import headline_of, languages_of
from newsloom.text.sentences import split_sentences
from newsloom.text.tokens import terms_of_each

__all__ = ["Sentence", "new_sentences"]

_TEXT_CHARACTERS: Final = 20_000
# What a reader remembers: the latest sentences, so that a year of reports costs no more than a month.
_MOST_SEEN: Final = 5000
# From here on a sentence says something that no sentence before it said.
NEW: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of a report; ``newness`` is the weight of its words that no one sentence before held together."""

    text: str
    newness: float

    @property
    def is_new(self) -> bool:
        return self.newness >= NEW


def new_sentences(report: ArticleOrItem, seen: Sequence[ArticleOrItem]) -> tuple[Sentence, ...]:
    """The report's sentences in order, against what was seen and its own sentences before them."""
    *languages, language = languages_of([*seen, report])
    index = _SentenceIndex()
    for article, spoken in zip(seen, languages, strict=True):
        for _, weights in _weighted_sentences(article, spoken):
            index.add(weights)
    index.add(_weights([headline_of(report)], language)[0])
    found = []
    for text, weights in _weighted_sentences(report, language):
        found.append(Sentence(text=text, newness=round(1.0 - index.best_cover(weights), 4)))
        index.add(weights)
    return tuple(found)


class _SentenceIndex:
    """Sentences by their terms, to find those that share one."""

    def __init__(self) -> None:
        self._postings: dict[str, list[int]] = {}
        self._count = 0

    def add(self, weights: dict[str, float]) -> None:
        for term in weights:
            self._postings.setdefault(term, []).append(self._count)
        self._count += 1

    def best_cover(self, weights: dict[str, float]) -> float:
        """The largest share of the weights that one indexed sentence has; an empty sentence is old."""
        total = math.fsum(weights.values())
        if not total:
            return 1.0
        held: dict[int, float] = {}
        for term, weight in weights.items():
            for place in self._postings.get(term, ())[-_MOST_SEEN:]:
                held[place] = held.get(place, 0.0) + weight
        return min(1.0, max(held.values(), default=0.0) / total)


def _weighted_sentences(article: ArticleOrItem, language: str | None) -> list[tuple[str, dict[str, float]]]:
    texts = split_sentences(article.text[:_TEXT_CHARACTERS], language)
    return list(zip(texts, _weights(texts, language), strict=True)) if texts else []


def _weights(texts: Sequence[str], language: str | None) -> list[dict[str, float]]:
    return [
        {term: -math.log(share_of_reports(term, language)) for term in set(found)}
        for found in terms_of_each(texts, language=language)
    ]
