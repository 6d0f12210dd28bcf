"""What an article is found by: an article in, the stems of its headline and of its text out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Final

from newsloom.records import Article
from newsloom.stores.search.stems import stemming_language, stems_of_each

__all__ = ["TITLE_WEIGHT", "Reading", "reading_of"]

# A word of the headline counts as so many of the text.
TITLE_WEIGHT: Final = 10.0

# A long report has 30,000 characters. PostgreSQL takes a megabyte of stems at most, at 16,383 positions.
_LONGEST_TITLE: Final = 1_000
_LONGEST_TEXT: Final = 100_000
_MOST_STEMS: Final = 16_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The stems of an article, in reading order; ``tag`` is the language whose rules made them."""

    tag: str
    title: tuple[str, ...]
    body: tuple[str, ...]


def reading_of(article: Article, /) -> Reading:
    """Headline; and text, description, authors and keywords, of a very long article only the beginning."""
    tag = stemming_language(article.language)
    about = " ".join(chain((article.description or "",), article.authors, article.keywords))
    texts = ((article.title or "")[:_LONGEST_TITLE], f"{article.text[:_LONGEST_TEXT]} {about[:_LONGEST_TITLE]}")
    title, body = stems_of_each(texts, tag)
    return Reading(tag=tag, title=tuple(title), body=tuple(body[:_MOST_STEMS]))
