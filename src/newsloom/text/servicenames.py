"""Recognises names of pages without news, such as "Terms of use" and "Impressum".

They are listed in ``data/services.txt``. Case, accents, hyphens and punctuation are ignored.
"""

from __future__ import annotations

import functools
import unicodedata
from typing import Final

from newsloom.text.casing import fold
from newsloom.text.patterns import pattern
from newsloom.text.wordlists import read_lines

__all__ = ["is_service", "name_key"]

_PUNCTUATION: Final = pattern(r"[\W_]+")
# The longest entry has 32 characters.
_MAX_CHARACTERS: Final = 40


def is_service(name: str) -> bool:
    """Whether the name is that of a page without news: "Log in", "Impressum"."""
    return len(name) <= _MAX_CHARACTERS and name_key(name) in _services()


def name_key(name: str) -> str:
    """The name in lower case, without accents, with spaces for punctuation."""
    if not name.isascii():
        apart = unicodedata.normalize("NFD", fold(name)).replace("ı", "i").replace("ø", "o").replace("æ", "ae")
        name = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return _PUNCTUATION.sub(" ", name.lower()).strip()


@functools.cache
def _services() -> frozenset[str]:
    return frozenset(read_lines("services"))
