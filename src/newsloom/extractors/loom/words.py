"""Words that tell what a part of a page is for: in class names and ids, and in short lines of text.

The words are data (``data/roles.txt``, ``data/phrases.txt``); strings go in, sets of bits come out, one bit for
each role or kind.
"""

from __future__ import annotations

import functools
import pkgutil
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Final

from newsloom.text.patterns import pattern

__all__ = [
    "MAX_NAME",
    "NUMBER_BIT",
    "PHRASES",
    "PHRASE_BITS",
    "ROLES",
    "ROLE_BITS",
    "SERVICE_BITS",
    "phrase_bits",
    "role_bits",
]

MAX_NAME: Final = 200
"""A class attribute is short; what is longer is a style sheet in disguise."""
_SEPARATORS: Final = "-_:/.|"
# Most lines have none, and to find out takes a tenth of the time.
_DIGIT: Final = pattern(r"\d")
_YEAR_OR_HOUR: Final = pattern(r"\b(?:19|20)\d\d\b|\d{1,2}[:.]\d\d\b")


def _read(name: str) -> tuple[tuple[str, ...], dict[str, int]]:
    """The kinds, and the words with the bits they set."""
    text = pkgutil.get_data(__package__, f"data/{name}") or b""
    lines = [line.split() for line in text.decode().splitlines() if line and not line.startswith("#")]
    bits: dict[str, int] = {}
    for bit, (_, *words) in enumerate(lines):
        for word in words:
            plain = word.replace("_", " ")
            bits[plain] = bits.get(plain, 0) | 1 << bit
    return tuple(kind for kind, *_ in lines), bits


def _any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest that fits."""
    # By first letter, for the engine tries every branch at every place.
    ordered = sorted(words, key=lambda word: (word[0], -len(word)))
    groups = groupby(ordered, key=lambda word: word[0])
    return "|".join(
        re.escape(first) + f"(?:{'|'.join(re.escape(word[1:]) for word in group)})" for first, group in groups
    )


_KINDS, PHRASE_BITS = _read("phrases.txt")
ROLES, ROLE_BITS = _read("roles.txt")
_ROLE: Final = pattern(_any_of(ROLE_BITS))

PHRASES: Final = (*_KINDS, "number")
NUMBER_BIT: Final = 1 << len(_KINDS)
# What a site says on its own behalf, and no story does.
SERVICE_BITS: Final = sum(1 << PHRASES.index(kind) for kind in ("rights", "service", "signup", "further", "comment"))


# Pages repeat the same names hundreds of times, and sites the same words. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=10_000)
def role_bits(name: str) -> int:
    """Which of ``ROLES`` a class name or id speaks of, a bit each."""
    name = name[:MAX_NAME]
    # One by one: to translate them all at once takes twice the time.
    for separator in _SEPARATORS:
        name = name.replace(separator, " ")
    found = 0
    for word in name.split():
        found |= _word_bits(word)
    return found


@functools.lru_cache(maxsize=20_000)
def _word_bits(word: str) -> int:
    found = 0
    for role in _ROLE.findall(f" {word.lower()} "):
        found |= ROLE_BITS[role]
    return found


def phrase_bits(lines: Sequence[str], phrases: Mapping[str, int] = PHRASE_BITS, number: int = NUMBER_BIT) -> list[int]:
    """Which of ``PHRASES`` stand in each line of text, a bit each.

    All lines are searched at once: a call takes longer than to look through a short line.
    """
    padded = [f" {line.lower()} " for line in lines]
    text = "\n".join(padded)
    starts = list(accumulate((len(line) + 1 for line in padded), initial=0))
    found = [number if _DIGIT.search(line) and _YEAR_OR_HOUR.search(line) else 0 for line in lines]
    for phrase, bits in phrases.items():
        place = text.find(phrase)
        while place >= 0:
            line = bisect_right(starts, place) - 1
            found[line] |= bits
            place = text.find(phrase, starts[line + 1])
    return found
