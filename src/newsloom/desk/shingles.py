"""Shingles (Broder, 1997): hashes of all runs of a few words in a text, by which copies are recognised."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

__all__ = ["LEAST_SHARE", "LEAST_WORDS", "TEXT_CHARACTERS", "hash_of", "shingles"]

TEXT_CHARACTERS: Final = 20_000
"""Only this much of a text is compared."""

LEAST_WORDS: Final = 12
"""A shorter text is a copy of many others by chance."""

LEAST_SHARE: Final = 0.6
"""The smallest share of their shingles that two copies have in common."""

# Broder used ten words; news is edited more.
_WORDS: Final = 4


def shingles(words: Sequence[str]) -> frozenset[int]:
    """The hashes of all runs of words; one hash if there are fewer words than in a run."""
    width = min(_WORDS, max(1, len(words)))
    return frozenset(hash_of(words[start : start + width]) for start in range(len(words) - width + 1))


def hash_of(words: Sequence[str]) -> int:
    """A hash below 2³² for a run of words."""
    return zlib.crc32(" ".join(words).encode("utf-8", "surrogatepass"))
