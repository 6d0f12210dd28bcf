"""Makes tf-idf vectors of articles or items, as sparse rows of length 1, and a vectorizer for later articles.

Terms of the headline count more than those of the lead, and these more than the rest. Inverse document frequencies
are counted by language over the articles and, while there are few, over news at large.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.furniture import Furniture, find_furniture, text_without
from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.frequencies import DocumentFrequencies
from newsloom.clusterers.stream.sparse import SparseRows, with_capacity
from newsloom.clusterers.stream.vocabulary import STOP_WORD, Vocabulary
from newsloom.clusterers.texts import headline_of, languages_of
from newsloom.text.tokens import tokens

__all__ = ["VectorOptions", "Vectorizer", "vectorize"]

TITLE_CHARACTERS: Final = 400
# A term of the headline counts this many times, a term of the rest of the text once.
TITLE_WEIGHT: Final = 3.5
LEAD_TOKENS: Final = 90

# Articles whose words are counted at a time; and until all are counted, this many times the terms wanted are kept.
_BLOCK_ARTICLES: Final = 500
_SPARE: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorOptions:
    """How articles are read.

    News says first what it is about, so a few thousand characters are enough for an event. An ``idf_power`` below 1
    gives more weight to common terms, which indicate a topic rather than an event.
    """

    most_terms: int
    characters: int = 3000
    lead_weight: float = 1.5
    idf_power: float = 1.0


class Vectorizer:
    """Weighs terms by the articles it was made from; the weights also apply to later articles."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        frequencies: DocumentFrequencies,
        options: VectorOptions,
        furniture: Furniture = Furniture(),
    ) -> None:
        self.vocabulary = vocabulary
        self._furniture = furniture
        self._options = options
        self._frequencies = frequencies
        self._idf = np.zeros(0, np.float32)
        self._known_terms = 0

    def rows(self, articles: Sequence[ArticleOrItem], languages: Sequence[str | None]) -> SparseRows:
        """A row of length 1 for each article, with its heaviest terms; empty for an article without terms."""
        return self.weighted(_counted(articles, languages, self.vocabulary, self._options, self._furniture))

    def weighted(self, counted: SparseRows) -> SparseRows:
        """The weighted rows of counts, cut to their heaviest terms and scaled to length 1."""
        return self._weighted(counted).unit(self._options.most_terms)

    def heaviest(self, counted: SparseRows, most: int) -> SparseRows:
        """The counts of only the ``most`` heaviest terms of each row."""
        return counted.only(self._weighted(counted).are_heaviest(most))

    def _weighted(self, counted: SparseRows) -> SparseRows:
        if self._known_terms < len(self.vocabulary.terms):
            self._extend()
        weights = (1 + np.log(counted.weights)) * self._idf[counted.columns]
        return SparseRows(starts=counted.starts, columns=counted.columns, weights=weights)

    def _extend(self) -> None:
        """Adds the weights of new terms, which no article that was counted has."""
        met = self._known_terms
        shares = np.array(self.vocabulary.shares[met:], np.float32)
        document_shares = self._frequencies.document_shares(met, shares)
        idf = np.log(1.0 / document_shares).astype(np.float32) ** np.float32(self._options.idf_power)
        self._idf = with_capacity(self._idf, met + len(shares))
        self._idf[met : met + len(shares)] = idf
        self._known_terms = met + len(shares)


def vectorize(articles: Sequence[ArticleOrItem], options: VectorOptions) -> tuple[SparseRows, Vectorizer]:
    """A row for each article, empty for one without terms, and the vectorizer that made them."""
    vocabulary = Vocabulary()
    languages, furniture = languages_of(articles), find_furniture(articles)
    frequencies = DocumentFrequencies()
    interim, counted_until = Vectorizer(vocabulary, frequencies, options), 0
    blocks = []
    for start in range(0, len(articles), _BLOCK_ARTICLES):
        part = slice(start, min(start + _BLOCK_ARTICLES, len(articles)))
        counted = _counted(articles[part], languages[part], vocabulary, options, furniture)
        frequencies.count(counted, languages[part])
        if part.stop >= 2 * counted_until:
            interim, counted_until = Vectorizer(vocabulary, frequencies.copy(), options), part.stop
        # Terms that weigh little now will not be among the heaviest in the end.
        blocks.append(interim.heaviest(counted, _SPARE * options.most_terms))
    vectorizer = Vectorizer(vocabulary, frequencies, options, furniture)
    # Block by block, because counts and weights of all articles together would take most of the memory.
    for number, block in enumerate(blocks):
        blocks[number] = vectorizer.weighted(block)
    return SparseRows.stacked(blocks), vectorizer


def _counted(
    articles: Sequence[ArticleOrItem],
    languages: Sequence[str | None],
    vocabulary: Vocabulary,
    options: VectorOptions,
    furniture: Furniture,
) -> SparseRows:
    """How often each article contains each term; the headline and the lead count more."""
    numbers: list[int] = []
    rows, counts = [], []
    for row, (article, language) in enumerate(zip(articles, languages, strict=True)):
        lookup = vocabulary.tokens_of(language)
        title = list(map(lookup.__getitem__, tokens(headline_of(article)[:TITLE_CHARACTERS], language)))
        text = list(map(lookup.__getitem__, tokens(text_without(article, furniture)[: options.characters], language)))
        numbers += title
        numbers += text
        lead = min(len(text), LEAD_TOKENS)
        rows.append((row, len(title) + len(text)))
        counts += [(TITLE_WEIGHT, len(title)), (options.lead_weight, lead), (1.0, len(text) - lead)]
    columns = np.array(numbers, np.int32)
    kept = columns != STOP_WORD
    return SparseRows.summed(
        _repeated(rows, np.int32)[kept], columns[kept], _repeated(counts, np.float32)[kept], len(articles)
    )


def _repeated(runs: Sequence[tuple[float, int]], kind: type[np.generic]) -> npt.NDArray[Any]:
    values, lengths = np.array(runs).reshape(-1, 2).T
    return np.repeat(values.astype(kind), lengths.astype(np.int64))
