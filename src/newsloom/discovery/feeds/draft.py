"""What the readers of the dialects find in a feed, as it is written there.

RSS, Atom and JSON Feed each fill a ``Draft`` of strings; ``settling`` makes a ``Feed`` of any of them. Nothing is
cleaned, resolved or judged here: where a feed says a thing in several places, all are kept, the most trusted first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

__all__ = ["MAX_ENTRIES", "Draft", "Entry", "Picture", "Wording"]

MAX_ENTRIES: Final = 1_000
"""Stories read of one feed: the first ones, which are the newest. Newspapers list 10 to 200; news sitemaps, whose
protocol sets a limit, 1,000. Feeds with more are archives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A headline or a text; ``is_markup`` False where the feed says that angle brackets in it mean themselves."""

    raw: str
    is_markup: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture of an entry; ``rank`` puts the better kind first, ``width`` the larger of one kind."""

    address: str
    rank: int
    width: int = 0
    caption: str | None = None
    credit: str | None = None


@dataclass(slots=True, kw_only=True)
class Entry:
    """One story as the feed has it; ``base`` is what its relative addresses are relative to."""

    base: str
    addresses: list[str] = field(default_factory=list)
    titles: list[Wording] = field(default_factory=list)
    texts: list[Wording] = field(default_factory=list)
    creators: list[str] = field(default_factory=list)
    published: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    guid: str | None = None


@dataclass(slots=True, kw_only=True)
class Draft:
    """A whole feed; ``dialect`` is its name and version, ``interval_seconds`` how often it says it changes."""

    dialect: str
    base: str
    title: Wording | None = None
    description: Wording | None = None
    language: str | None = None
    homes: list[str] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    creators: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    interval_seconds: int | None = None
    hub: str | None = None
    topic: str | None = None
    entries: list[Entry] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
