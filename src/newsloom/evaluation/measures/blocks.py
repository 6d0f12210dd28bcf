"""News block detection (thesis, formula 5.1): did a method choose the block that contains the story?

The thesis had blocks labelled by hand, in the one partition that its method made. Here the right block is the one,
among those that the method itself chose from, with the largest share of the true words, counted with multiplicity;
equal shares are equally right. A method that takes the whole page as one block has found none. The share of the story
in the chosen block is measured as well: a partition into paragraphs also has a right block, with little in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from newsloom.records import Block

__all__ = ["block_score", "block_share", "count_true_words"]


def count_true_words(blocks: Mapping[str, Sequence[str]], truth: Sequence[str]) -> dict[str, int]:
    """Returns how many of the true words each block holds; ``blocks`` maps the path of a leaf block to its words."""
    true_words = Counter(truth)
    return {path: (Counter(words) & true_words).total() for path, words in blocks.items()}


def block_score(chosen: Block | None, held: Mapping[str, int], whole_page: str | None = None) -> float | None:
    """Returns 1.0 if the chosen block is right, 0.0 if it is wrong, missing or the whole page.

    ``held`` is the result of ``count_true_words`` for the blocks to choose from, ``whole_page`` the path of the page's
    outermost element. None if no block holds a true word: such a page has no right answer.
    """
    most = max(held.values(), default=0)
    if not most:
        return None
    is_part = chosen is not None and chosen.path != whole_page
    return float(is_part and _held_by(chosen, held) >= most)


def block_share(chosen: Block | None, held: Mapping[str, int], truth: Sequence[str]) -> float | None:
    """Returns the share of the true words that the chosen block holds; None if there are no true words."""
    return _held_by(chosen, held) / len(truth) if truth else None


def _held_by(chosen: Block | None, held: Mapping[str, int]) -> int:
    return held.get(chosen.path or "", 0) if chosen is not None else 0
