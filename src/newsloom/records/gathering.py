"""The records of gathering: sources, their appointments, links, pages and their versions, runs, failures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from newsloom.records.articles import Image
from newsloom.records.description import described

__all__ = [
    "Appointment",
    "Damage",
    "Drawing",
    "Failure",
    "Fetch",
    "Link",
    "Page",
    "Resource",
    "Run",
    "Source",
    "Version",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Something to follow: a feed, a news sitemap, or a home or section page.

    Sources of one newspaper have the same ``home``. ``category`` is the name that the feed, the OPML folder or the user
    gives to its news. ``language`` (two letters) is the language it declares or is written in; pages too short to
    detect a language are assumed to be in it. ``chosen`` names the fields that the user has set ("title", "category",
    "language"); nothing else changes these. ``interval_seconds`` is the interval set by the user; None means it is
    learned. ``render`` is the user's setting for drawing its pages in a browser: "never", "auto" or "always".
    ``drawn_because`` is the reason why "auto" draws them; None until a reason has been found. ``undrawn_tries`` counts
    the pages that were drawn without any gain, the last of them at ``undrawn_at``; ``undrawn_because`` says why.
    """

    url: str
    kind: str = "page"  # or "feed", "sitemap"
    title: str | None = None
    category: str | None = None
    home: str | None = None
    added_at: datetime | None = None
    interval_seconds: float | None = None
    chosen: tuple[str, ...] = ()
    render: str | None = None
    drawn_because: str | None = None
    language: str | None = None
    undrawn_tries: int = 0
    undrawn_because: str | None = None
    undrawn_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """When a source is fetched next, and why. ``owner`` and ``leased_until`` are set while it is being fetched.

    ``checks`` counts the fetches of the source and ``changes`` those with something new; the interval is learned from
    the two. ``failures`` counts consecutive failures.
    """

    url: str
    due_at: datetime
    interval_seconds: float
    reason: str = ""
    checks: int = 0
    changes: int = 0
    failures: int = 0
    checked_at: datetime | None = None
    changed_at: datetime | None = None
    owner: str | None = None
    leased_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An address to fetch, with what its source says about it.

    ``source_url`` is the feed, sitemap or page with the link; ``position`` is the link's number there, from 0.
    ``pattern`` says how a reader found it on a page; a "teaser" has yet to be confirmed by the linked page.
    """

    url: str
    source_url: str | None = None
    title: str | None = None
    text: str | None = None
    authors: tuple[str, ...] = ()
    published: datetime | None = None
    updated: datetime | None = None
    categories: tuple[str, ...] = ()
    guid: str | None = None
    image: Image | None = None
    position: int = 0
    pattern: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """The response to a page's request for a style sheet, a script or data. ``url`` is the address requested."""

    url: str
    body: bytes
    content_type: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A page as a browser drew it.

    ``html`` is its markup after its scripts ran; ``layout`` is its appearance, packed by ``newsloom.dom.layoutbytes``.
    ``has_scripts`` says whether its scripts ran, ``reason`` what went wrong. ``resources`` are the files that it was
    drawn with; a store returns them on request, by the drawing's ``digest``.
    """

    html: bytes
    layout: bytes
    has_scripts: bool = False
    reason: str | None = None
    resources: tuple[Resource, ...] = ()
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A response at one time. ``url`` is the address after redirects.

    ``etag`` and ``last_modified`` are verbatim, to be sent with the next request. ``rights`` are the publisher's
    reservations: "noai", "tdm-reservation". If a browser drew the page, ``drawing`` holds the result, and the page is
    read from it.
    """

    url: str
    fetched_at: datetime
    body: bytes
    status: int = 200
    content_type: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    rights: tuple[str, ...] = ()
    requested_url: str | None = None
    feed_title: str | None = None
    drawing: Drawing | None = None

    def __repr__(self) -> str:
        fetched_at = self.fetched_at.isoformat(timespec="seconds")
        return described(self, url=self.url, fetched_at=fetched_at, status=self.status, size=len(self.body))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetch:
    """One request and its outcome. ``digest`` is that of the body; None if there was no body (304, errors)."""

    url: str
    fetched_at: datetime
    status: int | None = None
    digest: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    size: int = 0
    seconds: float = 0.0
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A page as it was from ``first_seen`` to ``last_seen``. ``digest`` is the SHA-256 of its body."""

    url: str
    digest: str
    first_seen: datetime
    last_seen: datetime
    size: int
    stored_size: int = 0
    content_type: str | None = None
    rights: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One item that a stage could not process. ``digest`` is the stored page's."""

    url: str
    stage: str
    kind: str
    reason: str
    at: datetime | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """A stored "article" or "page" whose bytes are not what was written.

    ``digest`` is the digest of the page, or of the page that the article was read from.
    """

    number: int
    kind: str
    url: str
    reason: str
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one gathering run did, and how long it took. ``failures`` holds counts by kind."""

    id: str
    started_at: datetime
    ended_at: datetime | None = None
    owner: str = ""
    sources: int = 0
    links: int = 0
    pages: int = 0
    unchanged: int = 0
    articles: int = 0
    received_bytes: int = 0
    seconds: float = 0.0
    failures: Mapping[str, int] = field(default_factory=dict)
