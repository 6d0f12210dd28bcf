"""What the desk makes of articles: stories, topics, checkpoints; and the templates of sites."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from newsloom.records import Coverage, Drift, SiteSegments, SiteTemplate, StoryQuery, Topic

__all__ = ["Checkpoints", "SegmentTables", "Stories", "Templates", "Topics"]


class Stories(Protocol):
    """Stories with their reports; an article is a report of one story at a time."""

    def keep(self, coverage: Coverage, /) -> bool:
        """Write it, or write it anew; False if nothing changed. A report that another story had is taken from it.

        Reports are kept in order of arrival. A story that was a part of another is one of its own again.
        """
        ...

    def merge(self, story_id: str, into: str, at: datetime, /) -> None:
        """The story is part of another from now on: its id leads there, its reports are the other's.

        Raises ``StoreError`` if either is unknown, or the other is a part of the story itself.
        """
        ...

    def get(self, story_id: str, /) -> Coverage | None:
        """The story, or the one that it became a part of."""
        ...

    def of(self, url: str, /) -> Coverage | None:
        """The story that an article is a report of."""
        ...

    def find(self, query: StoryQuery, /) -> tuple[Coverage, ...]:
        """In the order that the query asks for; merged and empty ones never. An unknown ``after`` or order raises."""
        ...

    def count(self) -> int: ...


class Topics(Protocol):
    """What months of news are about; made anew as a whole."""

    def replace(self, topics: tuple[Topic, ...], /) -> None:
        """These instead of those there were; all of them or, if it raises, none."""
        ...

    def get(self, topic_id: str, /) -> Topic | None: ...

    def all(self) -> tuple[Topic, ...]:
        """The largest first, without their members."""
        ...

    def of(self, url: str, /) -> Topic | None:
        """The topic that an article belongs to, without its members."""
        ...


class Checkpoints(Protocol):
    """Checkpoints of work that never ends: how far it has come, and who has the lease on it."""

    def read(self, name: str, /) -> str | None: ...

    def write(self, name: str, note: str, /) -> None: ...

    def claim(self, name: str, owner: str, now: datetime, lease_seconds: float, /) -> bool:
        """Whether the work is the owner's until the lease ends: nobody else has it, or their lease has ended."""
        ...

    def release(self, name: str, owner: str, /) -> None:
        """Give the work back, if it is still the owner's."""
        ...


class Templates(Protocol):
    """Templates by site, each valid from a time until its successor's; alarms beside them."""

    def keep(self, template: SiteTemplate, /) -> None:
        """Write it, or write it anew (same site and number)."""
        ...

    def at(self, site: str, time: datetime | None = None, /) -> tuple[SiteTemplate, ...]:
        """Those valid at a time, or now, the one with most pages first."""
        ...

    def history(self, site: str, /) -> tuple[SiteTemplate, ...]:
        """All there ever were, by the time from which they were valid."""
        ...

    def sites(self) -> tuple[str, ...]: ...

    def keep_drift(self, drift: Drift, /) -> None:
        """Write an alarm, or write it anew (same site and ``since``)."""
        ...

    def drifts(self, *, site: str | None = None, limit: int = 100) -> tuple[Drift, ...]:
        """The latest first."""
        ...


class SegmentTables(Protocol):
    """The text segment table of each site."""

    def keep(self, table: SiteSegments, /) -> None:
        """Write it, or write it anew (same site)."""
        ...

    def get(self, site: str, /) -> SiteSegments | None: ...
