"""Lines that a paper prints under most of its stories: articles in, these lines by site out.

A byline, an appeal or the names of editors say whose an article is, not what it tells. In a small window they are rare
words all the same, and would make one story of all that a reporter wrote.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.records import Article
from newsloom.text.urls import site_of

__all__ = ["Furniture", "shared_lines", "text_without"]

Furniture = Mapping[str, frozenset[str]]

# Of so many articles of a site at least, and of so many of them: two may be one story told twice.
_LEAST_ARTICLES: Final = 3
_LEAST_SHARE: Final = 0.5
# Furniture stands at the beginning or at the end; a line of it is short.
_MOST_LINES: Final = 40
_MOST_CHARACTERS: Final = 300


def shared_lines(articles: Sequence[ArticleOrItem]) -> Furniture:
    """By site, the lines that stand in at least half of its articles."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    for article in articles:
        site = _site(article)
        if site is not None:
            sizes[site] += 1
            counts[site].update(_short_lines(article.text))
    return {
        site: frozenset(
            line for line, count in counts[site].items() if count >= max(_LEAST_ARTICLES, _LEAST_SHARE * size)
        )
        for site, size in sizes.items()
        if size >= _LEAST_ARTICLES
    }


def text_without(article: ArticleOrItem, furniture: Furniture) -> str:
    """The article's text without these lines; whole where it would be nothing but them."""
    lines = furniture.get(_site(article) or "", frozenset())
    if not lines:
        return article.text
    kept = "\n".join(line for line in article.text.split("\n") if line.strip() not in lines)
    return kept if kept.strip() else article.text


def _short_lines(text: str) -> set[str]:
    lines = [line for line in map(str.strip, text.split("\n")) if line]
    outer = lines if len(lines) <= _MOST_LINES else [*lines[: _MOST_LINES // 2], *lines[-_MOST_LINES // 2 :]]
    return {line for line in outer if len(line) <= _MOST_CHARACTERS}


def _site(article: ArticleOrItem) -> str | None:
    return site_of(article.url) if isinstance(article, Article) and article.url else None
