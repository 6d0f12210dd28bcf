"""Turns a ``ParsedFeed`` into a ``Feed``, with every value in its normal form.

Addresses become absolute and normalised, headlines and teasers one line, creators clean names, times aware. If there
are several values, the first readable one is used. Stories are identified by their address. A guid that several stories
share is dropped.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Final
from urllib.parse import parse_qs, urlsplit

from newsloom.discovery.feeds.categories import category_of_feed, clean_categories
from newsloom.discovery.feeds.dates import parse_datetime
from newsloom.discovery.feeds.model import Feed, ParsedEntry, ParsedFeed, RawText
from newsloom.discovery.feeds.text import first_picture, headline, teaser
from newsloom.dom.authornames import clean_names
from newsloom.records import Image, Link
from newsloom.text.language import normalise_language
from newsloom.text.urls import normalise_url

__all__ = ["normalise"]

_MAX_GUID: Final = 1_000
_MAX_CREATORS: Final = 20
_MAX_CANDIDATES: Final = 10
_MAX_CAPTION: Final = 500
_WITHOUT_SCHEME: Final = re.compile(r"www\.[\w-]+\.", re.IGNORECASE)
# Services that count clicks, with the parameters that contain the target.
_REDIRECTS: Final = (
    (re.compile(r"https?://(?:www\.)?google\.[a-z.]{2,6}/url\?", re.IGNORECASE), ("url", "q")),
    (re.compile(r"https?://(?:www\.)?bing\.com/news/apiclick\.aspx\?", re.IGNORECASE), ("url",)),
)


def normalise(parsed: ParsedFeed, url: str) -> Feed:
    """Returns the feed with normalised values; ``url`` is its own address."""
    language = normalise_language(parsed.language)
    title = _first_headline([parsed.title] if parsed.title else [])
    home = _address(parsed.homes, parsed.base)
    normaliser = _Normaliser(url=url, title=title, home=home, language=language, creators=parsed.creators)
    links = normaliser.links(parsed.entries)
    return Feed(
        url=url,
        dialect=parsed.dialect,
        title=title,
        description=teaser(parsed.description.raw, is_markup=parsed.description.is_markup)
        if parsed.description
        else None,
        language=language,
        home=home,
        image=_address(parsed.images, parsed.base),
        category=category_of_feed(parsed.categories, title=title, url=url, home=home, language=language),
        updated=normaliser.time(parsed.updated),
        interval_seconds=parsed.interval_seconds,
        hub=_address([parsed.hub] if parsed.hub else [], parsed.base),
        topic=_address([parsed.topic] if parsed.topic else [], parsed.base),
        links=links,
        faults=(*parsed.faults, *normaliser.faults()),
    )


class _Normaliser:
    """The state shared by the stories of one feed, and the number of faults of each kind."""

    def __init__(
        self, *, url: str, title: str | None, home: str | None, language: str | None, creators: list[str]
    ) -> None:
        self._url = url
        self._home = home
        self._language = language
        self._sites = (title,) if title else ()
        self._known: dict[str, tuple[str, ...]] = {}  # cached: few authors write most stories
        self._creators = self._names(creators)
        self._faults: Counter[str] = Counter()

    def links(self, entries: Iterable[ParsedEntry]) -> tuple[Link, ...]:
        found: dict[str, Link] = {}
        addresses_of: dict[str, set[str]] = {}
        for entry in entries:
            address = self._chosen_address(entry)
            if address is None:
                self._faults["without an address"] += 1
                continue
            if entry.guid:
                addresses_of.setdefault(entry.guid, set()).add(address)
            if address in found:
                self._faults["listed twice"] += 1
            else:
                found[address] = self._link(entry, address, len(found))
        return tuple(self._without_shared_guid(link, addresses_of) for link in found.values())

    def time(self, texts: Iterable[str]) -> datetime | None:
        is_written = False
        for text in texts:
            found = parse_datetime(text, self._language)
            if found:
                self._faults["with a time without zone, read as UTC"] += not found[1]
                return found[0]
            is_written = is_written or bool(text.strip())
        self._faults["with an unreadable time"] += is_written
        return None

    def faults(self) -> tuple[str, ...]:
        return tuple(f"{count} {what}" for what, count in self._faults.items() if count)

    def _link(self, entry: ParsedEntry, address: str, position: int) -> Link:
        title = _first_headline(entry.titles)
        return Link(
            url=address,
            source_url=self._url,
            title=title,
            text=_first_teaser(entry.texts, title),
            authors=self._names(entry.creators) or self._creators,
            published=self.time(entry.published),
            updated=self.time(entry.updated),
            categories=clean_categories(entry.categories),
            guid=entry.guid[:_MAX_GUID] if entry.guid else None,
            image=_image(entry),
            position=position,
        )

    def _chosen_address(self, entry: ParsedEntry) -> str | None:
        found = None
        for candidate in entry.addresses[:_MAX_CANDIDATES]:
            address = _address([candidate], entry.base)
            # Some feeds link every story to the home page and have its own address in the guid.
            if address and address != self._home:
                return address
            found = found or address
        return found

    def _names(self, creators: list[str]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for raw in creators[:_MAX_CREATORS]:
            if raw not in self._known:
                self._known[raw] = clean_names(raw, self._sites)
            found.update(dict.fromkeys(self._known[raw]))
        return tuple(found)

    def _without_shared_guid(self, link: Link, addresses_of: dict[str, set[str]]) -> Link:
        if link.guid is None or len(addresses_of.get(link.guid, ())) < 2:
            return link
        self._faults["with a guid that others have too"] += 1
        return dataclasses.replace(link, guid=None)


def _address(candidates: Iterable[str], base: str) -> str | None:
    for raw in candidates:
        written = raw.strip()
        if _WITHOUT_SCHEME.match(written):
            written = f"http://{written}"
        found = normalise_url(written, base) if written else None
        if found:
            return _behind_redirect(found)
    return None


def _behind_redirect(address: str) -> str:
    for pattern, parameters in _REDIRECTS:
        if pattern.match(address):
            values = parse_qs(urlsplit(address).query)
            targets = [value for name in parameters for value in values.get(name, ())]
            return next(filter(None, map(normalise_url, targets)), address)
    return address


def _first_headline(titles: list[RawText]) -> str | None:
    return next(filter(None, (headline(title.raw, is_markup=title.is_markup) for title in titles)), None)


def _first_teaser(texts: list[RawText], title: str | None) -> str | None:
    """Returns the first text that says more than the headline."""
    found = (teaser(text.raw, is_markup=text.is_markup) for text in texts)
    return next((text for text in found if text and text != title), None)


def _image(entry: ParsedEntry) -> Image | None:
    for picture in sorted(entry.pictures, key=lambda one: (one.rank, -one.width)):
        address = _address([picture.address], entry.base)
        if address:
            return Image(url=address, caption=_short(picture.caption), credit=_short(picture.credit))
    for text in entry.texts:
        written = first_picture(text.raw) if text.is_markup and "img" in text.raw else None
        address = _address([written], entry.base) if written else None
        if address:
            return Image(url=address)
    return None


def _short(text: str | None) -> str | None:
    return teaser(text[: 2 * _MAX_CAPTION]) if text else None
