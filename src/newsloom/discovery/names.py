"""Names of feeds and pages that are generic, or belong to pages without news; from word lists.

Case, accents, hyphens and punctuation do not matter.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import Final

from newsloom.text.casing import fold
from newsloom.text.wordlists import read_lines

__all__ = ["is_generic", "is_service", "name_key"]

_PUNCTUATION: Final = re.compile(r"[\W_]+")
# The longest entry has 28.
_MAX_CHARACTERS: Final = 40


def is_generic(name: str) -> bool:
    """Whether it could name any feed or page: "Latest news", "RSS"."""
    return name_key(name) in _listed("generic")


def is_service(name: str) -> bool:
    """Whether it names a page without news: "Log in", "Impressum"."""
    return len(name) <= _MAX_CHARACTERS and name_key(name) in _listed("services")


def name_key(name: str) -> str:
    """Lower case, without accents, punctuation as spaces."""
    if not name.isascii():
        apart = unicodedata.normalize("NFD", fold(name)).replace("ı", "i").replace("ø", "o").replace("æ", "ae")
        name = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return _PUNCTUATION.sub(" ", name.lower()).strip()


@functools.cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(read_lines(name, package="newsloom.discovery"))
