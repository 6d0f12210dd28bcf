"""Counts document frequencies: the share of articles that have each term.

They are counted by language: a stop word of one language among five is rare in all of them together, but still says
nothing. While there are few articles, frequencies in news at large count too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.sparse import SparseRows

__all__ = ["DocumentFrequencies"]

# The table of news at large counts as much as this many articles.
BACKGROUND_ARTICLES: Final = 400.0
# Languages that are counted separately: their number is bounded because they come from pages.
_MOST_LANGUAGES: Final = 16


class DocumentFrequencies:
    """The number of articles of each language, and how many of them have each term."""

    def __init__(self) -> None:
        self.articles: Counter[str | None] = Counter()
        self.counts: dict[str | None, npt.NDArray[np.int64]] = {}

    def count(self, counted: SparseRows, languages: Sequence[str | None]) -> None:
        """Adds articles, given as counts of their terms."""
        spoken = [self._counted_as(language) for language in languages]
        for language in sorted(set(spoken), key=str):
            chosen = counted.take([number for number, own in enumerate(spoken) if own == language])
            known = self.counts.get(language, np.zeros(0, np.int64))
            self.counts[language] = _added(known, np.bincount(chosen.columns, minlength=len(known)))

    def copy(self) -> DocumentFrequencies:
        """A copy of the current frequencies."""
        found = DocumentFrequencies()
        found.articles.update(self.articles)
        found.counts.update(self.counts)
        return found

    def document_shares(self, first: int, shares: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """The share of articles that have each term from ``first`` on, in the language where it is most common."""
        most = shares * BACKGROUND_ARTICLES / (BACKGROUND_ARTICLES + min(self.articles.values(), default=0))
        for language, counts in self.counts.items():
            known = counts[first : first + len(shares)].astype(np.float64)
            padded = np.zeros(len(shares))
            padded[: len(known)] = known
            share = (padded + BACKGROUND_ARTICLES * shares) / (self.articles[language] + BACKGROUND_ARTICLES)
            most = np.maximum(most, np.where(padded > 0, share, 0.0))
        bounded: npt.NDArray[np.float64] = np.minimum(most, 1.0).astype(np.float64)
        return bounded

    def _counted_as(self, language: str | None) -> str | None:
        """Counts one more article of a language, and returns the language; None if there are too many languages."""
        if language not in self.articles and len(self.articles) >= _MOST_LANGUAGES:
            language = None
        self.articles[language] += 1
        return language


def _added(a: npt.NDArray[np.int64], b: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    total = b.copy()
    total[: len(a)] += a
    return total
