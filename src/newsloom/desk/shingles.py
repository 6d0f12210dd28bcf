"""Shingles (Broder, 1997): runs of words by which copies are told. Words in, hashes of their runs out."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

__all__ = ["LEAST_SHARE", "LEAST_WORDS", "TEXT_CHARACTERS", "hash_of", "shingles"]

TEXT_CHARACTERS: Final = 20_000
"""As much of a text as is compared."""

LEAST_WORDS: Final = 12
"""A shorter text is a copy of many by chance."""

LEAST_SHARE: Final = 0.6
"""What two copies share at least of the shingles of both."""

# Broder took ten words; news is edited more.
_WORDS: Final = 4


def shingles(words: Sequence[str]) -> frozenset[int]:
    """The hashes of all runs of words; of fewer words than a run has, that of all of them."""
    width = min(_WORDS, max(1, len(words)))
    return frozenset(hash_of(words[start : start + width]) for start in range(len(words) - width + 1))


def hash_of(words: Sequence[str]) -> int:
    """A number below 2³² for a run of words."""
    return zlib.crc32(" ".join(words).encode("utf-8", "surrogatepass"))
