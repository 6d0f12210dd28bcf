"""The latest articles, by day."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from starlette.exceptions import HTTPException

from newsloom.portal.bookmarks import muted_by
from newsloom.portal.paths import article_path
from newsloom.portal.rendering import query_string
from newsloom.portal.reports import newest_first
from newsloom.portal.requests import PageRequest, View
from newsloom.records import ArticleQuery

__all__ = ["latest"]

_ENTRIES: Final = 40


def latest(request: PageRequest) -> View:
    """Articles by day, the newest first."""
    language, after = request.press_language, request.asked("after")
    last = request.room.articles.named(after) if after else None
    if after and last is None:
        raise HTTPException(404)
    query = ArticleQuery(language=language, after=last.url if last else None, limit=_ENTRIES + 1)
    found = request.room.articles.latest(query)
    muted = muted_by(request)
    ordered = newest_first(request, [article for article in found[:_ENTRIES] if muted.allows_article(article)])
    days = [(day, list(entries)) for day, entries in groupby(ordered, key=lambda entry: entry[1].date())]
    is_more = len(found) > _ENTRIES
    before = article_path(found[_ENTRIES - 1].url or "").rpartition("/")[2] if is_more else None
    return View(
        template="latest.html",
        content={
            "days": days,
            "language": language,
            "next": "/latest" + query_string(language=request.asked("language") or language, after=before)
            if before
            else None,
        },
    )
