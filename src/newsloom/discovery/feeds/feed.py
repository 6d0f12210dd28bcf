"""The record of a feed: what it says of itself, and the stories it names."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from newsloom.records import Link

__all__ = ["Feed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """A feed as it was at one time; ``links`` are its stories in its order, each once.

    ``category`` is what the paper calls the news in it, ``home`` the page it belongs to. ``interval_seconds`` is how
    often it says it changes; ``hub`` is where changes are announced (WebSub), for what is called ``topic`` there.
    ``faults`` says in words what was wrong with it and forgiven.
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
