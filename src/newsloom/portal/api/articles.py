"""Articles, searches and histories in the API."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from newsloom.newsroom import Newsroom, article_id
from newsloom.pipeline.pagination import Cursor
from newsloom.portal.api.cursors import cursor_of, offset_of, page_by_offset, text_of, unknown_cursor
from newsloom.portal.api.parameters import Arguments
from newsloom.portal.api.responses import ApiError, ResultPage
from newsloom.portal.api.schemas import Schema
from newsloom.records import Article, ArticleQuery, StoredArticle, article_filters

__all__ = ["ARTICLE", "HISTORY", "HIT", "article_named", "articles", "history", "search"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """An address as it stood from ``seen_at`` to ``last_seen``; ``title`` and ``text`` are what was read there."""

    seen_at: datetime
    last_seen: datetime | None
    digest: str | None
    size: int | None
    title: str | None
    text: str | None


_SEEN: Final = {"id": str, "first_seen": datetime | None, "changed_at": datetime | None}
ARTICLE: Final = Schema(name="ArticleEntry", record=Article, more=_SEEN)
HIT: Final = Schema(name="SearchHit", record=Article, more={**_SEEN, "score": float, "snippet": str})
HISTORY: Final = Schema(name="HistoryEntry", record=HistoryEntry)


def articles(room: Newsroom, arguments: Arguments) -> ResultPage:
    """Articles, the most recently arrived first; with ``changed_after`` in the order of their last change."""
    query, limit = _query(arguments), arguments.number("limit")
    found = room.articles.listed(dataclasses.replace(query, limit=limit + 1), cursor_of(arguments.text("cursor")))
    if found is None:
        raise unknown_cursor()
    data = [ARTICLE.of(one.article, **_times(one)) for one in found[:limit]]
    if len(found) <= limit:
        return ResultPage(data)
    last = found[limit - 1]
    return ResultPage(data, text_of(Cursor(_id(last), last.changed_at if query.changed_after else None)))


def article_named(room: Newsroom, arguments: Arguments) -> dict[str, Any] | None:
    """One article by its public id."""
    article = room.articles.named(arguments.text("id") or "")
    kept = None if article is None else room.articles.read((article.url or "",)).get(article.url or "")
    return None if kept is None else ARTICLE.of(kept.article, **_times(kept))


def search(room: Newsroom, arguments: Arguments) -> ResultPage:
    """The articles that contain the words, the best matches first."""
    skip, limit = offset_of(arguments.text("cursor")), arguments.number("limit")
    query = dataclasses.replace(_query(arguments), skip=skip, limit=limit + 1)
    hits = room.articles.search(arguments.text("q") or "", query)
    kept = room.articles.read(hit.url for hit in hits[:limit])
    data = [
        HIT.of(kept[hit.url].article, **_times(kept[hit.url]), score=hit.score, snippet=hit.snippet)
        for hit in hits[:limit]
        if hit.url in kept
    ]
    return ResultPage(data, str(skip + limit) if len(hits) > limit else None)


def history(room: Newsroom, arguments: Arguments) -> ResultPage:
    """An address over time: every version of its page, and how the article on it read."""
    found = room.pages.history(arguments.text("url") or "")
    if found is None:
        raise ApiError(404, "nothing is known about this address", "GET /v1/articles lists the addresses that are.")
    readings = {revision.digest: revision.article for revision in found.revisions}
    kept = {version.digest for version in found.versions}
    entries = [
        HistoryEntry(
            seen_at=version.first_seen,
            last_seen=version.last_seen,
            digest=version.digest,
            size=version.size,
            **_reading(readings.get(version.digest)),
        )
        for version in found.versions
    ]
    entries += [
        HistoryEntry(
            seen_at=revision.seen_at, last_seen=None, digest=revision.digest, size=None, **_reading(revision.article)
        )
        for revision in found.revisions
        if revision.digest not in kept
    ]
    ordered = sorted(entries, key=lambda entry: entry.seen_at)
    return page_by_offset(ordered, arguments, HISTORY.of)


def _query(arguments: Arguments) -> ArticleQuery:
    return ArticleQuery(**{one.field: arguments.value(one.parameter) for one in article_filters()})


def _times(kept: StoredArticle) -> dict[str, Any]:
    return {"id": _id(kept), "first_seen": kept.first_seen, "changed_at": kept.changed_at}


def _id(kept: StoredArticle) -> str:
    return article_id(kept.article.url or "")


def _reading(article: Article | None) -> dict[str, str | None]:
    return {"title": article.title if article else None, "text": article.text if article else None}
