"""Compares the meaning of blocks with that of the news, by the cosine of their terms."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.text.tokens import terms_of_each

__all__ = ["Meanings"]

# At most this much of a block is read; no paragraph in a newspaper is longer.
_LONGEST_TEXT: Final = 5_000
_HIRAGANA: Final = ("\u3041", "\u309f")


class Meanings:
    """The terms of a page's blocks, compared with those of the blocks that are its news."""

    def __init__(self, blocks: Sequence[DrawnBlock], language: str | None) -> None:
        texts = [block.text[:_LONGEST_TEXT] for block in blocks]
        found = terms_of_each(texts, language=language) if texts else []
        self._terms = {
            id(block): Counter(filter(_has_meaning, terms)) for block, terms in zip(blocks, found, strict=True)
        }
        self._news: Counter[str] = Counter()
        self._square = 0
        self._members: set[int] = set()

    def compare_with(self, news: Iterable[DrawnBlock]) -> None:
        """Sets the blocks that are the news."""
        self._members = set()
        self._news = Counter()
        for block in news:
            self._members.add(id(block))
            self._news.update(self._terms[id(block)])
        self._square = sum(count * count for count in self._news.values())

    def similarity(self, blocks: Iterable[DrawnBlock]) -> float:
        """The cosine between the terms of some blocks and those of the rest of the news."""
        mine: Counter[str] = Counter()
        own: Counter[str] = Counter()
        for block in blocks:
            terms = self._terms[id(block)]
            mine.update(terms)
            if id(block) in self._members:
                own.update(terms)
        product = sum(count * (self._news[term] - own[term]) for term, count in mine.items())
        if not product:
            return 0.0
        rest = self._square - sum(count * (2 * self._news[term] - count) for term, count in own.items())
        return product / math.sqrt(rest * sum(count * count for count in mine.values()))

    def shared_terms(self, block: DrawnBlock) -> int:
        """How many different terms of a block the rest of the news also has."""
        terms = self._terms[id(block)]
        own = terms if id(block) in self._members else Counter[str]()
        return sum(self._news[term] > own[term] for term in terms)


def _has_meaning(term: str) -> bool:
    """Whether a term is more than hiragana, the script of Japanese endings and particles."""
    return not all(_HIRAGANA[0] <= letter <= _HIRAGANA[1] for letter in term)
