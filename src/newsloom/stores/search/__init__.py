"""Search, alike in every store: what an article is found by, what a question asks for, what is shown of an answer."""

from __future__ import annotations

from newsloom.stores.search.query import LanguageQuery, Phrase, SearchQuery, search_query_of
from newsloom.stores.search.reading import Reading, reading_of
from newsloom.stores.search.snippet import snippet_of

__all__ = ["LanguageQuery", "Phrase", "Reading", "SearchQuery", "reading_of", "search_query_of", "snippet_of"]
