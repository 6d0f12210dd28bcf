"""The records that travel between stages: link, page, extraction, article, story.

Every record is frozen; times are aware. ``None`` means *this method is silent*, empty means
*there is none*. This module imports nothing of Newsloom's but ``Block`` and the way blocks are written.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self

from newsloom.prose import Block, emphasised, heading, markdown

__all__ = [
    "Appointment",
    "Article",
    "Block",
    "Extraction",
    "Failure",
    "Fetch",
    "Image",
    "Item",
    "Link",
    "Page",
    "Revision",
    "Run",
    "Source",
    "Story",
    "Template",
    "Version",
]

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A place that is followed: a feed, a news sitemap, or a home or section page.

    ``home`` is the newspaper's address, by which its feeds and sections belong together; ``category`` is what the
    feed, the OPML folder or the user calls the news found there.
    """

    url: str
    kind: str = "page"  # or "feed", "sitemap"
    title: str | None = None
    category: str | None = None
    home: str | None = None
    added_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """When a source is fetched next, and why then; while it is being fetched, by whom and until when.

    ``checks`` and ``changes`` count how often the source was looked at and how often something was new: the
    interval is learned from them. ``failures`` counts those in a row.
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
    """An address worth fetching, with what the place that named it said of it.

    ``source_url`` is that place: a feed, a sitemap, a home page. ``position`` is the link's place there, from 0.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a server answered at one time; ``url`` is where the answer came from, after redirects.

    ``etag`` and ``last_modified`` are kept verbatim, to be sent back with the next request. ``rights`` are the
    signals by which the publisher reserves uses: "noai", "tdm-reservation".
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetch:
    """One request and how it ended; ``digest`` names the body, None where there was none (304, errors)."""

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
    """A page as it stood from ``first_seen`` to ``last_seen``; ``digest`` is the SHA-256 of its body."""

    url: str
    digest: str
    first_seen: datetime
    last_seen: datetime
    size: int
    stored_size: int = 0
    content_type: str | None = None
    rights: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What an extractor says of one page.

    ``blocks`` is the story as the method reads it; ``main`` the block of the page it settled on,
    for methods that choose one. ``is_article`` and ``confidence`` (the chance that the text is right) are None where
    the method does not say; ``reason`` says why ``blocks`` is empty, or why the page is no article.
    """

    method: str
    version: int
    blocks: tuple[Block, ...] = ()
    main: Block | None = None
    is_article: bool | None = None
    confidence: float | None = None
    reason: str | None = None

    @property
    def text(self) -> str:
        return "\n\n".join(block.text for block in self.blocks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A picture of a story."""

    url: str
    caption: str | None = None
    credit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """A story as a reader reads it, with where each field came from.

    ``text`` holds the standfirst and the body, paragraphs joined by a blank line, without
    headline, byline, date line and captions; ``blocks`` are its paragraphs with what they are:
    headings, items, quotes, cells, code, posts of a live page. ``date`` is the day of publication in the
    page's own zone. ``next_page`` is where the story goes on, if the page says so. ``provenance`` maps a field
    to the method that settled it.
    """

    url: str | None = None
    canonical_url: str | None = None
    site: str | None = None
    title: str | None = None
    description: str | None = None
    text: str = ""
    blocks: tuple[Block, ...] = ()
    published: datetime | None = None
    modified: datetime | None = None
    date: str | None = None
    authors: tuple[str, ...] = ()
    section: str | None = None
    keywords: tuple[str, ...] = ()
    language: str | None = None
    images: tuple[Image, ...] = ()
    next_page: str | None = None
    is_article: bool = True
    reason: str | None = None
    confidence: float = 1.0
    provenance: Mapping[str, str] = field(default_factory=dict)

    @property
    def paragraphs(self) -> tuple[str, ...]:
        return tuple(self.text.split("\n\n")) if self.text else ()

    @property
    def word_count(self) -> int:
        return sum(1 for _ in _WORD.finditer(self.text))

    def as_dict(self) -> dict[str, Any]:
        """All fields as JSON-ready values, in the order of the class, derived ones last."""
        plain = {name: _plain(getattr(self, name)) for name in self.__slots__}
        return plain | {"paragraphs": list(self.paragraphs), "word_count": self.word_count}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of ``as_dict``; keys that are no field are ignored."""
        known = {name: values[name] for name in cls.__slots__ if name in values}
        for name in ("published", "modified"):
            if known.get(name):
                known[name] = datetime.fromisoformat(known[name])
        for name in ("authors", "keywords"):
            known[name] = tuple(known.get(name) or ())
        known["images"] = tuple(Image(**image) for image in known.get("images") or ())
        known["blocks"] = tuple(map(Block.from_dict, known.get("blocks") or ()))
        return cls(**known)

    def to_json(self, *, indent: int | None = None) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=indent)

    def to_markdown(self) -> str:
        """Headline, byline, date and text as Markdown, in which nothing of the page can be markup; no pictures."""
        byline = " · ".join([*self.authors, *([self.date] if self.date else [])])
        blocks = self.blocks or [Block(text=paragraph) for paragraph in self.paragraphs]
        parts = [heading(self.title, 1) if self.title else "", emphasised(byline) if byline else "", markdown(blocks)]
        return "\n\n".join(part for part in parts if part) + "\n"

    def to_schema_org(self) -> dict[str, Any]:
        """A schema.org NewsArticle, with only the keys that have a value."""
        candidates = {
            "@context": "https://schema.org",
            "@type": "NewsArticle",
            "url": self.canonical_url or self.url,
            "headline": self.title,
            "description": self.description,
            "articleBody": self.text,
            "datePublished": self.published.isoformat() if self.published else self.date,
            "dateModified": self.modified.isoformat() if self.modified else None,
            "author": [{"@type": "Person", "name": name} for name in self.authors],
            "articleSection": self.section,
            "keywords": list(self.keywords),
            "inLanguage": self.language,
            "image": [image.url for image in self.images],
            "publisher": {"@type": "Organization", "name": self.site} if self.site else None,
        }
        return {key: value for key, value in candidates.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One news item of a front page, as a reader sees it."""

    id: str
    page_url: str | None = None
    seen_at: datetime | None = None
    headline: str = ""
    kicker: str | None = None
    text: str = ""
    url: str | None = None
    image: str | None = None
    time: datetime | None = None
    section: str | None = None
    pattern: str | None = None
    position: int = 0
    is_lead: bool = False
    duplicate_of: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """What pages printed from one mould share; ``members`` are indexes of the pages learned from.

    ``paths`` are the paths to elements and texts (``html/body/h1/#World``) with how many members have each;
    ``content_paths`` those of elements in which the members' texts differ. ``description_parts`` are the three parts
    of the description length, in bits: the template, who its members are, and where they differ from it.
    ``segments`` are repeated texts by their paths, with how many pages have each, ``blocks`` the paths of blocks made
    of them. ``pattern`` is the tree of an extraction pattern, one line for each node. Empty where a method has none.
    """

    method: str
    version: int
    members: tuple[int, ...]
    paths: Mapping[str, int] = field(default_factory=dict)
    content_paths: frozenset[str] = frozenset()
    description_length: float | None = None
    description_parts: tuple[float, float, float] | None = None
    segments: Mapping[str, int] = field(default_factory=dict)
    blocks: frozenset[str] = frozenset()
    pattern: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The same event from many papers; ``members`` are indexes in order of arrival.

    ``words`` are what the story is about, each with its weight, the heaviest first; ``closeness`` says of each
    member, in the order of ``members``, how near it is to the story's middle. Both are empty where the method
    does not say.
    """

    id: str
    method: str
    version: int
    members: tuple[int, ...]
    title: str | None = None
    words: tuple[tuple[str, float], ...] = ()
    closeness: tuple[float, ...] = ()

    @property
    def ranked(self) -> tuple[int, ...]:
        """The members, the closest first; in order of arrival where the method does not rank."""
        if not self.closeness:
            return self.members
        ranks = sorted(zip(self.closeness, self.members, strict=True), key=lambda rank: (-rank[0], rank[1]))
        return tuple(member for _, member in ranks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """An article as it read from ``seen_at`` on; ``digest`` names the page version it was read from."""

    article: Article
    seen_at: datetime
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One item that a stage could not do; the run went on. ``digest`` names the page that was kept."""

    url: str
    stage: str
    kind: str
    reason: str
    at: datetime | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one gathering did, and how long it took; ``failures`` counts them by kind."""

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


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Block):
        return value.as_dict()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    return dict(value) if isinstance(value, Mapping) else value
