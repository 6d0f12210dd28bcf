"""Reads the pages stored in a newsroom: all versions of its articles' pages, by the day the article was first seen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from newsloom.errors import InputError
from newsloom.pipeline.bulk.entries import RowEntry
from newsloom.pipeline.export import stored_articles
from newsloom.records import ArticleQuery
from newsloom.stores import open_store
from newsloom.stores.protocol import Store

__all__ = ["SQLITE_MAGIC", "archive_days", "is_newsroom", "pages_of_day"]

SQLITE_MAGIC: Final = b"SQLite format 3\0"


def is_newsroom(address: str) -> bool:
    """Whether this is the address of a newsroom on a server."""
    return address.startswith(("postgresql://", "postgres://"))


def archive_days(newsroom: str) -> list[tuple[date, str]]:
    """The days from the first to the last on which articles were first seen, each with a stamp of its contents."""
    store = open_store(newsroom)
    try:
        first, last = _seen(store, "earliest"), _seen(store, "latest")
    finally:
        store.close()
    if first is None or last is None:
        return []
    days = [first.date() + timedelta(days=number) for number in range((last.date() - first.date()).days + 1)]
    # The last day may still grow.
    return [(day, last.isoformat() if day == last.date() else "") for day in days]


def pages_of_day(newsroom: str, day: date) -> Iterator[RowEntry]:
    """Every version of the pages of articles that were first seen on a day, with the title of the link to each."""
    begin = datetime.combine(day, time(), UTC)
    store = open_store(newsroom)
    try:
        for article in stored_articles(store, ArticleQuery(since=begin, until=begin + timedelta(days=1))):
            yield from _versions(store, article.url or "")
    finally:
        store.close()


def _versions(store: Store, url: str) -> Iterator[RowEntry]:
    with store.read() as transaction:
        link = transaction.links.get(url)
        versions = transaction.pages.versions(url)
        pages = [page for version in versions if (page := transaction.pages.at(url, version.first_seen))]
    for number, page in enumerate(pages, start=1):
        yield RowEntry(
            name=f"{url} version {number}",
            content=page.body,
            url=url,
            title=link[0].title if link else None,
            fetched_at=page.fetched_at,
        )


def _seen(store: Store, order: str) -> datetime | None:
    with store.read() as transaction:
        found = transaction.articles.find(ArticleQuery(order=order, limit=1))
        if not found:
            return None
        url = found[0].url or ""
        times = transaction.lookups.times([url]).get(url)
    if times is None:
        raise InputError(url, "the newsroom has no time for this article")
    return times[0].astimezone(UTC)
