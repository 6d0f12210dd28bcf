"""Names of pages without news: "Terms of use", "Impressum"; from a word list (``data/services.txt``).

Case, accents, hyphens and punctuation do not matter.
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
# The longest entry has 32.
_MAX_CHARACTERS: Final = 40


def is_service(name: str) -> bool:
    """Whether it names a page without news: "Log in", "Impressum"."""
    return len(name) <= _MAX_CHARACTERS and name_key(name) in _services()


def name_key(name: str) -> str:
    """Lower case, without accents, punctuation as spaces."""
    if not name.isascii():
        apart = unicodedata.normalize("NFD", fold(name)).replace("ı", "i").replace("ø", "o").replace("æ", "ae")
        name = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return _PUNCTUATION.sub(" ", name.lower()).strip()


@functools.cache
def _services() -> frozenset[str]:
    return frozenset(read_lines("services"))
