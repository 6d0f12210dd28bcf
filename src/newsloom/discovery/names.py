"""Recognises generic names of feeds and pages by a word list. Case, accents and punctuation do not matter."""

from __future__ import annotations

import functools

from newsloom.text.servicenames import name_key
from newsloom.text.wordlists import read_lines

__all__ = ["is_generic"]


def is_generic(name: str) -> bool:
    """Returns whether the name could be that of any feed or page: "Latest news", "RSS"."""
    return name_key(name) in _generic()


@functools.cache
def _generic() -> frozenset[str]:
    return frozenset(read_lines("generic", package="newsloom.discovery"))
