"""News block detection (thesis, formula 5.1): was the block a method chose the one that holds the story?

The thesis had blocks labelled by hand, of the one partition that its method made. Here the right block is, of those
that the method itself chose among, the one with the largest share of the true words, counted with multiplicity; equal
shares are equally right. A method that takes the whole page for one block has found none. How much of the story the
chosen block holds is told beside it: a partition into paragraphs has a right block, too, and little in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from newsloom.records import Block

__all__ = ["block_score", "block_share", "count_true_words"]


def count_true_words(blocks: Mapping[str, Sequence[str]], truth: Sequence[str]) -> dict[str, int]:
    """How many of the true words each block holds; ``blocks`` maps a leaf block's path to its words."""
    true_words = Counter(truth)
    return {path: (Counter(words) & true_words).total() for path, words in blocks.items()}


def block_score(chosen: Block | None, held: Mapping[str, int], whole_page: str | None = None) -> float | None:
    """1.0 if the chosen block is right, 0.0 if not, if none was chosen or if it is the whole page.

    ``held`` is what ``count_true_words`` says of the blocks that were chosen among, ``whole_page`` the path of the
    page's outermost element. None where no block holds a true word: such a page has no right answer.
    """
    most = max(held.values(), default=0)
    if not most:
        return None
    is_part = chosen is not None and chosen.path != whole_page
    return float(is_part and _held_by(chosen, held) >= most)


def block_share(chosen: Block | None, held: Mapping[str, int], truth: Sequence[str]) -> float | None:
    """The share of the true words that the chosen block holds; None where there are none."""
    return _held_by(chosen, held) / len(truth) if truth else None


def _held_by(chosen: Block | None, held: Mapping[str, int]) -> int:
    return held.get(chosen.path or "", 0) if chosen is not None else 0
