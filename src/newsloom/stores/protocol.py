"""The door to stores: what a warehouse must offer, as a handful of small roles.

A ``Store`` gives out a ``Shift``: the roles, opened together by one ``with`` block that is the transaction. What is
written in it is there for everyone when the block ends, and not at all if it raises. Writes are idempotent: identity is
the normalised address, or the digest of the body, so running twice changes nothing. All times are aware and handed in:
a store never looks at a clock. A thread has one shift open at a time: a shift inside a shift is refused.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from newsloom.records import Appointment, Article, Failure, Fetch, Link, Page, Revision, Run, Source, Version

__all__ = ["Articles", "Diary", "Links", "Pages", "Schedule", "Shift", "Sources", "Store"]


class Sources(Protocol):
    """The places that are followed."""

    def add(self, source: Source, /) -> bool:
        """Follow it, due at once (``added_at``); False if it was followed already, and then its facts are renewed.

        A fact that is None says nothing and changes nothing.
        """
        ...

    def get(self, url: str, /) -> Source | None: ...

    def all(self) -> tuple[Source, ...]:
        """By home, then by address."""
        ...

    def remove(self, url: str, /) -> bool:
        """Follow it no more; what was gathered from it stays."""
        ...


class Schedule(Protocol):
    """Who fetches which source, and when."""

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Appointment, ...]:
        """Up to ``limit`` due sources, the longest due first, leased to the owner; nobody else gets them until then."""
        ...

    def settle(self, appointment: Appointment, /) -> bool:
        """Write the next appointment and give the lease back; False, and nothing written, if the lease was lost.

        The owner and the end of the lease must be those that ``claim`` gave.
        """
        ...

    def get(self, url: str, /) -> Appointment | None: ...

    def all(self) -> tuple[Appointment, ...]:
        """By the time they are due."""
        ...


class Pages(Protocol):
    """Every version of every page, with its time."""

    def keep(self, page: Page, /) -> Version:
        """The version this is: a new one, or the latest one, seen again."""
        ...

    def see_again(self, url: str, at: datetime, /) -> Version | None:
        """The server said that nothing changed: the latest version lasts until ``at``."""
        ...

    def at(self, url: str, time: datetime | None = None, /) -> Page | None:
        """The page byte for byte as it was known at that time, or as it is known now; ``fetched_at`` is when first."""
        ...

    def versions(self, url: str, /) -> tuple[Version, ...]:
        """In order of time."""
        ...

    def body(self, digest: str, /) -> bytes | None: ...

    def log(self, fetch: Fetch, /) -> None:
        """Keep the record of one request."""
        ...

    def last_fetch(self, url: str, /) -> Fetch | None:
        """The latest request to this address that brought or confirmed a version, with its validators."""
        ...


class Links(Protocol):
    """What stood where and when; and which of it is still to be fetched."""

    def sight(self, source_url: str, links: tuple[Link, ...], at: datetime, /) -> tuple[Link, ...]:
        """These stand there now, and nothing else: the ones never seen anywhere before come back, and wait.

        Of links with one address the first counts. They come back under the name of the source.
        """
        ...

    def on(self, source_url: str, at: datetime, /) -> tuple[Link, ...]:
        """What stood there at a time, in its order then."""
        ...

    def between(
        self, source_url: str, since: datetime, until: datetime, /
    ) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
        """What stands there at the later time only, and what stood there at the earlier only."""
        ...

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Link, ...]:
        """Up to ``limit`` waiting links, the longest due first, leased to the owner."""
        ...

    def settle(self, owner: str, url: str, retry_at: datetime | None = None, /) -> bool:
        """It was fetched, or given up; with ``retry_at`` it waits again until then. False if the lease was lost."""
        ...

    def waiting(self) -> int:
        """How many are still to be fetched."""
        ...


class Articles(Protocol):
    """Stories with their edit history; ``url`` is their identity."""

    def keep(self, revision: Revision, /) -> bool:
        """True if the article is new or reads otherwise than it did at the time."""
        ...

    def get(self, url: str, at: datetime | None = None, /) -> Article | None:
        """As it read at a time, or as it reads now."""
        ...

    def revisions(self, url: str, /) -> tuple[Revision, ...]:
        """In order of time."""
        ...

    def find(
        self,
        *,
        source_url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> tuple[Article, ...]:
        """As they read now, in the order in which they were first seen; ``since`` (from) and ``until`` (before) are
        about that time. Those behind the article with the address ``after`` only; an unknown one raises.

        An article belongs to the sources on which its address was sighted, or one that led to its page.
        """
        ...

    def count(self) -> int: ...


class Diary(Protocol):
    """What happened: runs, and what went wrong in them."""

    def keep_run(self, run: Run, /) -> None:
        """Write it, or write it anew."""
        ...

    def runs(self, limit: int = 20) -> tuple[Run, ...]:
        """The latest first."""
        ...

    def keep_failure(self, failure: Failure, /) -> None: ...

    def failures(self, limit: int = 100, *, url: str | None = None) -> tuple[Failure, ...]:
        """The latest first."""
        ...


class Shift(Protocol):
    """The roles of a store within one transaction."""

    @property
    def sources(self) -> Sources: ...
    @property
    def schedule(self) -> Schedule: ...
    @property
    def pages(self) -> Pages: ...
    @property
    def links(self) -> Links: ...
    @property
    def articles(self) -> Articles: ...
    @property
    def diary(self) -> Diary: ...


class Store(Protocol):
    """A warehouse: ``begin`` opens a transaction for writing, ``look`` one that only reads."""

    def begin(self) -> AbstractContextManager[Shift]: ...

    def look(self) -> AbstractContextManager[Shift]: ...

    def close(self) -> None: ...
