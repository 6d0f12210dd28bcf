"""Stems for search: turns an article, or text in a known language, into the stems that are compared.

All stores use our own stems, because neither SQLite nor every PostgreSQL knows the languages of newspapers, and none of
them knows the Turkish i. Stop words are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from newsloom.records import Article
from newsloom.text.language import normalise_language
from newsloom.text.tokens import terms_of_each

__all__ = ["NO_LANGUAGE", "TITLE_WEIGHT", "ArticleStems", "stemming_language", "stems_of_article", "stems_of_each"]

# ISO 639-2 for "undetermined".
NO_LANGUAGE: Final = "und"

# The longest German words in newspapers have some forty letters; anything longer is not a word.
_LONGEST_STEM: Final = 40

# A word in the headline counts as much as this many words of the text.
TITLE_WEIGHT: Final = 10.0

# A long report has 30,000 characters. PostgreSQL accepts at most a megabyte of stems and 16,383 positions.
_LONGEST_TITLE: Final = 1_000
_LONGEST_TEXT: Final = 100_000
_MOST_STEMS: Final = 16_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleStems:
    """The stems of an article, in reading order; ``tag`` is the language whose rules made them."""

    tag: str
    title: tuple[str, ...]
    body: tuple[str, ...]


def stems_of_article(article: Article, /) -> ArticleStems:
    """The stems of the headline; and of text, description, authors and keywords. Very long articles are cut."""
    tag = stemming_language(article.language)
    about = " ".join(chain((article.description or "",), article.authors, article.keywords))
    texts = ((article.title or "")[:_LONGEST_TITLE], f"{article.text[:_LONGEST_TEXT]} {about[:_LONGEST_TITLE]}")
    title, body = stems_of_each(texts, tag)
    return ArticleStems(tag=tag, title=tuple(title), body=tuple(body[:_MOST_STEMS]))


def stemming_language(language: str | None, /) -> str:
    """The language whose rules stem an article's words: two letters, or ``NO_LANGUAGE``."""
    return normalise_language(language) or NO_LANGUAGE


def stems_of_each(texts: Sequence[str], tag: str, /) -> list[list[str]]:
    """The stems of many short texts, text by text."""
    if not texts:
        return []
    found = terms_of_each(texts, language=None if tag == NO_LANGUAGE else tag)
    # Some words become empty: to Porter's algorithm a lone s is a plural.
    return [[stem[:_LONGEST_STEM] for stem in stems if stem] for stems in found]
