"""Articles as the newsroom keeps them: with their edits, as they read now, and which of them are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from newsloom.records.articles import Article

__all__ = ["ArticleQuery", "Clipping", "Revision"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """An article as it read from ``seen_at`` on; ``digest`` names the page version it was read from."""

    article: Article
    seen_at: datetime
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clipping:
    """An article as it reads now; ``first_seen`` is when it came, ``changed_at`` since when it reads so."""

    article: Article
    first_seen: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleQuery:
    """Which kept articles: of a source, of a site (named by any of its hosts), a section, a language; first seen from
    ``since`` and before ``until``; changed after a time. ``after`` is the address of the last article of the page
    before, ``skip`` how many answers of a search were shown already.
    """

    source_url: str | None = None
    site: str | None = None
    section: str | None = None
    language: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    changed_after: datetime | None = None
    after: str | None = None
    skip: int = 0
    limit: int = 30
