"""Unigram language models of groups of pages, to find the group with the most similar words.

Each group has a model of how often it uses each word. A group is described by another's model mixed with the model of
all the rest. Words that every group uses, such as those of a web archive's banner, save nothing; a site's own name
saves most. Topics save bits too, so nothing is merged by this alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from newsloom.learners.deltacoding import naming_bits
from newsloom.learners.paths import Numbers, PathSets

__all__ = ["GroupLanguageModels"]

# The weight of the other group's model, in sixteenths, as for a variation in ``deltacoding``; but without its lower
# limit, because the words of a page's story are in no model.
_SHARES: Final = np.arange(1, 16)[:, None] / 16


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupLanguageModels:
    """For each group the ranks of its words, their counts, and their shares of all its words."""

    ranks: list[Numbers]
    counts: list[NDArray[np.float64]]
    shares: list[NDArray[np.float64]]
    totals: NDArray[np.float64]  # the shares of all groups together
    group_counts: Numbers  # how many groups use each word

    @classmethod
    def of(cls, groups: Sequence[Sequence[int]], sets: PathSets) -> GroupLanguageModels:
        said = [_word_counts(group, sets) for group in groups]
        words = np.unique(np.concatenate([words for words, _ in said]))
        ranks = [np.searchsorted(words, own) for own, _ in said]
        shares = [counts / max(counts.sum(), 1.0) for _, counts in said]
        everything = np.concatenate(ranks)
        return cls(
            ranks=ranks,
            counts=[counts for _, counts in said],
            shares=shares,
            totals=np.bincount(everything, weights=np.concatenate(shares), minlength=len(words)).astype(np.float64),
            group_counts=np.bincount(everything, minlength=len(words)),
        )

    def alike(self, place: int, others: Sequence[int]) -> int | None:
        """Which of the others has the words of a group; None if that is not clear.

        It must save more bits than the next best, by at least the cost of naming it.
        """
        bits = np.array([0.0, *(self._bits_saved(place, other) for other in others)])
        second, first = np.argsort(bits, kind="stable")[-2:]
        is_plain = bits[first] - bits[second] > naming_bits(len(self.ranks))
        return others[first - 1] if first and is_plain else None

    def _bits_saved(self, place: int, other: int) -> float:
        is_known = self.group_counts[self.ranks[place]] > 1
        words, counts = self.ranks[place][is_known], self.counts[place][is_known]
        theirs = _looked_up(words, self.ranks[other], self.shares[other])
        rest = np.maximum(self.totals[words] - self.shares[place][is_known] - theirs, 0.0)
        # With one more group that uses all words equally, so that no word is impossible.
        background = (rest + 1 / max(len(self.totals), 1)) / (len(self.ranks) - 1)
        mixed = _SHARES * theirs + (1 - _SHARES) * background
        return float((counts * np.log2(mixed / background)).sum(axis=1).max())


def _word_counts(group: Sequence[int], sets: PathSets) -> tuple[Numbers, NDArray[np.float64]]:
    words, places = np.unique(np.concatenate([sets.words[page] for page in group]), return_inverse=True)
    times = np.concatenate([sets.times[page] for page in group])
    return words, np.bincount(places, weights=times, minlength=len(words)).astype(np.float64)


def _looked_up(words: Numbers, known: Numbers, shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """The shares of words, 0 for those not known."""
    if not len(known):
        return np.zeros(len(words))
    places = np.minimum(np.searchsorted(known, words), len(known) - 1)
    return np.where(known[places] == words, shares[places], 0.0)
