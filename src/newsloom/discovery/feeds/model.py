"""The two forms of a feed: ``ParsedFeed`` with the strings as written, ``Feed`` with normalised values.

The parsers of RSS, Atom and JSON Feed each fill a ``ParsedFeed``; ``normalise`` turns it into a ``Feed``. If a feed has
a value in several places, the parsed form has all of them, the most trusted first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from newsloom.records import Link

__all__ = ["MAX_ENTRIES", "Feed", "ParsedEntry", "ParsedFeed", "Picture", "RawText"]

MAX_ENTRIES: Final = 1_000
"""The number of stories read from one feed: the first, which are the newest.

Newspapers list 10 to 200; the protocol of news sitemaps allows 1,000. Feeds with more are archives.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawText:
    """A headline or text. ``is_markup`` is False if the feed declares it to be plain text."""

    raw: str
    is_markup: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture of an entry. The lowest ``rank`` is best; within a rank, the widest picture."""

    address: str
    rank: int
    width: int = 0
    caption: str | None = None
    credit: str | None = None


@dataclass(slots=True, kw_only=True)
class ParsedEntry:
    """One story as written in the feed. Relative addresses are relative to ``base``."""

    base: str
    addresses: list[str] = field(default_factory=list)
    titles: list[RawText] = field(default_factory=list)
    texts: list[RawText] = field(default_factory=list)
    creators: list[str] = field(default_factory=list)
    published: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    guid: str | None = None


@dataclass(slots=True, kw_only=True)
class ParsedFeed:
    """A feed as written. ``dialect`` is its format and version; ``interval_seconds`` its declared update interval."""

    dialect: str
    base: str
    title: RawText | None = None
    description: RawText | None = None
    language: str | None = None
    homes: list[str] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    creators: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    interval_seconds: int | None = None
    hub: str | None = None
    topic: str | None = None
    entries: list[ParsedEntry] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """A feed at one time. ``links`` are its stories in order, each once.

    ``category`` is the paper's name for this kind of news, ``home`` the page that the feed belongs to.
    ``interval_seconds`` is its declared update interval. ``hub`` and ``topic`` are those of WebSub. ``faults`` lists
    what was wrong and ignored.
    """

    url: str
    dialect: str
    title: str | None = None
    description: str | None = None
    language: str | None = None
    home: str | None = None
    image: str | None = None
    category: str | None = None
    updated: datetime | None = None
    interval_seconds: int | None = None
    hub: str | None = None
    topic: str | None = None
    links: tuple[Link, ...] = ()
    faults: tuple[str, ...] = ()
