"""What words become before they are compared in a search: text and its language in, stems in reading order out.

The stems are our own in every store, because neither SQLite nor every PostgreSQL knows the languages of newspapers, and
none of them the Turkish i. Words that say nothing in their language are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newsloom.text.language import normalise_language
from newsloom.text.tokens import terms_of_each

__all__ = ["NO_LANGUAGE", "stemming_language", "stems_of_each"]

# ISO 639-2 for "undetermined".
NO_LANGUAGE: Final = "und"

# The longest German words of newspapers have some forty letters; what is longer is no word.
_LONGEST_STEM: Final = 40


def stemming_language(language: str | None, /) -> str:
    """Two letters, or ``NO_LANGUAGE``: by which rules an article's words are stemmed."""
    return normalise_language(language) or NO_LANGUAGE


def stems_of_each(texts: Sequence[str], tag: str, /) -> list[list[str]]:
    """The stems of many short texts, text by text."""
    if not texts:
        return []
    found = terms_of_each(texts, language=None if tag == NO_LANGUAGE else tag)
    # Of some words nothing is left: to Porter's algorithm a lone s is a plural.
    return [[stem[:_LONGEST_STEM] for stem in stems if stem] for stems in found]
