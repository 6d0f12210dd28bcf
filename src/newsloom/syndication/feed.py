"""A feed and its entries before they are written in any format, and their ids.

Ids are name-based UUIDs (RFC 9562, 5.5): an article has the same id in every feed of every newsroom, whatever the
portal's host.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from newsloom.records import Image

__all__ = ["Entry", "PublishedFeed", "article_urn", "feed_id", "story_urn", "topic_urn"]

_OWN: Final = uuid.uuid5(uuid.NAMESPACE_OID, "newsloom")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One article, story or topic. ``id`` is a permanent URI; ``html`` is safe markup, everything else plain text.

    ``updated`` is the time of the last new content; ``published`` is the newspaper's own, or None. ``paper`` is the
    newspaper's name.
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
class PublishedFeed:
    """A list of entries, the latest first; ``home`` is the page it belongs to, ``url`` its own address."""

    id: str
    url: str
    home: str
    title: str
    updated: datetime
    description: str = ""
    language: str | None = None
    entries: tuple[Entry, ...] = ()


def article_urn(url: str) -> str:
    """The id of the article with that address."""
    return _urn(uuid.NAMESPACE_URL, url)


def story_urn(story_id: str) -> str:
    """The id of a story."""
    return _urn(_OWN, f"story {story_id}")


def topic_urn(topic_id: str) -> str:
    """The id of a topic."""
    return _urn(_OWN, f"topic {topic_id}")


def feed_id(path: str) -> str:
    """The id of a feed by its path in the portal, the same in every format."""
    return _urn(_OWN, f"feed {path}")


def _urn(space: uuid.UUID, name: str) -> str:
    # Python's own uuid5 raises on a lone surrogate.
    return uuid.uuid5(space, name.encode("utf-8", "backslashreplace").decode()).urn
