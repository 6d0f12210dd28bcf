"""Gives the text of articles and items as one string, and the language of each in a collection.

Each room makes its own tokens from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.records import Article, Item
from newsloom.text.language import detect_language, normalise_language

__all__ = ["MAX_CHARACTERS", "full_text", "headline_of", "languages_of"]

# Far longer than any report; the rest of a text of megabytes adds nothing about its subject.
MAX_CHARACTERS: Final = 100_000
# Characters read of each item to detect the language of a collection, and items read.
_SAMPLE_CHARACTERS: Final = 200
_SAMPLE_ITEMS: Final = 50


def full_text(article: ArticleOrItem) -> str:
    """Headline and text, cut at ``MAX_CHARACTERS``."""
    headline = headline_of(article)
    text = article.text[:MAX_CHARACTERS]
    return (f"{headline}\n{text}" if headline else text)[:MAX_CHARACTERS]


def headline_of(article: ArticleOrItem) -> str:
    """The headline; empty if there is none."""
    return (article.title if isinstance(article, Article) else article.headline) or ""


def languages_of(articles: Sequence[ArticleOrItem]) -> list[str | None]:
    """The language of each: the declared one, or else that detected for its page, or else for the collection."""
    declared = [normalise_language(one.language) if isinstance(one, Article) else None for one in articles]
    if all(declared):
        return declared
    silent = [one for one, language in zip(articles, declared, strict=True) if language is None]
    # Items are too short to detect their language one by one, and a front page is in one language.
    by_page: dict[str | None, list[ArticleOrItem]] = {}
    for one in silent:
        by_page.setdefault(_page_of(one), []).append(one)
    usual = _read_as(silent)
    told = {page: (_read_as(items) if page else None) or usual for page, items in by_page.items()}
    return [language or told[_page_of(one)] for one, language in zip(articles, declared, strict=True)]


def _page_of(article: ArticleOrItem) -> str | None:
    return article.page_url if isinstance(article, Item) else None


def _read_as(articles: Sequence[ArticleOrItem]) -> str | None:
    step = max(1, len(articles) // _SAMPLE_ITEMS)
    return detect_language("\n".join(full_text(one)[:_SAMPLE_CHARACTERS] for one in articles[::step]))
