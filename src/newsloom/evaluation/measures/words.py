"""Measures of a text: precision, recall and F of its words, F of its shingles, and the snippets in it.

N-EXT's thesis (section 5.2, formulas 5.2 to 5.4) counts sets of words; counted with multiplicity, a text given twice is
half wrong. Both are here. Shingles are runs of four words, so they measure the order too: this is the measure of Zyte's
article extraction benchmark (2020). Snippets are texts that must, or must not, occur; white space is normalised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from newsloom.text.casing import lower
from newsloom.text.tokens import words

__all__ = [
    "SHINGLE_WORDS",
    "Scores",
    "scores_from_counts",
    "shared_count",
    "shingle_f",
    "with_rate",
    "without_rate",
    "word_scores",
    "word_set_scores",
    "words_of",
]

SHINGLE_WORDS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """How much of what was found is true, how much of the truth was found, and their harmonic mean."""

    precision: float
    recall: float
    f: float


def words_of(text: str, language: str | None = None) -> list[str]:
    """Returns the words that are compared: runs of letters and digits, in lower case."""
    return words(lower(text, language))


def word_scores(found: Sequence[str], truth: Sequence[str]) -> Scores:
    """Scores words with multiplicity."""
    return scores_from_counts(shared_count(found, truth), len(found), len(truth))


def word_set_scores(found: Sequence[str], truth: Sequence[str]) -> Scores:
    """Scores sets of words, as in the thesis."""
    found_set, true_set = set(found), set(truth)
    return scores_from_counts(len(found_set & true_set), len(found_set), len(true_set))


def shared_count(found: Sequence[str], truth: Sequence[str]) -> int:
    """Returns how many words the two have in common, with multiplicity."""
    return (Counter(found) & Counter(truth)).total()


def scores_from_counts(shared: int, found: int, true: int) -> Scores:
    """Applies formulas 5.2 to 5.4 to |TP|, |TP| + |FP| and |TP| + |FN|."""
    if not found and not true:
        return Scores(precision=1.0, recall=1.0, f=1.0)
    precision = shared / found if found else 0.0
    recall = shared / true if true else 0.0
    # 2PR / (P + R) with a single division: exact for P = R = 1.
    return Scores(precision=precision, recall=recall, f=2 * shared / (found + true))


def shingle_f(found: Sequence[str], truth: Sequence[str]) -> float:
    """Returns the F1 of the shingles of two lists of words; a text too short for one is a single shorter shingle."""
    found_shingles, true_shingles = _shingles(found), _shingles(truth)
    shared = (found_shingles & true_shingles).total()
    return scores_from_counts(shared, found_shingles.total(), true_shingles.total()).f


def _shingles(words: Sequence[str]) -> Counter[tuple[str, ...]]:
    if len(words) < SHINGLE_WORDS:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(*(words[start:] for start in range(SHINGLE_WORDS)), strict=False))


def with_rate(text: str, snippets: Sequence[str] | None) -> float | None:
    """Returns the share of the snippets that occur in the text."""
    return _share_present(text, snippets)


def without_rate(text: str, snippets: Sequence[str] | None) -> float | None:
    """Returns the share of the snippets that do not occur in the text."""
    present = _share_present(text, snippets)
    return None if present is None else 1.0 - present


def _share_present(text: str, snippets: Sequence[str] | None) -> float | None:
    folded_snippets = [folded for snippet in snippets or () if (folded := _fold(snippet))]
    if not folded_snippets:
        return None
    folded_text = _fold(text)
    return sum(snippet in folded_text for snippet in folded_snippets) / len(folded_snippets)


def _fold(text: str) -> str:
    return " ".join(text.split())
