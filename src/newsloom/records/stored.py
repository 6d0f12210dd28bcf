"""Articles as the newsroom stores them: with their edits, and as they read now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from newsloom.records.articles import Article

__all__ = ["Revision", "StoredArticle", "told_when"]

# Clocks differ a little. A time that is further ahead of when the article was seen is in the wrong zone.
_CLOCK_ERROR: Final = timedelta(minutes=10)
_ANNOUNCERS: Final = frozenset({"feed", "sitemap", "link"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """An article as it read from ``seen_at`` on; ``digest`` names the page version it was read from."""

    article: Article
    seen_at: datetime
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredArticle:
    """An article as it reads now; ``first_seen`` is when it came, ``changed_at`` since when it reads so."""

    article: Article
    first_seen: datetime
    changed_at: datetime

    @property
    def told_at(self) -> datetime:
        """When the paper told it, as far as that is known; ``told_when`` says from what."""
        return told_when(self.article, self.first_seen)[0]


def told_when(article: Article, seen_at: datetime) -> tuple[datetime, str]:
    """When a paper told an article that was first seen at a time, and who says so.

    "page" and "feed" gave the time; of a "day" alone its end counts, if it was not seen before that; where nobody says
    anything it is "seen". What is not exact is the latest that it can have been.
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
