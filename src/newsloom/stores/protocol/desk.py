"""What the desk makes of articles: stories, topics and checkpoints; also the templates of sites."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from newsloom.records import Coverage, Drift, SiteSegments, SiteTemplate, StoryQuery, Topic

__all__ = ["Checkpoints", "SegmentTables", "Stories", "Templates", "Topics"]


class Stories(Protocol):
    """Stories with their reports. An article is a report of at most one story at a time."""

    def keep(self, coverage: Coverage, /) -> bool:
        """Insert or replace a story. False if nothing changed. Reports that belonged to another story move to this one.

        Reports are kept in order of arrival. A story that had been merged becomes independent again.
        """
        ...

    def merge(self, story_id: str, into: str, at: datetime, /) -> None:
        """Merge a story into another: its id now leads there, and its reports move there.

        Raises ``StoreError`` if either is unknown, or if the other is the story itself or was merged into it.
        """
        ...

    def get(self, story_id: str, /) -> Coverage | None:
        """The story, or the one it was merged into."""
        ...

    def of(self, url: str, /) -> Coverage | None:
        """The story that an article is a report of."""
        ...

    def find(self, query: StoryQuery, /) -> tuple[Coverage, ...]:
        """Stories in the order that the query asks for, except merged and empty ones.

        Raises for an unknown ``after`` or order.
        """
        ...

    def count(self) -> int: ...


class Topics(Protocol):
    """What months of news are about. All topics are replaced together."""

    def replace(self, topics: tuple[Topic, ...], /) -> None:
        """Replace all topics. If it raises, nothing has changed."""
        ...

    def get(self, topic_id: str, /) -> Topic | None: ...

    def all(self) -> tuple[Topic, ...]:
        """All topics, largest first, without their members."""
        ...

    def of(self, url: str, /) -> Topic | None:
        """The topic that an article belongs to, without its members."""
        ...


class Checkpoints(Protocol):
    """Checkpoints of continuous work: how far it has come, and who holds the lease on it."""

    def read(self, name: str, /) -> str | None: ...

    def write(self, name: str, note: str, /) -> None: ...

    def claim(self, name: str, owner: str, now: datetime, lease_seconds: float, /) -> bool:
        """Take the lease on the work, unless another owner holds it. True if the owner now holds it."""
        ...

    def release(self, name: str, owner: str, /) -> None:
        """Release the lease, if the owner still holds it."""
        ...


class Templates(Protocol):
    """Templates by site, each valid until its successor's start time, and drift alarms."""

    def keep(self, template: SiteTemplate, /) -> None:
        """Insert a template, or replace the one with the same site and number."""
        ...

    def at(self, site: str, time: datetime | None = None, /) -> tuple[SiteTemplate, ...]:
        """Templates valid at a time, or now, the one with the most pages first."""
        ...

    def history(self, site: str, /) -> tuple[SiteTemplate, ...]:
        """All templates the site ever had, ordered by when they became valid."""
        ...

    def sites(self) -> tuple[str, ...]: ...

    def keep_drift(self, drift: Drift, /) -> None:
        """Insert an alarm, or replace the one with the same site and ``since``."""
        ...

    def drifts(self, *, site: str | None = None, limit: int = 100) -> tuple[Drift, ...]:
        """Alarms, latest first."""
        ...


class SegmentTables(Protocol):
    """The text segment table of each site."""

    def keep(self, table: SiteSegments, /) -> None:
        """Insert the table, or replace the site's current one."""
        ...

    def get(self, site: str, /) -> SiteSegments | None: ...
