"""What is followed, when it is due, what stands there, what was fetched, and what happened."""

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
        """Up to ``limit`` due sources, the longest due first, leased to the owner; nobody else gets them until then.

        What is due, or leased until, more than a day from now was written by a clock that was wrong: it is due now.
        """
        ...

    def settle(self, appointment: Appointment, /) -> bool:
        """Write the next appointment and give the lease back; False, and nothing written, if the lease was lost.

        The owner and the end of the lease must be those that ``claim`` gave.
        """
        ...

    def advance(self, urls: Iterable[str], due_at: datetime, /) -> None:
        """These are due at that time already, if they would be later."""
        ...

    def get(self, url: str, /) -> Appointment | None: ...

    def all(self) -> tuple[Appointment, ...]:
        """By the time they are due."""
        ...


class Links(Protocol):
    """What stood where and when; and which of it is still to be fetched."""

    def sight(
        self, source_url: str, links: tuple[Link, ...], at: datetime, /, *, passed_over: frozenset[str] = frozenset()
    ) -> tuple[Link, ...]:
        """These stand there now, and nothing else: the ones never seen anywhere before come back, and wait.

        Addresses that are passed over do neither, and count as seen.

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
        """Up to ``limit`` waiting links, the longest due first, leased to the owner.

        Those due in more than three days, or leased for more than one, are due now, as for sources.
        """
        ...

    def settle(self, owner: str, url: str, retry_at: datetime | None = None, /) -> bool:
        """It was fetched, or given up; with ``retry_at`` it waits again until then. False if the lease was lost."""
        ...

    def waiting(self) -> int:
        """How many are still to be fetched."""
        ...

    def get(self, url: str, /) -> tuple[Link, datetime | None] | None:
        """The link as it was first named, and when it is due; None where it was never sighted."""
        ...


class Items(Protocol):
    """The news items that stood on front pages, each once for its page (text and address alike).

    What leads to a page that turned out to be a list of others is no item, and does not come back.
    """

    def keep(self, page_url: str, items: Sequence[Item], at: datetime, /) -> int:
        """These stand on the page now; how many never stood there before. What leads to what was taken down is left."""
        ...

    def all(self, limit: int = 500, *, after: int = 0) -> tuple[StoredItem, ...]:
        """In the order in which they came; ``after`` is the number of the last of the batch before."""
        ...

    def latest(self, limit: int, /) -> tuple[StoredItem, ...]:
        """Those that came last, the latest first."""
        ...

    def leading_to(self, urls: Sequence[str], /) -> dict[str, Item]:
        """By address, the latest item that leads there."""
        ...

    def pages(self) -> ItemPages:
        """What the pages take that items were read from."""
        ...

    def note_listing(self, url: str, at: datetime, /) -> None:
        """The page at an address lists other pages: a section, a series, a tag."""
        ...

    def listings(self, urls: Sequence[str], /) -> frozenset[str]:
        """Those of the addresses whose pages are known to be lists of others."""
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

    def body(self, digest: str, /) -> bytes | None:
        """The bytes of that digest; None, as for every page here, where they are not kept or damaged."""
        ...

    def log(self, fetch: Fetch, /) -> None:
        """Keep the record of one request."""
        ...

    def last_fetch(self, url: str, /) -> Fetch | None:
        """The latest request to this address that brought or confirmed a version, with its validators."""
        ...


class Drawings(Protocol):
    """The files that pages were drawn with. ``Pages.keep`` keeps them with a page that has a drawing."""

    def resources(self, digest: str, /) -> tuple[Resource, ...]:
        """Those of the drawing of that digest, by address: with them the page can be drawn again offline."""
        ...


class Removals(Protocol):
    """What leaves the warehouse for good."""

    def take_down(self, url: str, at: datetime, /) -> bool:
        """Remove it and never take it in again; False if nothing of it was there. So for what led there by redirects.

        What sources said of it is blanked; what front pages printed of it stays in their own pages.
        """
        ...

    def taken_down(self, urls: Iterable[str], /) -> frozenset[str]:
        """Those of the addresses that were taken down."""
        ...

    def remove(self, url: str, /) -> bool:
        """Remove the article, every version of its page, its marks and its place in stories and topics."""
        ...

    def old_articles(self, before: datetime, limit: int, /) -> tuple[str, ...]:
        """Articles first seen and last changed before then, the oldest first."""
        ...

    def prune(self, before: datetime, limit: int, /) -> int:
        """Drop versions last seen before then, but never the latest of a page; how many, at most ``limit``."""
        ...


class RunLog(Protocol):
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

    def unresolved(
        self, limit: int = 100, *, stage: str | None = None, after: str | None = None
    ) -> tuple[Failure, ...]:
        """The last failure of each address of which no page was fetched since, by address number.

        An answer "not modified" resolves a failure to fetch, and no failure to read. ``after`` is the last address of
        the batch before.
        """
        ...

    def resolve(self, url: str, stage: str, /) -> None:
        """Remove the failures of an address at a stage: its stored page was read since."""
        ...


class Damages(Protocol):
    """Articles and pages whose bytes were found damaged. Everywhere else they are passed over."""

    def all(self, limit: int = 100, *, after: int = 0) -> tuple[Damage, ...]:
        """In the order in which they were found; ``after`` is the number of the last of the batch before."""
        ...

    def count(self) -> int: ...

    def check_articles(self, after: int, limit: int, /) -> int | None:
        """Read so many articles behind a number, and note those that are damaged; the last number, None at the end."""
        ...

    def check_pages(self, after: str, limit: int, /) -> str | None:
        """Read so many pages behind a digest, and note those that are damaged; the last digest, None at the end."""
        ...

    def page(self, damage: Damage, /) -> Page | None:
        """The damaged page if it can be read by now, or the page that a damaged article was read from."""
        ...

    def mend(self, damage: Damage, article: Article | None = None, /) -> None:
        """It is damaged no more; the article takes the place of the damaged one."""
        ...
