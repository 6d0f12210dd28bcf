"""The word lists of discovery: which names say nothing of the news, and which pages hold none.

A name goes in; whether it is on a list comes out. Case, accents, hyphens and punctuation do not matter.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from importlib import resources
from typing import Final

from newsloom.text.casing import fold

__all__ = ["is_generic", "is_service", "plain"]

_PUNCTUATION: Final = re.compile(r"[\W_]+")
# The longest entry has 28.
_MAX_CHARACTERS: Final = 40


def is_generic(name: str) -> bool:
    """Whether it could name any feed or page: "Latest news", "RSS"."""
    return plain(name) in _listed("generic")


def is_service(name: str) -> bool:
    """Whether it names a page without news: "Log in", "Impressum"."""
    return len(name) <= _MAX_CHARACTERS and plain(name) in _listed("services")


def plain(name: str) -> str:
    """Lower case, without accents, punctuation as spaces."""
    if not name.isascii():
        apart = unicodedata.normalize("NFD", fold(name)).replace("ı", "i").replace("ø", "o").replace("æ", "ae")
        name = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return _PUNCTUATION.sub(" ", name.lower()).strip()


@functools.cache
def _listed(name: str) -> frozenset[str]:
    text = resources.files("newsloom.discovery").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))
