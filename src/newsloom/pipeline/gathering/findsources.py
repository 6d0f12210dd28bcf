"""Finds the sources at an address: its feeds, news sitemaps, home and section pages, with categories if known.

Fetches with the client it is given; stores nothing. A feed that a page names is trusted, a guessed one is fetched
first. Everything is bounded: a page may name a thousand feeds.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeVar

from newsloom.discovery.feeds import Feed, read_feed
from newsloom.discovery.pages import feed_guesses, find_feeds, find_sections
from newsloom.discovery.papernames import paper_name
from newsloom.discovery.sitemaps import Sitemap, read_sitemap
from newsloom.engines.failures import time_limit
from newsloom.errors import BudgetExceeded, FetchError, InputError
from newsloom.fetch import ANYTHING, READABLE, Accept, Fetched
from newsloom.pipeline.gathering.reading import document_of
from newsloom.records import Page, Source
from newsloom.text.urls import possible_urls

__all__ = ["SourceClient", "find_sources"]

# Failures after which a bare host is tried without TLS. Any response of a server or refusal by the guard is final.
_OTHER_SCHEME_KINDS: Final = frozenset({"connection", "timeout", "tls"})
_MOST_FEEDS: Final = 40
_MOST_SECTIONS: Final = 25
_MOST_GUESSES: Final = 8
_MOST_SITEMAPS: Final = 4
_OTHER_MEDIA: Final = re.compile(
    r"\s*(?:image/(?!svg)|audio/|video/|font/|application/(?:pdf|zip|msword|vnd\.))", re.IGNORECASE
)
# PNG, JPEG, GIF, WebP and other RIFF, PDF, ZIP.
_OTHER_BEGINNINGS: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"%PDF-", b"PK\x03\x04")
# The time limit for guessing feeds, and for reading sitemaps. What a slow server has not sent by then is left out.
_SEARCH_SECONDS: Final = 60.0
# Sitemaps of an index with one of these words in their address have news; the others are the archive.
_NEWS_WORDS: Final = ("news", "haber", "nyhet", "aktuell", "latest", "today", "recent")


Result = TypeVar("Result")


class SourceClient(Protocol):
    """The part of the client that is used here."""

    async def fetch(self, url: str, *, accept: Accept = READABLE) -> Fetched: ...

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """The sitemaps named by the robots.txt of the address's host."""
        ...


async def find_sources(
    url: str, client: SourceClient, *, only: bool = False, page_seconds: float = 10.0
) -> tuple[Source, ...]:
    """The sources to follow, the address itself first. With ``only``, just the address.

    Raises ``FetchError`` if the address cannot be fetched, ``InputError`` if it is not an address, and
    ``BudgetExceeded`` if its page cannot be read within ``page_seconds``.
    """
    addresses = possible_urls(url)
    if not addresses:
        raise InputError(url, "this is not a web address. Write paper.example or https://paper.example/")
    address, page = await _first_page(client, addresses)
    with time_limit(address, page_seconds):
        own = _own_source(address, page)
    if only or own.kind != "page":
        return (own,)
    with time_limit(address, page_seconds):
        own, feeds, sections = _named(own, page)
    search = _Search(client=client, home=address, page_seconds=page_seconds)
    if not feeds:
        await _in_time(search.guess_feeds)
    await _in_time(search.read_sitemaps)
    return _once([own, *feeds, *search.found, *sections])


def _named(own: Source, page: Page) -> tuple[Source, list[Source], list[Source]]:
    """The page as a source with its title, the feeds that it names, and its sections."""
    document, home = document_of(page), own.url
    own = replace(own, title=paper_name(document) or own.title)
    feeds = [replace(source, home=home) for source in find_feeds(document)[:_MOST_FEEDS]]
    return own, feeds, [replace(section, home=home) for section in find_sections(document)[:_MOST_SECTIONS]]


async def _in_time(search: Callable[[], Awaitable[None]]) -> None:
    """Run the search for at most ``_SEARCH_SECONDS``."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_SEARCH_SECONDS):
            await search()


async def _first_page(client: SourceClient, addresses: Sequence[str]) -> tuple[str, Page]:
    """The first address that can be fetched, with its page. Raises the first ``FetchError`` if there is none."""
    errors: list[FetchError] = []
    for address in addresses:
        try:
            return address, await _page(client, address)
        except FetchError as error:
            errors.append(error)
            if error.kind not in _OTHER_SCHEME_KINDS:
                break
    raise errors[0]


async def _page(client: SourceClient, url: str) -> Page:
    fetched = await client.fetch(url, accept=ANYTHING)
    if fetched.page is None:
        raise FetchError(url, "status", "the server sent no page", status=fetched.fetch.status)
    return fetched.page


def _own_source(url: str, page: Page) -> Source:
    feed = _feed_of(page)
    if feed is not None:
        home = feed.home or url
        return Source(url=url, kind="feed", title=feed.title, category=feed.category, home=home)
    if _sitemap_of(page) is not None:
        return Source(url=url, kind="sitemap", home=url)
    if _is_other_media(page):
        raise InputError(url, f"this is not a newspaper but {page.content_type or 'a file of another kind'}")
    return Source(url=url, kind="page", home=url)


@dataclass(frozen=True, kw_only=True)
class _Search:
    """Looks for sources that a home page does not name, and adds them to ``found``."""

    client: SourceClient
    home: str
    page_seconds: float
    found: list[Source] = field(default_factory=list)

    async def guess_feeds(self) -> None:
        for guess in feed_guesses(self.home)[:_MOST_GUESSES]:
            feed = await self._read(guess, _feed_of)
            if feed is not None:
                source = Source(url=guess, kind="feed", title=feed.title, category=feed.category, home=self.home)
                self.found.append(source)
                # One is enough: the other guesses usually lead to the same feed.
                return

    async def read_sitemaps(self) -> None:
        try:
            waiting = sorted(await self.client.sitemaps(self.home), key=_is_archive)[:_MOST_SITEMAPS]
        except FetchError:
            return
        looked_at = found = 0
        while waiting and looked_at < 2 * _MOST_SITEMAPS and found < _MOST_SITEMAPS:
            url = waiting.pop(0)
            looked_at += 1
            sitemap = await self._read(url, _sitemap_of)
            if sitemap is None:
                continue
            if any(link.title for link in sitemap.links):
                self.found.append(Source(url=url, kind="sitemap", home=self.home))
                found += 1
            waiting += [child for child in sitemap.children if not _is_archive(child)][:_MOST_SITEMAPS]

    async def _read(self, url: str, read: Callable[[Page], Result | None]) -> Result | None:
        try:
            page = await _page(self.client, url)
            with time_limit(url, self.page_seconds):
                return read(page)
        except (FetchError, BudgetExceeded):
            return None


def _feed_of(page: Page) -> Feed | None:
    try:
        return read_feed(page.body, url=page.url, content_type=page.content_type)
    except InputError:
        return None


def _sitemap_of(page: Page) -> Sitemap | None:
    try:
        return read_sitemap(page.body, url=page.url)
    except InputError:
        return None


def _is_other_media(page: Page) -> bool:
    """Whether it is a picture, a film or a document, none of which has links to stories."""
    return bool(_OTHER_MEDIA.match(page.content_type or "")) or page.body.startswith(_OTHER_BEGINNINGS)


def _is_archive(url: str) -> bool:
    return not any(word in url.lower() for word in _NEWS_WORDS)


def _once(sources: list[Source]) -> tuple[Source, ...]:
    kept: dict[str, Source] = {}
    for source in sources:
        kept.setdefault(source.url, source)
    return tuple(kept.values())
