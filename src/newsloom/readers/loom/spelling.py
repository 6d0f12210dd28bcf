"""Texts as addresses spell them: in small letters of ASCII.

What anchors say goes in; each text comes out in small letters twice, with letters spelled as papers spell them in
their addresses ("ü" as "ue") and without their marks ("ü" as "u"). Whether a word of an address is among the words of
the text is asked elsewhere.
"""

from __future__ import annotations

import functools
import unicodedata
from typing import Final

from newsloom.text.patterns import pattern

__all__ = ["spelled", "spelling"]

_PARTING: Final = "\n"
_MARKED: Final = pattern("[^\x00-\x7f]")
# Papers spell these letters so in their addresses, or without their marks.
_SPELLED: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "æ": "ae", "å": "a", "ı": "i"}


def spelled(texts: list[str]) -> list[str]:
    """The texts, none of which has two lines, in small letters; those with marks in either way."""
    # All at once: a page has hundreds of texts.
    small = _PARTING.join(texts).lower()
    if small.isascii():
        return small.split(_PARTING)
    bare = _MARKED.sub(lambda letter: spelling(letter[0])[1], small)
    for letter, written in _SPELLED.items():
        small = small.replace(letter, written)
    pairs = zip(small.split(_PARTING), bare.split(_PARTING), strict=True)
    return [f"{written} {plain}" for written, plain in pairs]


# Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=1024)
def spelling(letter: str) -> tuple[str, str]:
    """One letter as it is spelled, and without its marks; where nothing is left of it, nothing."""
    small = letter.lower()
    return _SPELLED.get(small, small), unicodedata.normalize("NFKD", small).encode("ascii", "ignore").decode()
