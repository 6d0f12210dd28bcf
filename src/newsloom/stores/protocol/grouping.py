"""What many papers tell together: stories, topics, and how far the desk has read."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from newsloom.records import Coverage, StoryQuery, Topic

__all__ = ["Marks", "Stories", "Topics"]


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


class Marks(Protocol):
    """Notes of work that goes on for ever: how far it has come, and who does it now."""

    def read(self, name: str, /) -> str | None: ...

    def write(self, name: str, note: str, /) -> None: ...

    def claim(self, name: str, owner: str, now: datetime, lease_seconds: float, /) -> bool:
        """Whether the work is the owner's until the lease ends: nobody else has it, or their lease has ended."""
        ...

    def release(self, name: str, owner: str, /) -> None:
        """Give the work back, if it is still the owner's."""
        ...
