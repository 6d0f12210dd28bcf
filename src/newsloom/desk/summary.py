"""Summarises the articles of one story by a few of their sentences, each with the article it came from.

There are two ways. ``centroid_summary``, the default, chooses the sentences that together hold most of what a summary
would say, by the words and pairs of words the articles have in common (after Radev's MEAD, 2004, and the concepts of
Gillick and Favre, 2009; the weights are learned, see ``summaryterms``). ``cover_summary`` chooses the sentences that
cover the others best by the cover coefficient (Can and Ozkarahan, 1990; Ercan and Can, 2009). Neither chooses two
sentences that say the same. No word is changed; only the last sentence may be cut.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.texts import headline_of, languages_of
from newsloom.desk.summaryterms import TermUsage, chances, grams
from newsloom.text.sentences import split_sentences
from newsloom.text.stopwords import stop_words
from newsloom.text.tokens import terms_of_each, tokens

__all__ = ["CUT_SIGN", "Quote", "Summary", "centroid_summary", "cover_summary", "joined_sentences", "usage_of"]

# Only this much is read: the first sentences of some reports are enough to summarise a thousand.
_MOST_ARTICLES: Final = 60
_MOST_SENTENCES: Final = 25
_MOST_SENTENCES_IN_ALL: Final = 300
_TEXT_CHARACTERS: Final = 6000
_TITLE_CHARACTERS: Final = 400
# Shorter sentences are cross-heads and exclamations.
_LEAST_WORDS: Final = 6
# If there is room for fewer words than this, it is left empty.
_LEAST_ROOM: Final = 6
# From a sweep over texts of three papers with neutral summaries, none of which are used for measuring: a pair of words
# counts as three words, and a repetition counts for little.
_PAIR_WEIGHT: Final = 3.0
_SAID_BEFORE: Final = 0.15
# If the longer sentence has this share of the shorter one's words, stop words aside, both say the same. As for whole
# articles (``duplicates``); between 0.7 and 0.85 the scores hardly differ.
_LEAST_SAME: Final = 0.75
# All combinations of this many sentences are tried to find the one that fills the room best.
_CANDIDATES: Final = 7
_MOST_WHOLE: Final = 4
_STOPS_WITHOUT_SPACE: Final = ("。", "！", "？", "」", "』")
CUT_SIGN: Final = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A sentence and the index of the article it was taken from."""

    text: str
    article: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Sentences in reading order, article by article; a sentence that was cut comes last."""

    quotes: tuple[Quote, ...]

    @property
    def text(self) -> str:
        return joined_sentences(quote.text for quote in self.quotes)


def joined_sentences(sentences: Iterable[str]) -> str:
    """The sentences joined by spaces, but without one after a Chinese or Japanese full stop."""
    parts = (one + ("" if one.endswith(_STOPS_WITHOUT_SPACE) else " ") for one in sentences)
    return "".join(parts).rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    text: str
    article: int
    place: int
    words: int
    tokens: tuple[str, ...]
    content: frozenset[str]

    def grams_within(self, room: int) -> set[str]:
        """The words and pairs of words in the part of the sentence that fits into ``room`` words."""
        if self.words <= room:
            return grams(self.tokens)
        return grams(self.tokens[: len(self.tokens) * room // self.words])

    def says_the_same_as(self, other: _Sentence) -> bool:
        """Whether the longer sentence contains most of the shorter one's words."""
        shorter = min(len(self.content), len(other.content))
        return len(self.content & other.content) >= _LEAST_SAME * shorter


def centroid_summary(articles: Sequence[ArticleOrItem], *, words: int = 60) -> Summary:
    """The sentences that together hold most of what the articles have in common; empty if there are no sentences."""
    read = _read(articles)
    worth = {
        gram: chance * (_PAIR_WEIGHT if " " in gram else 1.0) for gram, chance in sorted(chances(read.usage).items())
    }
    left = sorted(_distinct(read.sentences), key=lambda one: -_total(one.grams_within(one.words), worth) / one.words)
    chosen: list[_Sentence] = []
    room = words
    while left and room >= _least_room(words):
        best = _fullest(left[:_CANDIDATES], room, worth)
        for sentence in best:
            for gram in sentence.grams_within(sentence.words):
                worth[gram] *= _SAID_BEFORE
        chosen += best
        room -= sum(sentence.words for sentence in best)
        left = _unlike(left, best)
    return _quoted(chosen, words)


def _fullest(sentences: Sequence[_Sentence], room: int, worth: Mapping[str, float]) -> tuple[_Sentence, ...]:
    """The combination of sentences whose words within the room are worth most."""
    return max(_fillings(sentences, room), key=lambda filling: _worth_of(filling, room, worth))


def _fillings(sentences: Sequence[_Sentence], room: int) -> Iterator[tuple[_Sentence, ...]]:
    """Yields combinations of whole sentences, most with one more sentence that may be cut."""
    for count in range(min(_MOST_WHOLE, len(sentences) - 1) + 1):
        for whole in combinations(sentences, count):
            rest = room - sum(sentence.words for sentence in whole)
            if rest < 0 or any(one.says_the_same_as(other) for one, other in combinations(whole, 2)):
                continue
            if whole and rest < _LEAST_ROOM:
                yield whole
            else:
                yield from ((*whole, last) for last in _unlike(sentences, whole))


def _worth_of(filling: Sequence[_Sentence], room: int, worth: Mapping[str, float]) -> float:
    said: Counter[str] = Counter()
    for sentence in filling:
        said.update(sentence.grams_within(room))
        room -= sentence.words
    again = {gram: 1 + _SAID_BEFORE * (count - 1) for gram, count in said.items() if count > 1}
    return _total(said.keys() - again.keys(), worth) + _total(again, worth, again)


def _total(found: Iterable[str], worth: Mapping[str, float], times: Mapping[str, float] | None = None) -> float:
    # Summed exactly, as sets have no order.
    return math.fsum(worth[gram] * (times[gram] if times else 1.0) for gram in found)


def cover_summary(articles: Sequence[ArticleOrItem], *, words: int = 60) -> Summary:
    """The sentences that cover the others best; terms already covered count for less."""
    read = _read(articles)
    left = list(_distinct(read.sentences))
    terms = dict(zip(left, map(frozenset, _terms(left, read.languages)), strict=True))
    frequencies = Counter(term for sentence in left for term in terms[sentence])
    covered: Counter[str] = Counter()

    def worth(sentence: _Sentence) -> float:
        # The sum of c(i, j) over the other sentences: draw a term of this one, then a sentence that has the term.
        own = terms[sentence]
        shares = ((frequencies[term] - 1) / frequencies[term] / (1 + covered[term]) for term in own)
        return math.fsum(shares) * math.log1p(len(own)) / max(1, len(own))

    chosen: list[_Sentence] = []
    room = words
    while left and room >= _least_room(words):
        best = max(left, key=worth)
        left = _unlike(left, [best])
        covered.update(terms[best])
        chosen.append(best)
        room -= best.words
    return _quoted(chosen, words)


def usage_of(articles: Sequence[ArticleOrItem]) -> TermUsage:
    """How the articles of a story use their words."""
    return _read(articles).usage


def _least_room(words: int) -> int:
    return min(_LEAST_ROOM, max(1, words))


def _distinct(sentences: Sequence[_Sentence]) -> Iterator[_Sentence]:
    first: dict[str, _Sentence] = {}
    for sentence in sentences:
        first.setdefault(sentence.text, sentence)
    return iter(first.values())


def _unlike(sentences: Iterable[_Sentence], chosen: Sequence[_Sentence]) -> list[_Sentence]:
    """The sentences that do not say the same as any of the chosen; these are left out themselves."""
    return [one for one in sentences if not any(one.says_the_same_as(other) for other in chosen)]


def _terms(sentences: Sequence[_Sentence], languages: Sequence[str | None]) -> Iterator[list[str]]:
    for sentence in sentences:
        yield from terms_of_each([sentence.text], language=languages[sentence.article])


def _quoted(chosen: Sequence[_Sentence], words: int) -> Summary:
    """The chosen sentences in reading order; only the last one chosen may have too little room and be cut."""
    is_cut = sum(sentence.words for sentence in chosen) > words
    whole, cut = (chosen[:-1], chosen[-1:]) if is_cut else (chosen, ())
    quotes, room = [], words
    for sentence in (*sorted(whole, key=lambda one: (one.article, one.place)), *cut):
        quotes.append(Quote(text=_cut(sentence.text, room), article=sentence.article))
        room -= sentence.words
    return Summary(quotes=tuple(quotes))


def _cut(text: str, words: int) -> str:
    parts = text.split()
    return " ".join(parts) if len(parts) <= words else " ".join(parts[:words]) + CUT_SIGN


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    sentences: tuple[_Sentence, ...]
    languages: tuple[str | None, ...]
    usage: TermUsage


def _read(articles: Sequence[ArticleOrItem]) -> _Reading:
    chosen = articles[:_MOST_ARTICLES]
    languages = languages_of(chosen)
    usage = TermUsage(language=Counter(languages).most_common(1)[0][0] if languages else None)
    most = min(_MOST_SENTENCES, max(1, _MOST_SENTENCES_IN_ALL // max(1, len(chosen))))
    sentences: list[_Sentence] = []
    for number, (article, language) in enumerate(zip(chosen, languages, strict=True)):
        of_article = _sentences(article, number, language)[:most]
        title = tokens(headline_of(article)[:_TITLE_CHARACTERS], language)
        usage.add(title, [sentence.tokens for sentence in of_article])
        sentences += [one for one in of_article if one.words >= _LEAST_WORDS] or of_article
    return _Reading(sentences=tuple(sentences), languages=tuple(languages), usage=usage)


def _sentences(article: ArticleOrItem, number: int, language: str | None) -> list[_Sentence]:
    texts = split_sentences(article.text[:_TEXT_CHARACTERS], language)[:_MOST_SENTENCES]
    return [_sentence(text, number, place, language) for place, text in enumerate(texts)]


def _sentence(text: str, article: int, place: int, language: str | None) -> _Sentence:
    found = tuple(tokens(text, language))
    # A sentence of only stop words is identified by them, one without words by its text.
    content = frozenset(found) - stop_words(language) or frozenset(found) or frozenset([text])
    return _Sentence(text=text, article=article, place=place, words=len(text.split()), tokens=found, content=content)
