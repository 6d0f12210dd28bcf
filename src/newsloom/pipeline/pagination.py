"""Pagination of long lists: returns the entries of a query that follow a cursor, in one transaction.

A list in order of change moves while it is read: the last entry listed may have changed since and moved further back.
So a cursor also has the time of that entry's last change. No entry is skipped; some may be listed twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from newsloom.records import ArticleQuery, Coverage, StoredArticle, StoryQuery
from newsloom.stores.protocol import Store, Transaction
from newsloom.timestamps import TICK

__all__ = ["Cursor", "articles_from", "stories_from"]


@dataclass(frozen=True, slots=True)
class Cursor:
    """The id of the last entry that was listed, with its ``changed_at`` if the list is in order of change."""

    id: str
    changed_at: datetime | None = None

    def just_before(self) -> datetime | None:
        """The time up to which all changes are certain to have been listed."""
        return None if self.changed_at is None else self.changed_at - TICK


def articles_from(store: Store, query: ArticleQuery, cursor: Cursor | None) -> tuple[StoredArticle, ...] | None:
    """The articles of a query with their times, from the cursor on. None if the cursor's article is gone."""
    with store.read() as transaction:
        continued = query if cursor is None else _articles_behind(transaction, query, cursor)
        if continued is None:
            return None
        found = transaction.articles.find(continued)
        seen = transaction.lookups.summaries(article.url or "" for article in found)
    return tuple(replace(seen[article.url or ""], article=article) for article in found)


def stories_from(store: Store, query: StoryQuery, cursor: Cursor | None) -> tuple[Coverage, ...] | None:
    """The stories of a query from the cursor on. None if the cursor's story is gone."""
    with store.read() as transaction:
        continued = query if cursor is None else _stories_behind(transaction, query, cursor)
        return None if continued is None else transaction.stories.find(continued)


def _articles_behind(transaction: Transaction, query: ArticleQuery, cursor: Cursor) -> ArticleQuery | None:
    last = transaction.articles.by_id(cursor.id)
    if last is None or last.url is None:
        return None
    _, changed_at = transaction.lookups.times([last.url])[last.url]
    if query.changed_after is None or cursor.changed_at in (None, changed_at):
        return replace(query, after=last.url)
    return replace(query, changed_after=cursor.just_before())


def _stories_behind(transaction: Transaction, query: StoryQuery, cursor: Cursor) -> StoryQuery | None:
    last = transaction.stories.get(cursor.id)
    if last is None:
        return None
    if cursor.changed_at is None or (last.id, last.changed_at) == (cursor.id, cursor.changed_at):
        return replace(query, after=cursor.id)
    return replace(query, changed_after=cursor.just_before())
