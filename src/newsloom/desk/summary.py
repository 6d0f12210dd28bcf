"""Summaries: articles that tell one story in, a few of their sentences out, each with where it came from.

Two ways. ``centroid_summary``, the default, takes the sentences that hold most of what the articles have in common:
terms by their weight in the middle of the articles, and runs of two words that several articles have (after Radev's
MEAD, 2004, and the concepts of Gillick and Favre, 2009). ``cover_summary`` takes the sentences that cover the others
best by the cover coefficient (Can and Ozkarahan, 1990; Ercan and Can, 2009). No word is changed; only the last
sentence may be cut.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from newsloom.clusterers.protocol import Told
from newsloom.clusterers.stream.background import share_of_reports
from newsloom.clusterers.wording import headline_of, language_of
from newsloom.text.sentences import split_sentences
from newsloom.text.stopwords import stop_words
from newsloom.text.tokens import terms_of_each, tokens

__all__ = ["Quote", "Summary", "centroid_summary", "cover_summary"]

# Articles and sentences that are read: a summary of a thousand reports is found in the first ones of each.
_MOST_ARTICLES: Final = 60
_MOST_SENTENCES: Final = 25
_TEXT_CHARACTERS: Final = 6000
# Shorter sentences are cross-heads and exclamations.
_LEAST_WORDS: Final = 6
# Room for fewer words than this is left empty.
_LEAST_ROOM: Final = 6
# From a sweep over three papers' texts with neutral summaries (``benchmarks/stories.py`` scores them).
_RUN_WEIGHT: Final = 6.0
_SAID_BEFORE: Final = 0.5
_FIRST_SENTENCE: Final = 1.0
_LENGTH_POWER: Final = 0.5
_CUT_SIGN: Final = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A sentence, and the article it was taken from by its index."""

    text: str
    article: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Sentences in the order they were chosen, the most telling first."""

    quotes: tuple[Quote, ...]

    @property
    def text(self) -> str:
        return " ".join(quote.text for quote in self.quotes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    text: str
    article: int
    position: int
    words: int
    terms: frozenset[str]
    runs: frozenset[str]


def centroid_summary(articles: Sequence[Told], *, words: int = 60) -> Summary:
    """The sentences that hold most of what the articles have in common; empty where there are none."""
    read = _read(articles)
    weights = _weights(read)
    said: set[str] = set()

    def worth(sentence: _Sentence, room: int) -> float:
        held = sentence.terms | sentence.runs
        total = math.fsum(weights.get(one, 0.0) * (_SAID_BEFORE if one in said else 1.0) for one in sorted(held))
        length = min(sentence.words, room)
        early = 1 + _FIRST_SENTENCE / (1 + sentence.position)
        return total * early * length / sentence.words / math.pow(length, _LENGTH_POWER)

    return _chosen(read.sentences, words, worth, lambda sentence: said.update(sentence.terms, sentence.runs))


def cover_summary(articles: Sequence[Told], *, words: int = 60) -> Summary:
    """The sentences that cover the others best, those already covered counting for less."""
    sentences = _read(articles).sentences
    holders = Counter(term for sentence in sentences for term in sentence.terms)
    covered: Counter[str] = Counter()

    def worth(sentence: _Sentence, room: int) -> float:  # noqa: ARG001 - whole sentences compete
        # The sum over the others of c(i, j): a term of this one, then a sentence that holds the term, by chance.
        shares = ((holders[term] - 1) / holders[term] / (1 + covered[term]) for term in sorted(sentence.terms))
        return math.fsum(shares) * math.log1p(len(sentence.terms)) / max(1, len(sentence.terms))

    return _chosen(sentences, words, worth, lambda sentence: covered.update(sentence.terms))


def _chosen(
    sentences: Sequence[_Sentence],
    words: int,
    worth: Callable[[_Sentence, int], float],
    take: Callable[[_Sentence], None],
) -> Summary:
    left, quotes, room = list(sentences), [], max(0, words)
    while left and room >= min(_LEAST_ROOM, max(1, words)):
        best = max(left, key=lambda sentence: worth(sentence, room))
        left = [sentence for sentence in left if sentence.text != best.text]
        take(best)
        quotes.append(Quote(text=_cut(best.text, room), article=best.article))
        room -= best.words
    return Summary(quotes=tuple(quotes))


def _cut(text: str, words: int) -> str:
    parts = text.split()
    return " ".join(parts) if len(parts) <= words else " ".join(parts[:words]) + _CUT_SIGN


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    sentences: tuple[_Sentence, ...]
    languages: tuple[str | None, ...]
    counts: tuple[Counter[str], ...]
    runs: tuple[frozenset[str], ...]


def _read(articles: Sequence[Told]) -> _Reading:
    chosen = articles[:_MOST_ARTICLES]
    languages = language_of(chosen)
    sentences, counts, runs = [], [], []
    for number, (article, language) in enumerate(zip(chosen, languages, strict=True)):
        of_article = _sentences(article, number, language)
        (title,) = terms_of_each([headline_of(article)[:_TEXT_CHARACTERS]], language=language)
        counts.append(Counter(title) + Counter(term for one in of_article for term in one.terms))
        title_runs = _runs(headline_of(article)[:_TEXT_CHARACTERS], language)
        runs.append(title_runs.union(*(one.runs for one in of_article)))
        sentences += [one for one in of_article if one.words >= _LEAST_WORDS] or of_article
    return _Reading(sentences=tuple(sentences), languages=tuple(languages), counts=tuple(counts), runs=tuple(runs))


def _sentences(article: Told, number: int, language: str | None) -> list[_Sentence]:
    texts = split_sentences(article.text[:_TEXT_CHARACTERS], language)[:_MOST_SENTENCES]
    found = terms_of_each(texts, language=language) if texts else []
    return [
        _Sentence(
            text=text,
            article=number,
            position=position,
            words=len(text.split()),
            terms=frozenset(terms),
            runs=_runs(text, language),
        )
        for position, (text, terms) in enumerate(zip(texts, found, strict=True))
    ]


def _runs(text: str, language: str | None) -> frozenset[str]:
    small = stop_words(language)
    return frozenset(
        f"{first} {second}"
        for first, second in pairwise(tokens(text, language))
        if first not in small or second not in small
    )


def _weights(read: _Reading) -> dict[str, float]:
    """What a term or a run of two words is worth: more if several articles have it."""
    articles = max(1, len(read.counts))
    sums: dict[str, float] = {}
    holders: Counter[str] = Counter()
    for counts, language in zip(read.counts, read.languages, strict=True):
        holders.update(counts.keys())
        for term, count in counts.items():
            sums[term] = sums.get(term, 0.0) - (1 + math.log(count)) * math.log(share_of_reports(term, language))
    weights = {term: total / articles * holders[term] / articles for term, total in sums.items()}
    shared = Counter(run for runs in read.runs for run in runs)
    return weights | {run: _RUN_WEIGHT * (count - 1) / articles for run, count in shared.items()}
