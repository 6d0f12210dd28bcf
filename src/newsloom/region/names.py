"""What the class names and ids of a box say of it: names in, the log odds that it is furniture out.

A name is cut into parts ("article-relatedLinks": article, related, links and the pairs of neighbours), and the parts
have weights, learned from labelled pages and from what people wrote about sites (``training/names.py``,
``data/name_odds.txt``). A box of which nothing is known has odds of zero.
"""

from __future__ import annotations

import functools
import pkgutil
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from newsloom.text.patterns import pattern

__all__ = ["NameOdds", "learned_odds", "name_parts"]

# Longer are only lists of styles, of which the first are as telling as the rest.
_MAX_NAME: Final = 200
_MAX_PARTS: Final = 6
_LEAST_LETTERS: Final = 2
# The words of "relatedLinks", "RELATED_links" and "related-links".
_WORD: Final = pattern(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![^\W\d_A-Z])")
# What readers write is furniture however much of the page it is.
_READERS: Final = ("comment", "disqus", "kommentar", "yorum", "reply", "replies", "responses")
# Pages repeat the same names. Bounded, for pages choose the keys.
_MAX_KNOWN: Final = 5_000


class NameOdds:
    """Weights of the parts of names; ``of`` is what the names of a box add up to."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = weights
        self.of = functools.lru_cache(maxsize=_MAX_KNOWN)(self._of)
        self._known = functools.lru_cache(maxsize=_MAX_KNOWN)(self._known_parts)

    def _of(self, names: str) -> tuple[float, bool]:
        """The log odds that a box with these classes and ids is furniture, and whether they speak of comments.

        Below zero the box holds the story.
        """
        weights: dict[str, float] = {}
        is_of_readers = False
        for name in names[:_MAX_NAME].split():
            known, speaks_of_readers = self._known(name)
            weights |= known
            is_of_readers = is_of_readers or speaks_of_readers
        return sum(weights.values()), is_of_readers

    def _known_parts(self, name: str) -> tuple[dict[str, float], bool]:
        """The parts of one name that have a weight, each with its own."""
        parts = _parts_of(name)
        weights = self._weights
        return {part: weights[part] for part in parts if part in weights}, any(
            part.startswith(_READERS) for part in parts
        )


@functools.cache
def learned_odds() -> NameOdds:
    """The weights that were learned from all sites at hand."""
    content = pkgutil.get_data(__package__, "data/name_odds.txt") or b""
    rows = (line.split() for line in content.decode().splitlines() if not line.startswith("#"))
    return NameOdds({part: float(weight) for part, weight in rows})


def name_parts(names: str) -> tuple[str, ...]:
    """The words of the names, and the pairs of words that stand side by side in one; each once."""
    return tuple(dict.fromkeys(part for name in names[:_MAX_NAME].split() for part in _parts_of(name)))


def _parts_of(name: str) -> list[str]:
    words = [word.lower() for word in _WORD.findall(name) if len(word) >= _LEAST_LETTERS][:_MAX_PARTS]
    return [*words, *(f"{left}-{right}" for left, right in pairwise(words))]
