"""News block detection (thesis, formula 5.1): was the block a method chose the one that holds the story?

The thesis had blocks labelled by hand. Here the right block is the leaf block with the largest
share of the true words, counted with multiplicity; equal shares are equally right. Choosing more
than that block is not punished here, not even the whole page: word precision sees it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from newsloom.evaluation.measures.words import shared_count, words_of
from newsloom.records import Block

__all__ = ["block_score", "count_true_words"]


def count_true_words(blocks: Mapping[str, Sequence[str]], truth: Sequence[str]) -> dict[str, int]:
    """How many of the true words each block holds; ``blocks`` maps a leaf block's path to its words."""
    true_words = Counter(truth)
    return {path: (Counter(words) & true_words).total() for path, words in blocks.items()}


def block_score(
    chosen: Block | None, held: Mapping[str, int], truth: Sequence[str], language: str | None = None
) -> float | None:
    """1.0 if the chosen block is right, 0.0 if not or if none was chosen.

    ``held`` is what ``count_true_words`` says. None where no block holds a true word: such a page
    has no right answer.
    """
    most = max(held.values(), default=0)
    if not most:
        return None
    return float(chosen is not None and _held_by(chosen, held, truth, language) >= most)


def _held_by(chosen: Block, held: Mapping[str, int], truth: Sequence[str], language: str | None) -> int:
    # By its path, for a method whose block text leaves out links; by its own text, for a method
    # with blocking tags of its own, whose block may be no leaf here.
    return max(held.get(chosen.path or "", 0), shared_count(words_of(chosen.text, language), truth))
