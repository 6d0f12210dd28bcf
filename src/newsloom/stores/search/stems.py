"""What words become before they are compared in a search: an article, or text and its language in, stems out.

The stems are our own in every store, because neither SQLite nor every PostgreSQL knows the languages of newspapers, and
none of them the Turkish i. Words that say nothing in their language are left out.
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

# The longest German words of newspapers have some forty letters; what is longer is no word.
_LONGEST_STEM: Final = 40

# A word of the headline counts as so many of the text.
TITLE_WEIGHT: Final = 10.0

# A long report has 30,000 characters. PostgreSQL takes a megabyte of stems at most, at 16,383 positions.
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
    """Headline; and text, description, authors and keywords, of a very long article only the beginning."""
    tag = stemming_language(article.language)
    about = " ".join(chain((article.description or "",), article.authors, article.keywords))
    texts = ((article.title or "")[:_LONGEST_TITLE], f"{article.text[:_LONGEST_TEXT]} {about[:_LONGEST_TITLE]}")
    title, body = stems_of_each(texts, tag)
    return ArticleStems(tag=tag, title=tuple(title), body=tuple(body[:_MOST_STEMS]))


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
