"""Trigram language models, made from numbered words, which give the probability of each word of another text.

An unseen trigram backs off to its bigram, that to its word, and that to a uniform distribution; the probability left
for unseen words is Witten and Bell's estimate (1991). N-grams are kept as sorted numbers, sixteen bytes each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["MAX_WORDS", "LanguageModel", "Trigrams", "join_texts"]

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]

_BITS: Final = 20
# Distinct words, because three must fit in one number; later words all count as the same one. Two numbers are reserved.
MAX_WORDS: Final = (1 << _BITS) - 2
_START: Final = MAX_WORDS + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigrams:
    """Words as numbers, each with the two words before it."""

    words: Integers
    before: Integers
    long_before: Integers


def join_texts(texts: Sequence[Integers]) -> Trigrams:
    """The trigrams of texts; the first words of each follow a start mark, not the previous text."""
    opening = np.full(2, _START, dtype=np.int64)
    padded = np.concatenate([part for text in texts for part in (opening, text)] or [opening])
    is_word = padded != _START
    is_word[:2] = False
    places = np.flatnonzero(is_word)
    return Trigrams(words=padded[places], before=padded[places - 1], long_before=padded[places - 2])


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageModel:
    """The counts of n-grams, by length, and the size of the vocabulary."""

    vocabulary: int
    levels: tuple[_Level, ...]

    @classmethod
    def of(cls, text: Trigrams, *, order: int, vocabulary: int) -> LanguageModel:
        """The model of a text; ``order`` is 1 for single words, 2 for bigrams, 3 for trigrams."""
        levels = tuple(_Level.of(history, text.words) for history in _histories(text)[:order])
        return cls(vocabulary=vocabulary, levels=levels)

    def probabilities(self, text: Trigrams) -> Numbers:
        """The probability of each word after those before it; never 0."""
        found = np.full(len(text.words), 1.0 / max(1, self.vocabulary))
        for level, history in zip(self.levels, _histories(text), strict=False):
            found = level.backed_off(history, text.words, found)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Level:
    """Sorted n-grams of one length with counts; their histories with how many words, and kinds of words, follow."""

    grams: Integers
    counts: Integers
    histories: Integers
    totals: Integers
    kinds: Integers

    @classmethod
    def of(cls, history: Integers, words: Integers) -> _Level:
        grams, counts = np.unique((history << _BITS) | words, return_counts=True)
        histories, first, kinds = np.unique(grams >> _BITS, return_index=True, return_counts=True)
        totals = np.add.reduceat(counts, first) if len(first) else counts
        return cls(grams=grams, counts=counts, histories=histories, totals=totals, kinds=kinds)

    def backed_off(self, history: Integers, words: Integers, shorter: Numbers) -> Numbers:
        """(c(hw) + T(h) p'(w)) / (c(h) + T(h)), or the shorter n-gram's p'(w) if the history is new."""
        count = _looked_up(self.grams, self.counts, (history << _BITS) | words)
        total = _looked_up(self.histories, self.totals, history)
        kinds = _looked_up(self.histories, self.kinds, history)
        return np.where(total > 0, (count + kinds * shorter) / np.maximum(total + kinds, 1), shorter)


def _histories(text: Trigrams) -> tuple[Integers, Integers, Integers]:
    """The words before each word, for unigrams, bigrams and trigrams."""
    return np.zeros_like(text.words), text.before, (text.long_before << _BITS) | text.before


def _looked_up(keys: Integers, values: Integers, wanted: Integers) -> Integers:
    if not len(keys):
        return np.zeros(len(wanted), dtype=np.int64)
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[places] == wanted, values[places], 0)
