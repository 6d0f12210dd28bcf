"""Precision, recall and F of words: two lists of words in, three numbers out.

N-EXT's thesis (section 5.2, formulas 5.2 to 5.4) counts sets of words; counted with multiplicity,
a text given twice is half wrong. Both are here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from newsloom.text.casing import lower
from newsloom.text.tokens import words

__all__ = ["Scores", "scores_from_counts", "shared_count", "word_scores", "word_set_scores", "words_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """How much of the found is true, how much of the true was found, and their harmonic mean."""

    precision: float
    recall: float
    f: float


def words_of(text: str, language: str | None = None) -> list[str]:
    """The words that are compared: runs of letters and digits, in lower case."""
    return words(lower(text, language))


def word_scores(found: Sequence[str], truth: Sequence[str]) -> Scores:
    """Words counted as often as they stand."""
    return scores_from_counts(shared_count(found, truth), len(found), len(truth))


def word_set_scores(found: Sequence[str], truth: Sequence[str]) -> Scores:
    """Words counted once each, as in the thesis."""
    found_set, true_set = set(found), set(truth)
    return scores_from_counts(len(found_set & true_set), len(found_set), len(true_set))


def shared_count(found: Sequence[str], truth: Sequence[str]) -> int:
    """How many words the two have in common, with multiplicity."""
    return (Counter(found) & Counter(truth)).total()


def scores_from_counts(shared: int, found: int, true: int) -> Scores:
    """Formulas 5.2 to 5.4 from |TP|, |TP| + |FP| and |TP| + |FN|."""
    if not found and not true:
        return Scores(precision=1.0, recall=1.0, f=1.0)
    precision = shared / found if found else 0.0
    recall = shared / true if true else 0.0
    # 2PR / (P + R) with the divisions done once: exact where P = R = 1.
    return Scores(precision=precision, recall=recall, f=2 * shared / (found + true))
