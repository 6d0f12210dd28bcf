"""Articles, searches and histories for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from newsloom.newsroom import Newsroom, article_id
from newsloom.portal.api.cursors import Place, offset_of, place_of, unknown_cursor
from newsloom.portal.api.faults import Fault
from newsloom.portal.api.parameters import Asked
from newsloom.portal.api.resource import HistoryEntry, Listed
from newsloom.portal.api.shapes import Shape
from newsloom.records import Article, ArticleQuery

__all__ = ["ARTICLE", "HISTORY", "HIT", "article_named", "articles", "history", "search"]

Asking = Callable[[str], datetime | None]

_SEEN: Final = {"id": str, "first_seen": datetime | None, "changed_at": datetime | None}
ARTICLE: Final = Shape(name="ArticleEntry", record=Article, more=_SEEN)
HIT: Final = Shape(name="SearchHit", record=Article, more={**_SEEN, "score": float, "snippet": str})
HISTORY: Final = Shape(name="HistoryEntry", record=HistoryEntry)


def articles(room: Newsroom, asked: Asked) -> Listed:
    """The latest first seen first; with ``changed_after`` in the order of their last change."""
    query, limit = _query(asked), asked.number("limit")
    place = place_of(asked.text("cursor"))
    # All in one look: nothing may change between finding the place and going on from it.
    with room.store.read() as transaction:
        if place is not None:
            last = transaction.articles.named(place.id)
            query = _continued(query, place, last, transaction.articles.changed_at(last.url or "") if last else None)
        found = transaction.articles.latest(dataclasses.replace(query, limit=limit + 1))
        times = [
            _times(article, transaction.articles.first_seen, transaction.articles.changed_at)
            for article in found[:limit]
        ]
    data = [ARTICLE.of(article, **seen) for article, seen in zip(found[:limit], times, strict=True)]
    if len(found) <= limit:
        return Listed(data)
    changed_at = times[-1]["changed_at"] if query.changed_after else None
    return Listed(data, str(Place(times[-1]["id"], changed_at)))


def article_named(room: Newsroom, asked: Asked) -> dict[str, Any] | None:
    """One article by its public id."""
    with room.store.read() as transaction:
        article = transaction.articles.named(asked.text("id") or "")
        if article is None:
            return None
        return ARTICLE.of(article, **_times(article, transaction.articles.first_seen, transaction.articles.changed_at))


def search(room: Newsroom, asked: Asked) -> Listed:
    """The articles that hold the words, the best answers first."""
    skip, limit = offset_of(asked.text("cursor")), asked.number("limit")
    query = dataclasses.replace(_query(asked), skip=skip, limit=limit + 1)
    data = []
    with room.store.read() as transaction:
        hits = transaction.articles.search(asked.text("q") or "", query)
        for hit in hits[:limit]:
            article = transaction.articles.get(hit.url)
            if article is not None:
                seen = _times(article, transaction.articles.first_seen, transaction.articles.changed_at)
                data.append(HIT.of(article, **seen, score=hit.score, snippet=hit.snippet))
    return Listed(data, str(skip + limit) if len(hits) > limit else None)


def history(room: Newsroom, asked: Asked) -> Listed:
    """An address over time: every version of its page, and how the article on it read."""
    skip, limit = offset_of(asked.text("cursor")), asked.number("limit")
    found = room.history(asked.text("url") or "")
    if found is None:
        raise Fault(404, "nothing is known of this address", "GET /v1/articles lists the addresses that are.")
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
    page = ordered[skip : skip + limit]
    return Listed([HISTORY.of(entry) for entry in page], str(skip + limit) if len(ordered) > skip + limit else None)


def _query(asked: Asked) -> ArticleQuery:
    return ArticleQuery(
        source_url=asked.text("source"),
        site=asked.text("site"),
        section=asked.text("section"),
        language=asked.text("language"),
        since=asked.moment("since"),
        until=asked.moment("until"),
        changed_after=asked.moment("changed_after"),
    )


def _continued(query: ArticleQuery, place: Place, last: Article | None, changed_at: datetime | None) -> ArticleQuery:
    if last is None:
        raise unknown_cursor()
    if query.changed_after is None or place.changed_at in (None, changed_at):
        return dataclasses.replace(query, after=last.url)
    return dataclasses.replace(query, changed_after=place.just_before())


def _times(article: Article, first_seen: Asking, changed_at: Asking) -> dict[str, Any]:
    url = article.url or ""
    return {"id": article_id(url), "first_seen": first_seen(url), "changed_at": changed_at(url)}


def _reading(article: Article | None) -> dict[str, str | None]:
    return {"title": article.title if article else None, "text": article.text if article else None}
