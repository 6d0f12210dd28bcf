"""F1 of runs of four words: unlike single words, it sees the order.

The measure of the article extraction benchmark of Zyte (2020), with multiplicity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from newsloom.evaluation.measures.words import scores_from_counts

__all__ = ["SHINGLE_WORDS", "shingle_f"]

SHINGLE_WORDS: Final = 4


def shingle_f(found: Sequence[str], truth: Sequence[str]) -> float:
    """F1 over the shingles of two lists of words; a text too short for one is one shorter shingle."""
    found_shingles, true_shingles = _shingles(found), _shingles(truth)
    shared = (found_shingles & true_shingles).total()
    return scores_from_counts(shared, found_shingles.total(), true_shingles.total()).f


def _shingles(words: Sequence[str]) -> Counter[tuple[str, ...]]:
    if len(words) < SHINGLE_WORDS:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(*(words[start:] for start in range(SHINGLE_WORDS)), strict=False))
