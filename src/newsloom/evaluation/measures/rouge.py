"""ROUGE (Lin, 2004): scores a summary by the words, word pairs and sequences it shares with one that a person wrote.

Words are runs of letters and digits in lower case, including stop words; stemmed only on request, as the document
understanding conferences did (Porter's stems in English). One reference at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from newsloom.evaluation.measures.words import Scores, scores_from_counts, words_of
from newsloom.text.stems import stemmer

__all__ = ["Rouge", "rouge", "rouge_l", "rouge_n"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rouge:
    """ROUGE-1, ROUGE-2 and ROUGE-L of one summary."""

    one: Scores
    two: Scores
    longest: Scores


def rouge(summary: str, reference: str, language: str | None = None, *, by_stems: bool = False) -> Rouge:
    """Returns the three scores of a summary."""
    found, true = words_of(summary, language), words_of(reference, language)
    if by_stems:
        stems = stemmer(language)
        found, true = stems(found), stems(true)
    return Rouge(one=rouge_n(found, true, 1), two=rouge_n(found, true, 2), longest=rouge_l(found, true))


def rouge_n(found: Sequence[str], true: Sequence[str], n: int) -> Scores:
    """Scores the runs of ``n`` words that both have, with multiplicity."""
    found_runs, true_runs = _runs(found, n), _runs(true, n)
    return scores_from_counts((found_runs & true_runs).total(), found_runs.total(), true_runs.total())


def rouge_l(found: Sequence[str], true: Sequence[str]) -> Scores:
    """Scores the longest sequence of words that both have in this order, with gaps."""
    return scores_from_counts(_longest_common(found, true), len(found), len(true))


def _runs(words: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[start:] for start in range(n)), strict=False))


def _longest_common(a: Sequence[str], b: Sequence[str]) -> int:
    """Returns the length of the longest common subsequence, a row of the table as bits of one number (Hyyrö, 2004)."""
    places: dict[str, int] = {}
    for place, word in enumerate(a):
        places[word] = places.get(word, 0) | 1 << place
    row = everything = (1 << len(a)) - 1
    for word in b:
        matches = row & places.get(word, 0)
        row = ((row + matches) | (row - matches)) & everything
    return len(a) - row.bit_count()
