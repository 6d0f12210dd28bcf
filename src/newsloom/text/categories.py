"""Maps section names in any language to categories such as "sport".

The names are in ``data/categories.txt``. A name that is not listed is looked up by its parts ("News / Sport") and then
by its words ("US politics"), and counts if these agree. A general name such as "News" has no category.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from newsloom.text.casing import fold
from newsloom.text.wordlists import read_lines

__all__ = ["CATEGORIES", "category_of", "filed_under", "is_section_name"]

CATEGORIES: Final = (
    *("politics", "world", "local", "business", "sport", "culture", "science", "technology", "health", "environment"),
    *("education", "crime", "opinion", "lifestyle", "travel", "weather"),
)

# Longer text is a sentence or a list of keywords.
_MOST_CHARACTERS: Final = 60
_MOST_WORDS: Final = 4
_PARTS: Final = re.compile(r"\s*[/|>»›·•:;,&+]\s*|\s+[-–—]\s+")
_WORDS: Final = re.compile(r"[\W_]+")
_ACCENTS: Final = re.compile(r"[\u0300-\u036f]+")


def category_of(name: str | None) -> str | None:
    """The category of a section name; None if it is not in the list or its parts disagree."""
    if not name or len(name) > _MOST_CHARACTERS:
        return None
    return _lookup(name)


def is_section_name(name: str) -> bool:
    """Whether the whole name is a known section name, including general ones such as "News"."""
    return len(name) <= _MOST_CHARACTERS and ((key := _key(name)) in _categories() or key in _general_sections())


def filed_under(category: str | None, section: str | None) -> str | None:
    """The name to list and count an article under: its category, else its section's category, else its section."""
    return category or category_of(section) or section


# Bounded because names come from pages. A paper has few.
@functools.lru_cache(maxsize=4096)
def _lookup(name: str) -> str | None:
    known = _categories()
    whole = _key(name)
    if whole in known:
        return known[whole]
    for parts in (_PARTS.split(name), _WORDS.split(whole)):
        keys = {known[key] for part in parts if (key := _key(part)) in known}
        if keys and len(parts) <= _MOST_WORDS:
            return keys.pop() if len(keys) == 1 else None
    return None


@functools.cache
def _categories() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for line in read_lines("categories"):
        key, _, names = line.partition(":")
        for name in (key, *names.split(",")):
            found.setdefault(_key(name), key)
    return found


@functools.cache
def _general_sections() -> frozenset[str]:
    return frozenset(map(_key, read_lines("general_sections")))


def _key(name: str) -> str:
    # Without accents, Turkish dots and Norwegian strokes, which are often omitted in capitals and in addresses.
    folded = fold(name)
    plain = folded if folded.isalnum() else " ".join(_WORDS.split(folded)).strip()
    if plain.isascii():
        return plain
    apart = unicodedata.normalize("NFD", plain)
    return unicodedata.normalize("NFC", _ACCENTS.sub("", apart).replace("ı", "i").replace("ø", "o"))
