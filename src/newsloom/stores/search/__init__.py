"""Search, the same in every store: the stems of an article, the stems of a query, and the snippet shown for a hit."""

from __future__ import annotations

from newsloom.stores.search.query import LanguageQuery, Phrase, SearchQuery, search_query_of
from newsloom.stores.search.snippet import snippet_of
from newsloom.stores.search.stems import ArticleStems, stems_of_article

__all__ = [
    "ArticleStems",
    "LanguageQuery",
    "Phrase",
    "SearchQuery",
    "search_query_of",
    "snippet_of",
    "stems_of_article",
]
