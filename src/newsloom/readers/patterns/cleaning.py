"""Finds to clean words: what a data miner is handed (section 3.2.2).

Text goes in and comes out without stop words; entities are gone since the parse. Text and address go in, a
fingerprint comes out, by which two versions of a page are compared.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Final

from newsloom.text.casing import lower

__all__ = ["fingerprint", "without_stop_words"]

# Enough that two of a million items share theirs less than once in ten million pages.
_DIGITS: Final = 16
_WORD: Final = re.compile(r"\w+")


def without_stop_words(text: str, stop_words: Iterable[str], language: str | None) -> str:
    """The text's words, as written, without those in the list and without punctuation."""
    unwanted = frozenset(stop_words)
    return " ".join(word for word in _WORD.findall(text) if lower(word, language) not in unwanted)


def fingerprint(text: str, url: str | None) -> str:
    """What an item shares with its copy in another version: text *and* address are the same."""
    content = "\0".join((text, url or "")).encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:_DIGITS]
