"""What is new in a report: the report and what was read before in, its sentences with how new each is out.

A sentence is old as far as one sentence read before has the same words; new names and numbers make it new. The work
grows with the length of the texts, whatever stands in them: a sentence is compared with some others at most.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.background import share_of_reports
from newsloom.clusterers.texts import headline_of, languages_of
from newsloom.text.sentences import split_sentences
from newsloom.text.tokens import terms_of_each

__all__ = ["MOST_CHARACTERS", "MOST_SENTENCES", "Sentence", "new_in_each", "new_sentences", "only_in_each"]

# What is read of a report; a long one has some two hundred sentences.
MOST_CHARACTERS: Final = 20_000
MOST_SENTENCES: Final = 400
# A sentence is compared with so many that share its rarest words: one that says the same shares more than the subject.
# Of several papers, each is asked for its part of them, and for some at least.
_MOST_COMPARED: Final = 64
_LEAST_COMPARED: Final = 8
# From here on a sentence says something that no sentence before it said.
NEW: Final = 0.5

Weights = dict[str, float]


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
    *_, last = new_in_each([*seen, report])
    return last


def new_in_each(reports: Sequence[ArticleOrItem]) -> Iterator[tuple[Sentence, ...]]:
    """The sentences of each report in order, against the reports before it and its own sentences before them."""
    index = _SentenceIndex()
    for report in _read(reports):
        found = []
        for text, weights in report.sentences:
            # Its own headline promised it.
            covered = max(index.best_cover(weights), _cover(weights, report.headline))
            found.append(Sentence(text=text, newness=round(1.0 - covered, 4)))
            index.add(weights)
        yield tuple(found)


def only_in_each(papers: Sequence[Sequence[ArticleOrItem]]) -> list[list[tuple[Sentence, ...]]]:
    """The sentences of each report of each paper, against the headlines and reports of all other papers.

    What a paper says twice is still its own.
    """
    flat = _read([report for reports in papers for report in reports])
    told = [[next(flat) for _ in reports] for reports in papers]
    indexes = [_index_of(reports) for reports in told]
    found = []
    for place, reports in enumerate(told):
        others = [*indexes[:place], *indexes[place + 1 :]]
        found.append([tuple(_against(others, report)) for report in reports])
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Report:
    """A report as it is compared: terms and their weights."""

    headline: Weights
    sentences: list[tuple[str, Weights]]


def _read(reports: Sequence[ArticleOrItem]) -> Iterator[_Report]:
    for report, language in zip(reports, languages_of(reports), strict=True):
        texts = split_sentences(report.text[:MOST_CHARACTERS], language)[:MOST_SENTENCES]
        headline, *weights = _weights([headline_of(report), *texts], language)
        yield _Report(headline=headline, sentences=list(zip(texts, weights, strict=True)))


def _weights(texts: Sequence[str], language: str | None) -> list[Weights]:
    return [
        {term: -math.log(share_of_reports(term, language)) for term in set(found)}
        for found in terms_of_each(texts, language=language)
    ]


def _against(others: Sequence[_SentenceIndex], report: _Report) -> Iterator[Sentence]:
    most = max(_LEAST_COMPARED, _MOST_COMPARED // max(1, len(others)))
    for text, weights in report.sentences:
        covered = max((other.best_cover(weights, most) for other in others), default=0.0)
        yield Sentence(text=text, newness=round(1.0 - covered, 4))


def _index_of(reports: Iterable[_Report]) -> _SentenceIndex:
    index = _SentenceIndex()
    for report in reports:
        index.add(report.headline)
        for _, weights in report.sentences:
            index.add(weights)
    return index


class _SentenceIndex:
    """Sentences by their terms, to find those that share one."""

    def __init__(self) -> None:
        self._postings: dict[str, list[Weights]] = {}
        self._known: set[frozenset[str]] = set()

    def add(self, weights: Weights) -> None:
        terms = frozenset(weights)
        if terms in self._known:
            return
        self._known.add(terms)
        for term in terms:
            self._postings.setdefault(term, []).append(weights)

    def best_cover(self, weights: Weights, most: int = _MOST_COMPARED) -> float:
        """The largest share of the weights that one indexed sentence has; an empty sentence is old."""
        if not weights or frozenset(weights) in self._known:
            return 1.0
        return max((_cover(weights, other) for other in self._alike(weights, most)), default=0.0)

    def _alike(self, weights: Weights, left: int) -> Iterator[Weights]:
        """Sentences that share a term, those of the rarest terms here first, the latest first."""
        for postings in sorted((self._postings[term] for term in weights if term in self._postings), key=len):
            yield from postings[: -left - 1 : -1]
            left -= len(postings)
            if left <= 0:
                return


def _cover(weights: Weights, other: Weights) -> float:
    total = math.fsum(weights.values())
    return math.fsum(weights[term] for term in weights if term in other) / total if total else 1.0
