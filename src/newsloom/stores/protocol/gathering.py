"""Gathering: what is followed, when it is due, what was on the page, what was fetched, and what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from newsloom.records import (
    Appointment,
    Article,
    Damage,
    Failure,
    Fetch,
    Item,
    ItemPages,
    Link,
    Page,
    Resource,
    Run,
    Source,
    StoredItem,
    Version,
)

__all__ = ["Damages", "Drawings", "Items", "Links", "Pages", "Removals", "RunLog", "Schedule", "Sources"]


class Sources(Protocol):
    """The places that are followed."""

    def add(self, source: Source, /) -> bool:
        """Follow a source, due at once (``added_at``). If it was followed already, update its facts and return False.

        A fact that is None is unknown and changes nothing.
        """
        ...

    def get(self, url: str, /) -> Source | None: ...

    def all(self) -> tuple[Source, ...]:
        """All sources, ordered by home, then by address."""
        ...

    def remove(self, url: str, /) -> bool:
        """Stop following a source. What was gathered from it stays."""
        ...


class Schedule(Protocol):
    """Which worker fetches which source, and when."""

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Appointment, ...]:
        """Lease up to ``limit`` due sources to the owner, the longest due first.

        A time that only a wrong clock can have written is ignored, and the source is due now: a lease of more than a
        day, a check in the future, a due time more than 30 days ahead (one day if the source is new or has failed).
        """
        ...

    def settle(self, appointment: Appointment, /) -> bool:
        """Write the next appointment and release the lease. If the lease was lost, writes nothing and returns False.

        The owner and the end of the lease must be the ones that ``claim`` returned.
        """
        ...

    def advance(self, urls: Iterable[str], due_at: datetime, /) -> None:
        """Make these sources due at that time, unless they are due earlier."""
        ...

    def get(self, url: str, /) -> Appointment | None: ...

    def all(self) -> tuple[Appointment, ...]:
        """All appointments, ordered by when they are due."""
        ...


class Links(Protocol):
    """Which links were on which source and when, and which of them are still to be fetched."""

    def sight(
        self, source_url: str, links: tuple[Link, ...], at: datetime, /, *, passed_over: frozenset[str] = frozenset()
    ) -> tuple[Link, ...]:
        """Record that exactly these links are on the source now. Links never seen on any source wait, and are returned.

        Addresses in ``passed_over`` count as seen: they do not wait and are not returned. Of several links with the
        same address only the first counts. The returned links carry the name of the source.
        """
        ...

    def on(self, source_url: str, at: datetime, /) -> tuple[Link, ...]:
        """The links on the source at a time, in the order they had then."""
        ...

    def between(
        self, source_url: str, since: datetime, until: datetime, /
    ) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
        """The links there only at the later time, and those there only at the earlier time."""
        ...

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Link, ...]:
        """Lease up to ``limit`` waiting links to the owner, the longest due first.

        As with sources, a link that is due in more than three days, or leased for more than one, is due now.
        """
        ...

    def settle(self, owner: str, url: str, retry_at: datetime | None = None, /) -> bool:
        """Mark it as fetched or given up; with ``retry_at`` it waits again until then. False if the lease was lost."""
        ...

    def waiting(self) -> int:
        """How many links are still to be fetched."""
        ...

    def get(self, url: str, /) -> tuple[Link, datetime | None] | None:
        """The link as it was first sighted, and when it is due. None if it was never sighted."""
        ...


class Items(Protocol):
    """The news items seen on front pages. Each is kept once per page, identified by its text and address.

    Items that lead to a page that turned out to list other pages are never returned.
    """

    def keep(self, page_url: str, items: Sequence[Item], at: datetime, /) -> int:
        """Record the items on the page now, except those that lead to taken-down pages. Returns how many are new."""
        ...

    def all(self, limit: int = 500, *, after: int = 0) -> tuple[StoredItem, ...]:
        """Items in order of arrival. ``after`` is the number of the last item of the previous batch."""
        ...

    def latest(self, limit: int, /) -> tuple[StoredItem, ...]:
        """The items that arrived last, latest first."""
        ...

    def leading_to(self, urls: Sequence[str], /) -> dict[str, Item]:
        """For each address, the latest item that leads there."""
        ...

    def pages(self) -> ItemPages:
        """How much space the pages take that items were read from."""
        ...

    def note_listing(self, url: str, at: datetime, /) -> None:
        """Note that the page at an address lists other pages: a section, a series, a tag."""
        ...

    def listings(self, urls: Sequence[str], /) -> frozenset[str]:
        """The addresses whose pages are known to list other pages."""
        ...


class Pages(Protocol):
    """Every version of every page, with its time."""

    def keep(self, page: Page, /) -> Version:
        """Store a page. Returns its version: a new one, or the latest one if nothing changed."""
        ...

    def see_again(self, url: str, at: datetime, /) -> Version | None:
        """Record that the server reported no change, so that the latest version lasts until ``at``."""
        ...

    def at(self, url: str, time: datetime | None = None, /) -> Page | None:
        """The page, byte for byte, as it was known at that time, or now. ``fetched_at`` is when it was first seen."""
        ...

    def versions(self, url: str, /) -> tuple[Version, ...]:
        """All versions, in order of time."""
        ...

    def body(self, digest: str, /) -> bytes | None:
        """The bytes with that digest. None, as for every page here, if they are not kept or are damaged."""
        ...

    def log(self, fetch: Fetch, /) -> None:
        """Keep the record of one request."""
        ...

    def last_fetch(self, url: str, /) -> Fetch | None:
        """The latest request to this address that fetched or confirmed a version, with its validators."""
        ...


class Drawings(Protocol):
    """The files that pages were rendered with. ``Pages.keep`` stores them with a page that has a drawing."""

    def resources(self, digest: str, /) -> tuple[Resource, ...]:
        """The files of the drawing with that digest, by address. With them the page can be rendered again offline."""
        ...


class Removals(Protocol):
    """Permanent removal from the warehouse."""

    def take_down(self, url: str, at: datetime, /) -> bool:
        """Remove an address and those redirecting to it for good. False if nothing of it was stored.

        They are never stored again. What sources said about them is blanked; what front pages printed stays in their
        own pages.
        """
        ...

    def taken_down(self, urls: Iterable[str], /) -> frozenset[str]:
        """The addresses that were taken down."""
        ...

    def remove(self, url: str, /) -> bool:
        """Remove the article, every version of its page, its marks, and its place in stories and topics."""
        ...

    def old_articles(self, before: datetime, limit: int, /) -> tuple[str, ...]:
        """Articles that were first seen and last changed before then, oldest first."""
        ...

    def prune(self, before: datetime, limit: int, /) -> int:
        """Drop at most ``limit`` versions last seen before then, never the latest of a page. Returns how many."""
        ...


class RunLog(Protocol):
    """Runs, and what went wrong in them."""

    def keep_run(self, run: Run, /) -> None:
        """Insert or replace a run."""
        ...

    def runs(self, limit: int = 20) -> tuple[Run, ...]:
        """Runs, latest first."""
        ...

    def keep_failure(self, failure: Failure, /) -> None: ...

    def failures(self, limit: int = 100, *, url: str | None = None) -> tuple[Failure, ...]:
        """Failures, latest first."""
        ...

    def unresolved(
        self, limit: int = 100, *, stage: str | None = None, after: str | None = None
    ) -> tuple[Failure, ...]:
        """The last failure of each address whose page has not been fetched since, ordered by address number.

        A "not modified" answer resolves a failure to fetch, but not a failure to read. ``after`` is the last address of
        the previous batch.
        """
        ...

    def resolve(self, url: str, stage: str, /) -> None:
        """Remove the failures of an address at a stage, after its stored page has been read."""
        ...


class Damages(Protocol):
    """Articles and pages whose bytes were found damaged. Every other query skips them."""

    def all(self, limit: int = 100, *, after: int = 0) -> tuple[Damage, ...]:
        """Damages in the order they were found. ``after`` is the number of the last one of the previous batch."""
        ...

    def count(self) -> int: ...

    def check_articles(self, after: int, limit: int, /) -> int | None:
        """Check up to ``limit`` articles after a number, and note damage. Returns the last number, None at the end."""
        ...

    def check_pages(self, after: str, limit: int, /) -> str | None:
        """Check up to ``limit`` pages after a digest, and note damage. Returns the last digest, None at the end."""
        ...

    def page(self, damage: Damage, /) -> Page | None:
        """The damaged page, if it can be read by now, or the page that a damaged article was read from."""
        ...

    def mend(self, damage: Damage, article: Article | None = None, /) -> None:
        """Clear the damage. The article, if given, replaces the damaged one."""
        ...
