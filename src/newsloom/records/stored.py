"""Articles as the newsroom stores them: their revisions and their latest text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from newsloom.records.articles import Article

__all__ = ["Revision", "StoredArticle", "told_when"]

# Clocks differ a little. A publication time further ahead of when the article was seen is in the wrong zone.
_CLOCK_ERROR: Final = timedelta(minutes=10)
_ANNOUNCERS: Final = frozenset({"feed", "sitemap", "link"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """An article as it read from ``seen_at`` on. ``digest`` names the page version it was read from."""

    article: Article
    seen_at: datetime
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredArticle:
    """An article as it reads now, first seen at ``first_seen`` and unchanged since ``changed_at``."""

    article: Article
    first_seen: datetime
    changed_at: datetime

    @property
    def told_at(self) -> datetime:
        """When the paper published it, as far as is known. ``told_when`` also returns the source of the time."""
        return told_when(self.article, self.first_seen)[0]


def told_when(article: Article, seen_at: datetime) -> tuple[datetime, str]:
    """When a paper published an article that was first seen at ``seen_at``, and the source of that time.

    The source is "page" or "feed" if one of them gives the time. It is "day" if only a day is known: the time is then
    the end of that day, unless the article was seen earlier. Otherwise it is "seen". A time that is not exact is the
    latest possible.
    """
    published = article.published
    if published is not None and published.tzinfo is not None and published <= seen_at + _CLOCK_ERROR:
        return published, "feed" if article.provenance.get("published") in _ANNOUNCERS else "page"
    try:
        day = datetime.fromisoformat(article.date or "").replace(tzinfo=UTC)
    except ValueError:
        return seen_at, "seen"
    end = day + timedelta(days=1)
    return (end, "day") if end < seen_at else (seen_at, "seen")
