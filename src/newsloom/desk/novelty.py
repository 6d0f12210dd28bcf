"""Finds what is new in a report: given it and what was read before, returns its sentences with the newness of each.

A sentence is old to the extent that one earlier sentence has the same words; new names and numbers make it new. The
work is linear in the length of the texts: each sentence is compared with a limited number of others.
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

# At most this much of a report is read; a long one has some two hundred sentences.
MOST_CHARACTERS: Final = 20_000
MOST_SENTENCES: Final = 400
# A sentence is compared with this many that share its rarest words: one that says the same shares more than the
# subject. Several papers divide the number between them, but each gets at least the minimum.
_MOST_COMPARED: Final = 64
_LEAST_COMPARED: Final = 8
# From this newness on, a sentence says something that no earlier sentence said.
NEW: Final = 0.5

Weights = dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of a report; ``newness`` is the share of its weight that no single earlier sentence has."""

    text: str
    newness: float

    @property
    def is_new(self) -> bool:
        return self.newness >= NEW


def new_sentences(report: ArticleOrItem, seen: Sequence[ArticleOrItem]) -> tuple[Sentence, ...]:
    """The report's sentences in order, each compared with ``seen`` and with the report's own earlier sentences."""
    *_, last = new_in_each([*seen, report])
    return last


def new_in_each(reports: Sequence[ArticleOrItem]) -> Iterator[tuple[Sentence, ...]]:
    """Yields each report's sentences in order, compared with earlier reports and the report's earlier sentences."""
    index = _SentenceIndex()
    for report in _read(reports):
        found = []
        for text, weights in report.sentences:
            # What the report's own headline says is not new.
            covered = max(index.best_cover(weights), _cover(weights, report.headline))
            found.append(Sentence(text=text, newness=round(1.0 - covered, 4)))
            index.add(weights)
        yield tuple(found)


def only_in_each(papers: Sequence[Sequence[ArticleOrItem]]) -> list[list[tuple[Sentence, ...]]]:
    """The sentences of each report of each paper, compared with the headlines and reports of all other papers.

    What a paper itself repeats still counts as new.
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
    """The headline and sentences of a report with the weights of their terms."""

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
    """An inverted index of sentences, to find those that share a term."""

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
        """The largest share of the weights that one indexed sentence has; 1 if there are no weights."""
        if not weights or frozenset(weights) in self._known:
            return 1.0
        return max((_cover(weights, other) for other in self._alike(weights, most)), default=0.0)

    def _alike(self, weights: Weights, left: int) -> Iterator[Weights]:
        """Yields sentences that share a term: rarest terms in the index first, then latest sentences first."""
        for postings in sorted((self._postings[term] for term in weights if term in self._postings), key=len):
            yield from postings[: -left - 1 : -1]
            left -= len(postings)
            if left <= 0:
                return


def _cover(weights: Weights, other: Weights) -> float:
    total = math.fsum(weights.values())
    return math.fsum(weights[term] for term in weights if term in other) / total if total else 1.0
