"""Articles become rows of weighted terms: the headline counts more, then the lead, then the rest.

Articles or items go in, a ``Rows`` of unit length with the vocabulary comes out. What a term weighs depends on how many
of the articles hold it, and, as long as there are few, on how common it is in news at large. It compares nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.protocol import Told
from newsloom.clusterers.stream.lexicon import STOP_WORD, Lexicon
from newsloom.clusterers.stream.rows import Rows
from newsloom.clusterers.wording import headline_of, language_of
from newsloom.text.tokens import tokens

__all__ = ["Manner", "Vocabulary", "read_rows"]

TITLE_CHARACTERS: Final = 400
# A term of the headline counts as often, one of the rest of the text once.
TITLE_WEIGHT: Final = 2.5
LEAD_TOKENS: Final = 90
# The table of news at large counts as much as so many articles.
BACKGROUND_ARTICLES: Final = 400.0

# Articles whose words are counted at a time.
_BLOCK_ARTICLES: Final = 2000


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


def read_rows(articles: Sequence[Told], manner: Manner) -> tuple[Rows, Vocabulary]:
    """A row of unit length for each article, of its heaviest terms, and what its numbers mean.

    An article without terms has an empty row.
    """
    lexicon = Lexicon()
    languages = language_of(articles)
    blocks = [
        _counted(articles[start : start + _BLOCK_ARTICLES], languages[start : start + _BLOCK_ARTICLES], lexicon, manner)
        for start in range(0, len(articles), _BLOCK_ARTICLES)
    ]
    vocabulary = Vocabulary(terms=tuple(lexicon.numbers), shares=np.array(lexicon.shares, np.float32))
    holders = sum(
        (np.bincount(block.columns, minlength=len(vocabulary.terms)) for block in blocks), np.zeros(1, np.int64)
    )
    commonness = (holders + BACKGROUND_ARTICLES * vocabulary.shares) / (len(articles) + BACKGROUND_ARTICLES)
    rarity = np.log(1.0 / np.minimum(commonness, 1.0)).astype(np.float32) ** np.float32(manner.rarity_power)
    return Rows.stacked([_weighted(block, rarity).unit(manner.most_terms) for block in blocks]), vocabulary


def _counted(articles: Sequence[Told], languages: Sequence[str | None], lexicon: Lexicon, manner: Manner) -> Rows:
    """How often each article holds each term, the headline and the lead counting for more."""
    numbers, rows, counts = array("i"), [], []
    for row, (article, language) in enumerate(zip(articles, languages, strict=True)):
        lookup = lexicon.tokens_of(language)
        title = [lookup[token] for token in tokens(headline_of(article)[:TITLE_CHARACTERS], language)]
        text = [lookup[token] for token in tokens(article.text[: manner.characters], language)]
        numbers.extend(title)
        numbers.extend(text)
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


def _weighted(counted: Rows, rarity: npt.NDArray[np.float32]) -> Rows:
    weights = (1 + np.log(counted.weights)) * rarity[counted.columns]
    return Rows(starts=counted.starts, columns=counted.columns, weights=weights)
