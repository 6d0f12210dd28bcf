"""How alike texts are in meaning: the terms of blocks in, shares of agreement with the news out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.text.tokens import terms_of_each

__all__ = ["Meanings"]


class Meanings:
    """The terms of a page's blocks, and those of the news among them."""

    def __init__(self, blocks: Sequence[DrawnBlock], language: str | None, *, longest: int) -> None:
        found = terms_of_each([block.text[:longest] for block in blocks], language=language)
        self._terms = {id(block): Counter(terms) for block, terms in zip(blocks, found, strict=True)}
        self._news: Counter[str] = Counter()
        self._members: frozenset[int] = frozenset()

    def set_news(self, blocks: Iterable[DrawnBlock]) -> None:
        """Say what the others are compared with."""
        members = list(blocks)
        self._news = Counter()
        for block in members:
            self._news.update(self._terms[id(block)])
        self._members = frozenset(map(id, members))

    def similarity(self, block: DrawnBlock) -> float:
        """The cosine of a block's terms and those of the rest of the news."""
        mine = self._terms[id(block)]
        own = mine if id(block) in self._members else {}
        dot = sum(count * (self._news[term] - own.get(term, 0)) for term, count in mine.items())
        if not dot:
            return 0.0
        mine_square = sum(count * count for count in mine.values())
        news_square = self._news_square() - sum(
            self._news[term] ** 2 - (self._news[term] - count) ** 2 for term, count in own.items()
        )
        return dot / math.sqrt(mine_square * news_square)

    def area_similarity(self, blocks: Iterable[DrawnBlock]) -> float:
        """The cosine of the terms of blocks beside the news and those of the news."""
        mine: Counter[str] = Counter()
        for block in blocks:
            mine.update(self._terms[id(block)])
        dot = sum(count * self._news[term] for term, count in mine.items())
        if not dot:
            return 0.0
        return dot / math.sqrt(sum(count * count for count in mine.values()) * self._news_square())

    def _news_square(self) -> int:
        return sum(count * count for count in self._news.values())
