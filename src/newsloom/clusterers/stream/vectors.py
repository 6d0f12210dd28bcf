"""Articles become rows of weighted terms: the headline counts more, then the lead, then the rest.

Articles or items go in, a ``Rows`` of unit length with the vocabulary comes out. What a term weighs depends on how many
of the articles of a language hold it, and, as long as there are few, on how common it is in news at large. It compares
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.census import Census
from newsloom.clusterers.stream.lexicon import STOP_WORD, Lexicon
from newsloom.clusterers.stream.rows import Rows, grown
from newsloom.clusterers.wording import headline_of, language_of
from newsloom.text.tokens import tokens

__all__ = ["Manner", "Scale", "Vocabulary", "read_rows", "weigh_all"]

TITLE_CHARACTERS: Final = 400
# A term of the headline counts as often, one of the rest of the text once.
TITLE_WEIGHT: Final = 3.5
LEAD_TOKENS: Final = 90

# Articles whose words are counted at a time, and how many times the terms wanted are kept until all are counted.
_BLOCK_ARTICLES: Final = 500
_SPARE: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How articles are read.

    News says first what it is about, so a few thousand characters are enough for an event. A ``rarity_power`` below 1
    lets common terms weigh more: a topic is told by them rather than an event.
    """

    most_terms: int
    characters: int = 3000
    lead_weight: float = 1.5
    rarity_power: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The terms by number, and how common each is in news at large."""

    terms: tuple[str, ...]
    shares: npt.NDArray[np.float32]


class Scale:
    """What terms weigh in a window: settled by the articles it was made of, and applied to any that follow."""

    def __init__(self, lexicon: Lexicon, census: Census, manner: Manner) -> None:
        self.lexicon = lexicon
        self._manner = manner
        self._census = census
        self._rarity = np.zeros(0, np.float32)
        self._weighed = 0

    def rows(self, articles: Sequence[ArticleOrItem], languages: Sequence[str | None]) -> Rows:
        """A row of unit length for each article, of its heaviest terms; empty for one without terms."""
        return self.weighted(_counted(articles, languages, self.lexicon, self._manner))

    def weighted(self, counted: Rows) -> Rows:
        """Counts as rows of unit length, of their heaviest terms."""
        return self._weighted(counted).unit(self._manner.most_terms)

    def heaviest(self, counted: Rows, most: int) -> Rows:
        """Counts, without those of terms that are not among the heaviest of their row."""
        return counted.only(self._weighted(counted).are_heaviest(most))

    def _weighted(self, counted: Rows) -> Rows:
        if self._weighed < len(self.lexicon.terms):
            self._extend()
        weights = (1 + np.log(counted.weights)) * self._rarity[counted.columns]
        return Rows(starts=counted.starts, columns=counted.columns, weights=weights)

    def _extend(self) -> None:
        """Weigh the terms met since; no article of the window held them."""
        met = self._weighed
        shares = np.array(self.lexicon.shares[met:], np.float32)
        commonness = self._census.commonness(met, shares)
        rarity = np.log(1.0 / commonness).astype(np.float32) ** np.float32(self._manner.rarity_power)
        self._rarity = grown(self._rarity, met + len(shares))
        self._rarity[met : met + len(shares)] = rarity
        self._weighed = met + len(shares)


def read_rows(articles: Sequence[ArticleOrItem], manner: Manner) -> tuple[Rows, Vocabulary]:
    """A row of unit length for each article, of its heaviest terms, and what its numbers mean.

    An article without terms has an empty row.
    """
    rows, scale = weigh_all(articles, manner)
    lexicon = scale.lexicon
    return rows, Vocabulary(terms=tuple(lexicon.numbers), shares=np.array(lexicon.shares, np.float32))


def weigh_all(articles: Sequence[ArticleOrItem], manner: Manner) -> tuple[Rows, Scale]:
    """The rows, and the scale they were weighed with."""
    lexicon = Lexicon()
    languages = language_of(articles)
    census = Census()
    passing, weighed = Scale(lexicon, census, manner), 0
    blocks = []
    for start in range(0, len(articles), _BLOCK_ARTICLES):
        part = slice(start, min(start + _BLOCK_ARTICLES, len(articles)))
        counted = _counted(articles[part], languages[part], lexicon, manner)
        census.count(counted, languages[part])
        if part.stop >= 2 * weighed:
            passing, weighed = Scale(lexicon, census.copied(), manner), part.stop
        # What weighs little in the beginning will not be among the heaviest in the end.
        blocks.append(passing.heaviest(counted, _SPARE * manner.most_terms))
    scale = Scale(lexicon, census, manner)
    # Counts give way to weights block by block: both of all articles would be most of the memory a window takes.
    for number, block in enumerate(blocks):
        blocks[number] = scale.weighted(block)
    return Rows.stacked(blocks), scale


def _counted(
    articles: Sequence[ArticleOrItem], languages: Sequence[str | None], lexicon: Lexicon, manner: Manner
) -> Rows:
    """How often each article holds each term, the headline and the lead counting for more."""
    numbers: list[int] = []
    rows, counts = [], []
    for row, (article, language) in enumerate(zip(articles, languages, strict=True)):
        lookup = lexicon.tokens_of(language)
        title = list(map(lookup.__getitem__, tokens(headline_of(article)[:TITLE_CHARACTERS], language)))
        text = list(map(lookup.__getitem__, tokens(article.text[: manner.characters], language)))
        numbers += title
        numbers += text
        lead = min(len(text), LEAD_TOKENS)
        rows.append((row, len(title) + len(text)))
        counts += [(TITLE_WEIGHT, len(title)), (manner.lead_weight, lead), (1.0, len(text) - lead)]
    columns = np.array(numbers, np.int32)
    kept = columns != STOP_WORD
    return Rows.summed(
        _repeated(rows, np.int32)[kept], columns[kept], _repeated(counts, np.float32)[kept], len(articles)
    )


def _repeated(runs: Sequence[tuple[float, int]], kind: type[np.generic]) -> npt.NDArray[Any]:
    values, lengths = np.array(runs).reshape(-1, 2).T
    return np.repeat(values.astype(kind), lengths.astype(np.int64))
