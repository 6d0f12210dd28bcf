"""Search with filters."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from newsloom.portal.bookmarks import muted_by
from newsloom.portal.highlighting import highlighted
from newsloom.portal.rendering import query_string
from newsloom.portal.reports import dated
from newsloom.portal.requests import PAGE_FILTERS, PageRequest, View
from newsloom.records import Article, ArticleQuery

__all__ = ["SEARCH_PARAMETERS", "search"]

SEARCH_PARAMETERS: Final = ("q", "skip", *(one.parameter for one in PAGE_FILTERS))

_HITS: Final = 20
# A reader who skips this many should search for other words; each page costs as much as all before it.
_MOST_SKIPPED: Final = 400


def search(request: PageRequest) -> View:
    """The articles that contain the words, the best matches first."""
    words, skip = request.asked("q"), _skip(request)
    filters = {one.parameter: request.asked(one.parameter) for one in PAGE_FILTERS}
    hits = _hits(request, words, skip) if words else []
    is_more = len(hits) > _HITS and skip + _HITS <= _MOST_SKIPPED
    return View(
        template="search.html",
        content={
            "query": words,
            "filters": filters,
            "hits": hits[:_HITS],
            "next": "/search" + query_string(q=words, **filters, skip=skip + _HITS) if is_more else None,
            "follow_subject": query_string(q=words, **filters).removeprefix("?"),
            "address": "/search" + query_string(q=words, **filters),
        },
    )


def _skip(request: PageRequest) -> int:
    text = request.asked("skip") or ""
    return min(int(text), _MOST_SKIPPED) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _hits(request: PageRequest, words: str, skip: int) -> list[tuple[Article, Markup, Markup, object]]:
    query = ArticleQuery(**request.article_filters(), skip=skip, limit=_HITS + 1)
    hits = request.room.articles.search(words, query)
    kept = request.room.articles.summaries(hit.url for hit in hits)
    muted = muted_by(request)
    found = [(kept[hit.url].article, hit.snippet) for hit in hits if hit.url in kept]
    shown = [(article, snippet) for article, snippet in found if muted.allows_article(article)]
    moments = dated(request, [article for article, _ in shown])
    answers: list[tuple[Article, Markup, Markup, object]] = []
    for (article, snippet), (_, when) in zip(shown, moments, strict=True):
        title, said = (highlighted(text, words, article.language) for text in (article.title or "", snippet))
        answers.append((article, title, said, when))
    return answers
