"""Words that tell what a part of a page is for: in class names and ids, and in short lines of text.

The words are data (``data/roles.txt``, ``data/phrases.txt``); a string goes in, a set of bits comes out, one for
each role or kind.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from importlib import resources
from itertools import groupby
from typing import Final

__all__ = ["PHRASES", "ROLES", "SERVICE_BITS", "phrase_bits", "role_bits"]

# A class attribute is short; what is longer is a style sheet in disguise.
_MAX_NAME: Final = 200
_SEPARATORS: Final = str.maketrans(dict.fromkeys("-_:/.|\t\n", " "))
_YEAR_OR_HOUR: Final = re.compile(r"\b(?:19|20)\d\d\b|\d{1,2}[:.]\d\d\b")


class _Lexicon:
    """Words with the bits they set; all of them are sought in one pass."""

    def __init__(self, name: str) -> None:
        text = resources.files(__package__).joinpath("data").joinpath(name).read_text(encoding="utf-8")
        lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
        self.kinds = tuple(kind for kind, *_ in lines)
        self._bits: dict[str, int] = {}
        for bit, (_, *words) in enumerate(lines):
            for word in words:
                plain = word.replace("_", " ")
                self._bits[plain] = self._bits.get(plain, 0) | 1 << bit
        self._pattern = re.compile(_any_of(self._bits))

    def bits(self, text: str) -> int:
        found = 0
        for word in self._pattern.findall(f" {text.lower()} "):
            found |= self._bits[word]
        return found


def _any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest that fits."""
    # By first letter, for the engine tries every branch at every place.
    ordered = sorted(words, key=lambda word: (word[0], -len(word)))
    groups = groupby(ordered, key=lambda word: word[0])
    return "|".join(
        re.escape(first) + f"(?:{'|'.join(re.escape(word[1:]) for word in group)})" for first, group in groups
    )


_ROLES: Final = _Lexicon("roles.txt")
_PHRASES: Final = _Lexicon("phrases.txt")

ROLES: Final = _ROLES.kinds
PHRASES: Final = (*_PHRASES.kinds, "number")
# What a site says on its own behalf, and no story does.
SERVICE_BITS: Final = sum(1 << PHRASES.index(kind) for kind in ("rights", "service", "signup", "further", "comment"))


# Pages repeat the same names hundreds of times, and sites the same words. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=10_000)
def role_bits(name: str) -> int:
    """Which of ``ROLES`` a class name or id speaks of, a bit each."""
    found = 0
    for word in name[:_MAX_NAME].translate(_SEPARATORS).split():
        found |= _word_bits(word)
    return found


@functools.lru_cache(maxsize=20_000)
def _word_bits(word: str) -> int:
    return _ROLES.bits(word)


def phrase_bits(line: str) -> int:
    """Which of ``PHRASES`` stand in a line of text, a bit each."""
    has_number = _YEAR_OR_HOUR.search(line) is not None
    return _PHRASES.bits(line) | has_number << len(_PHRASES.kinds)
