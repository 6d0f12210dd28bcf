"""Measures how similar two texts are, by their terms or by their letters.

Lists of terms become vectors of relative term frequency, which are compared by Cosine, Dice, Jaccard or Overlap, as in
formulas 4.2 to 4.5 of the N-EXT thesis, which divide by sums of squared frequencies. Strings are compared by the
character-pair similarity of LBNEST. ``tokens.terms`` makes the terms of a text.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Final, Self

from newsloom.text.casing import fold

__all__ = ["MEASURES", "Measure", "TermVector", "character_pairs", "cosine", "dice", "jaccard", "overlap", "word_f1"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TermVector:
    """The terms of a text: how often each occurs, their number, and the sum of squared relative frequencies."""

    counts: Mapping[str, int]
    total: int
    square: float

    @classmethod
    def of(cls, terms: Iterable[str]) -> Self:
        # Most texts are sentences, and making a Counter takes longer than counting a sentence.
        counts: dict[str, int] = {}
        for term in terms:
            counts[term] = counts.get(term, 0) + 1
        total = sum(counts.values())
        squares = sum([count * count for count in counts.values()])
        return cls(counts=counts, total=total, square=squares / (total * total) if total else 0.0)


Measure = Callable[[TermVector, TermVector], float]


def cosine(a: TermVector, b: TermVector) -> float:
    """Formula 4.2; between 0 and 1."""
    shared = _product(a, b)
    # Rounding may take the quotient of equal vectors slightly past 1.
    return min(1.0, shared / math.sqrt(a.square * b.square)) if shared else 0.0


def dice(a: TermVector, b: TermVector) -> float:
    """Formula 4.3; between 0 and 1."""
    shared = _product(a, b)
    return min(1.0, 2 * shared / (a.square + b.square)) if shared else 0.0


def jaccard(a: TermVector, b: TermVector) -> float:
    """Formula 4.4; between 0 and 1."""
    shared = _product(a, b)
    return min(1.0, shared / (a.square + b.square - shared)) if shared else 0.0


def overlap(a: TermVector, b: TermVector) -> float:
    """Formula 4.5; can exceed 1, because the frequencies are relative."""
    shared = _product(a, b)
    return shared / min(a.square, b.square) if shared else 0.0


MEASURES: Final[Mapping[str, Measure]] = MappingProxyType(
    {"cosine": cosine, "dice": dice, "jaccard": jaccard, "overlap": overlap}
)


def character_pairs(a: str, b: str) -> float:
    """Twice the number of letter pairs that two strings share, divided by the number of all their pairs; from 0 to 1.

    Pairs count as often as they occur and do not span spaces; case is ignored. FRANCE and FRENCH share FR and NC of
    ten pairs: 0.4. Strings without a pair have similarity 0.
    """
    pairs_of_a, pairs_of_b = _letter_pairs(a), _letter_pairs(b)
    total = pairs_of_a.total() + pairs_of_b.total()
    shared = sum(min(pairs_of_a[pair], pairs_of_b[pair]) for pair in pairs_of_a.keys() & pairs_of_b.keys())
    return 2 * shared / total if total else 0.0


def word_f1(one: Sequence[str], other: Sequence[str]) -> float:
    """Twice the number of words that two texts share, divided by the number of all their words; 1 if both are empty.

    Words count as often as they occur.
    """
    shared = (Counter(one) & Counter(other)).total()
    return 2 * shared / (len(one) + len(other)) if one or other else 1.0


def _product(a: TermVector, b: TermVector) -> float:
    # The intersection iterates over the smaller of the two, in C. With integers the sum is exact in any order.
    shared = a.counts.keys() & b.counts.keys()
    products = sum([a.counts[term] * b.counts[term] for term in shared])
    return products / (a.total * b.total) if products else 0.0


def _letter_pairs(text: str) -> Counter[tuple[str, str]]:
    return Counter(chain.from_iterable(pairwise(word) for word in fold(text).split()))
