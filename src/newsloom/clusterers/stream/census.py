"""How common words are in a window: articles as counts of their terms in, the share that hold each term out.

Counted language by language: a small word of one language among five is rare in all of them together, and yet says
nothing. As long as there are few articles, news at large is asked too. It weighs nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.rows import Rows

__all__ = ["Census"]

# The table of news at large counts as much as so many articles.
BACKGROUND_ARTICLES: Final = 400.0
# Languages that are counted apart: their number is bounded, because they come from pages.
_MOST_LANGUAGES: Final = 16


class Census:
    """How many articles of each language there are, and how many of them hold each term."""

    def __init__(self) -> None:
        self.articles: Counter[str | None] = Counter()
        self.holders: dict[str | None, npt.NDArray[np.int64]] = {}

    def count(self, counted: Rows, languages: Sequence[str | None]) -> None:
        """Add articles, given as counts of their terms."""
        spoken = [self._counted_as(language) for language in languages]
        for language in sorted(set(spoken), key=str):
            chosen = counted.chosen([number for number, own in enumerate(spoken) if own == language])
            known = self.holders.get(language, np.zeros(0, np.int64))
            self.holders[language] = _added(known, np.bincount(chosen.columns, minlength=len(known)))

    def copied(self) -> Census:
        """The census as it is now."""
        copy = Census()
        copy.articles.update(self.articles)
        copy.holders.update(self.holders)
        return copy

    def commonness(self, first: int, shares: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """The share of the articles that hold each term from ``first`` on, in the language where it is most common."""
        most = shares * BACKGROUND_ARTICLES / (BACKGROUND_ARTICLES + min(self.articles.values(), default=0))
        for language, holders in self.holders.items():
            known = holders[first : first + len(shares)].astype(np.float64)
            padded = np.zeros(len(shares))
            padded[: len(known)] = known
            share = (padded + BACKGROUND_ARTICLES * shares) / (self.articles[language] + BACKGROUND_ARTICLES)
            most = np.maximum(most, np.where(padded > 0, share, 0.0))
        bounded: npt.NDArray[np.float64] = np.minimum(most, 1.0).astype(np.float64)
        return bounded

    def _counted_as(self, language: str | None) -> str | None:
        """Count one more article of a language, or of none where there are too many."""
        if language not in self.articles and len(self.articles) >= _MOST_LANGUAGES:
            language = None
        self.articles[language] += 1
        return language


def _added(a: npt.NDArray[np.int64], b: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    total = b.copy()
    total[: len(a)] += a
    return total
