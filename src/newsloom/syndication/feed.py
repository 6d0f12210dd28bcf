"""The records of syndication: a feed, and the entries it holds, before they are written in any format."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from newsloom.records import Image

__all__ = ["Entry", "Feed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing to read. ``id`` is a URI that never moves; ``html`` is safe markup, everything else plain text.

    ``updated`` is when something new was last said; ``published`` is as the paper gave it, or None. ``paper`` is
    whose it is.
    """

    id: str
    url: str
    title: str
    updated: datetime
    html: str = ""
    summary: str | None = None
    published: datetime | None = None
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    language: str | None = None
    paper: str | None = None
    image: Image | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """A list of entries, the latest first; ``home`` is the page it belongs to, ``url`` its own address."""

    id: str
    url: str
    home: str
    title: str
    updated: datetime
    description: str = ""
    language: str | None = None
    entries: tuple[Entry, ...] = ()
