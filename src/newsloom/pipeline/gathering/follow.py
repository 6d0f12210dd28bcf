"""An address to the places worth following there: its feeds, news sitemaps, home and section pages.

A client and an address go in, sources come out, each with its category where one is known; nothing is stored. A feed
that a page names is believed; one that is only guessed by its address is fetched before it is. Everything is bounded:
a page may name a thousand feeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol

from newsloom.discovery.feeds import Feed, read_feed
from newsloom.discovery.pages import feed_guesses, find_feeds, find_sections
from newsloom.discovery.sitemaps import Sitemap, read_sitemap
from newsloom.dom import Document
from newsloom.errors import FetchError, InputError
from newsloom.fetch import ANYTHING, READABLE, Accept, Fetched
from newsloom.pipeline.gathering.reading import document_of
from newsloom.records import Page, Source
from newsloom.text.addresses import addresses_of

__all__ = ["Scout", "find_sources"]

# Faults after which a bare host is asked without TLS; what a server answered or the guard refused is an answer.
_OTHER_SCHEME_KINDS: Final = frozenset({"connection", "timeout", "tls"})
_MOST_FEEDS: Final = 40
_MOST_SECTIONS: Final = 25
_MOST_GUESSES: Final = 8
_MOST_SITEMAPS: Final = 4
# Of an index, those that say so: the others are the archive.
_NEWS_WORDS: Final = ("news", "haber", "nyhet", "aktuell", "latest", "today", "recent")


class Scout(Protocol):
    """What is needed of the client."""

    async def fetch(self, url: str, *, accept: Accept = READABLE) -> Fetched: ...

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """Those that the robots.txt of the address's host names."""
        ...


async def find_sources(url: str, client: Scout, *, only: bool = False) -> tuple[Source, ...]:
    """The places to follow, the address itself first; ``only`` it, whatever else it names.

    Raises ``FetchError`` if the address cannot be fetched, ``InputError`` if it is no address.
    """
    addresses = addresses_of(url)
    if not addresses:
        raise InputError(url, "this is no web address. Write paper.example or https://paper.example/")
    address, page = await _first_page(client, addresses)
    own = _own_source(address, page)
    if only or own.kind != "page":
        return (own,)
    document = document_of(page)
    own = replace(own, title=document.declared.site or own.title)
    found = [own, *await _feeds(client, document, address), *await _sitemaps(client, address)]
    sections = find_sections(document)[:_MOST_SECTIONS]
    return _once(found + [replace(section, home=address) for section in sections])


async def _first_page(client: Scout, addresses: Sequence[str]) -> tuple[str, Page]:
    """The first that answers. Raises the ``FetchError`` of the first where none does."""
    errors: list[FetchError] = []
    for address in addresses:
        try:
            return address, await _page(client, address)
        except FetchError as error:
            errors.append(error)
            if error.kind not in _OTHER_SCHEME_KINDS:
                break
    raise errors[0]


async def _page(client: Scout, url: str) -> Page:
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
    return Source(url=url, kind="page", home=url)


async def _feeds(client: Scout, document: Document, home: str) -> list[Source]:
    named = find_feeds(document)[:_MOST_FEEDS]
    if named:
        return [replace(source, home=home) for source in named]
    for guess in feed_guesses(home)[:_MOST_GUESSES]:
        page = await _page_if_any(client, guess)
        feed = _feed_of(page) if page else None
        if feed is not None:
            # One is enough: the other guesses are other names for it.
            return [Source(url=guess, kind="feed", title=feed.title, category=feed.category, home=home)]
    return []


async def _sitemaps(client: Scout, home: str) -> list[Source]:
    found: list[Source] = []
    try:
        waiting = sorted(await client.sitemaps(home), key=_is_archive)[:_MOST_SITEMAPS]
    except FetchError:
        return found
    looked_at = 0
    while waiting and looked_at < 2 * _MOST_SITEMAPS and len(found) < _MOST_SITEMAPS:
        url = waiting.pop(0)
        looked_at += 1
        page = await _page_if_any(client, url)
        sitemap = _sitemap_of(page) if page else None
        if sitemap is None:
            continue
        if any(link.title for link in sitemap.links):
            found.append(Source(url=url, kind="sitemap", home=home))
        waiting += [child for child in sitemap.children if not _is_archive(child)][:_MOST_SITEMAPS]
    return found


async def _page_if_any(client: Scout, url: str) -> Page | None:
    try:
        return await _page(client, url)
    except FetchError:
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


def _is_archive(url: str) -> bool:
    return not any(word in url.lower() for word in _NEWS_WORDS)


def _once(sources: list[Source]) -> tuple[Source, ...]:
    kept: dict[str, Source] = {}
    for source in sources:
        kept.setdefault(source.url, source)
    return tuple(kept.values())
