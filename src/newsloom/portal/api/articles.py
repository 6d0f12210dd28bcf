"""Articles, searches and histories for programs."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import Any, Final

from newsloom.newsroom import Newsroom
from newsloom.portal.api.cursors import Place, offset_of, place_of, unknown_cursor
from newsloom.portal.api.faults import Fault
from newsloom.portal.api.parameters import Asked
from newsloom.portal.api.resource import HistoryEntry, Listed
from newsloom.portal.api.shapes import Shape
from newsloom.records import Article, ArticleQuery
from newsloom.stores.digests import article_id

__all__ = ["ARTICLE", "HISTORY", "HIT", "article_named", "articles", "history", "search"]

_SEEN: Final = {"id": str, "first_seen": datetime | None, "changed_at": datetime | None}
ARTICLE: Final = Shape(name="ArticleEntry", record=Article, more=_SEEN)
HIT: Final = Shape(name="SearchHit", record=Article, more={**_SEEN, "score": float, "snippet": str})
HISTORY: Final = Shape(name="HistoryEntry", record=HistoryEntry)


def articles(room: Newsroom, asked: Asked) -> Listed:
    """The latest first seen first; with ``changed_after`` in the order of their last change."""
    query, limit = _query(asked), asked.number("limit")
    place = place_of(asked.text("cursor"))
    if place is not None:
        query = _continued(room, query, place)
    found = room.latest(dataclasses.replace(query, limit=limit + 1))
    shown = _with_times(room, found[:limit])
    if len(found) <= limit:
        return Listed([ARTICLE.of(article, **times) for article, times in shown])
    last = shown[-1][1]
    following = Place(last["id"], last["changed_at"] if query.changed_after else None)
    return Listed([ARTICLE.of(article, **times) for article, times in shown], str(following))


def article_named(room: Newsroom, asked: Asked) -> dict[str, Any] | None:
    """One article by its public id."""
    article = room.article_named(asked.text("id") or "")
    if article is None:
        return None
    ((found, times),) = _with_times(room, (article,))
    return ARTICLE.of(found, **times)


def search(room: Newsroom, asked: Asked) -> Listed:
    """The articles that hold the words, the best answers first."""
    skip, limit = offset_of(asked.text("cursor")), asked.number("limit")
    hits = room.search(asked.text("q") or "", dataclasses.replace(_query(asked), skip=skip, limit=limit + 1))
    with room.store.look() as shift:
        found = [(hit, shift.articles.get(hit.url)) for hit in hits[:limit]]
    told = {hit.url: hit for hit, _ in found}
    shown = _with_times(room, tuple(article for _, article in found if article is not None))
    data = [
        HIT.of(article, **times, score=told[article.url].score, snippet=told[article.url].snippet)
        for article, times in shown
        if article.url in told
    ]
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


def _continued(room: Newsroom, query: ArticleQuery, place: Place) -> ArticleQuery:
    last = room.article_named(place.id)
    if last is None or last.url is None:
        raise unknown_cursor()
    if query.changed_after is None or place.changed_at is None:
        return dataclasses.replace(query, after=last.url)
    with room.store.look() as shift:
        revisions = shift.articles.revisions(last.url)
    if revisions and revisions[-1].seen_at == place.changed_at:
        return dataclasses.replace(query, after=last.url)
    return dataclasses.replace(query, changed_after=place.just_before())


def _with_times(room: Newsroom, found: tuple[Article, ...]) -> list[tuple[Article, dict[str, Any]]]:
    shown = []
    with room.store.look() as shift:
        for article in found:
            revisions = shift.articles.revisions(article.url or "")
            times = {
                "id": article_id(article.url or ""),
                "first_seen": revisions[0].seen_at if revisions else None,
                "changed_at": revisions[-1].seen_at if revisions else None,
            }
            shown.append((article, times))
    return shown


def _reading(article: Article | None) -> dict[str, str | None]:
    return {"title": article.title if article else None, "text": article.text if article else None}
