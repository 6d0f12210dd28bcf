"""Articles as the newsroom stores them: with their edits, as they read now, and which of them are asked for."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final, get_type_hints

from newsloom.records.articles import Article

__all__ = ["ArticleQuery", "Filter", "Revision", "StoredArticle", "article_filters", "told_when"]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """One way to choose articles: a field of ``ArticleQuery``, and how it is asked for from outside.

    ``parameter`` is its name on the command line and in HTTP, ``kind`` the type of its value: ``str`` or ``datetime``.
    Longer values than ``most_characters`` are refused by HTTP.
    """

    field: str
    parameter: str
    kind: type
    help: str
    metavar: str
    most_characters: int


def _filter(help_text: str, metavar: str, parameter: str | None = None, *, most: int = 2000) -> dict[str, Any]:
    return {"help": help_text, "metavar": metavar, "parameter": parameter, "most": most}


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleQuery:
    """Which stored articles. All filters that are given must hold; ``article_filters`` lists them.

    A site is named by any of its hosts. ``after`` is the address of the last article of the page before, ``skip`` how
    many answers of a search were shown already. ``order`` is "latest" (first seen last), "earliest", or "changed" (by
    their last change, the oldest first); the last is taken where ``changed_after`` is given and no order.
    """

    source_url: str | None = field(
        default=None, metadata=_filter("Only what was found on this source.", "URL", "source")
    )
    site: str | None = field(default=None, metadata=_filter("Only articles of this paper.", "HOST", most=300))
    section: str | None = field(default=None, metadata=_filter("Only articles of this section.", "NAME", most=200))
    language: str | None = field(default=None, metadata=_filter("Only articles in this language.", "CODE", most=20))
    since: datetime | None = field(default=None, metadata=_filter("Only what was first seen from then on.", "TIME"))
    until: datetime | None = field(default=None, metadata=_filter("Only what was first seen before then.", "TIME"))
    changed_after: datetime | None = field(default=None, metadata=_filter("Only what changed after then.", "TIME"))
    order: str | None = None
    after: str | None = None
    skip: int = 0
    limit: int = 30


def article_filters() -> tuple[Filter, ...]:
    """The filters of ``ArticleQuery``, in the order of its fields; command line and HTTP offer these."""
    kinds = get_type_hints(ArticleQuery)
    return tuple(
        Filter(
            field=one.name,
            parameter=one.metadata["parameter"] or one.name,
            kind=datetime if datetime in kinds[one.name].__args__ else str,
            help=one.metadata["help"],
            metavar=one.metadata["metavar"],
            most_characters=one.metadata["most"],
        )
        for one in dataclasses.fields(ArticleQuery)
        if one.metadata
    )
