"""Search, alike in every store: what an article is found by, what a query asks for, what is shown of an answer."""

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
