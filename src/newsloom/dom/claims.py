"""What a page declares of itself to machines, as one record.

Each reader of declarations (JSON-LD, meta tags) fills a ``Declared`` of its own; ``declared`` makes
one of them. Only the record and the reading of its dates are here.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from lxml import etree

from newsloom.dom.wording import one_line
from newsloom.records import Image
from newsloom.text.dates import parse_date
from newsloom.text.patterns import pattern

__all__ = ["Declared", "find_base", "first_day", "first_moment", "web_address"]

# Browsers take the first that has an address.
_MAX_BASES: Final = 10
# What most links are; to take them apart and put them together again takes ten times as long.
_ABSOLUTE: Final = pattern(r"https?://[a-zA-Z0-9.-]{1,253}(?:/[!-~]{0,2000}(?<![?#]))?")
# A path from the root, or from a host, in which nothing is to be resolved; to join it with the base takes three times
# as long.
_PATH: Final = pattern(r"(?://[a-zA-Z\d.-]{1,253})?(?:/[\w~%=,:@+-][\w~%=,:@+.-]*)+", re.ASCII)


class Declared(NamedTuple):
    """What a page says of itself; ``sources`` maps each field that has a value to where it stood.

    ``date`` is the day of publication in the zone it was written in, also where no time or no offset
    is given. ``titles`` are all declared titles, ``title`` the first of them, ``title_of`` the first of
    each source; none is freed of the site's name. ``authors`` are persons and agencies; ``house`` is who
    signs where none is named, the paper itself or one of its teams. ``signed`` are the lines that both
    are read from, place by place, in the claims of one source only. ``sites`` are all names of the site,
    ``site`` the most trusted. ``type`` is the schema.org type, else OpenGraph's. ``body`` is JSON-LD's
    articleBody. ``is_free`` is whether all may read it, ``has_closed_part`` whether some of it is said to be for
    subscribers, and ``tier`` what OpenGraph calls it: free, metered or locked.
    """

    title: str | None = None
    titles: tuple[str, ...] = ()
    title_of: Mapping[str, str] = MappingProxyType({})
    description: str | None = None
    published: datetime | None = None
    modified: datetime | None = None
    date: str | None = None
    authors: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    signed: tuple[tuple[str, ...], ...] = ()
    section: str | None = None
    keywords: tuple[str, ...] = ()
    language: str | None = None
    canonical_url: str | None = None
    site: str | None = None
    sites: tuple[str, ...] = ()
    images: tuple[Image, ...] = ()
    type: str | None = None
    body: str | None = None
    is_free: bool | None = None
    has_closed_part: bool = False
    tier: str | None = None
    sources: Mapping[str, str] = MappingProxyType({})


def first_moment(texts: Iterable[str]) -> datetime | None:
    """The first of the texts that is a time with its offset."""
    return next((found for found in map(parse_date, texts) if isinstance(found, datetime)), None)


def first_day(texts: Iterable[str]) -> str | None:
    """The day that the first readable text names, in the zone it is written in."""
    for found in map(parse_date, texts):
        if found:
            return _day_of(found).isoformat()
    return None


def find_base(root: etree._Element | None, url: str | None) -> str | None:
    """What the page's links are relative to: its base element's address where it has one, else its own."""
    if root is None:
        return url
    # The head is all that is searched; where it ends early, the body begins. The iterator is one match ahead, so it
    # is given what every body holds: else it would walk the whole page for another base.
    for element in islice(root.iter("base", "body", "div", "p", "a"), _MAX_BASES):
        if element.tag == "body":
            break
        address = web_address(element.get("href"), url) if element.tag == "base" else None
        if address:
            return address
    return url


def web_address(link: str | None, base: str | None) -> str | None:
    """The link made absolute; None unless it is http or https and names a host."""
    if not link:
        return None
    if _ABSOLUTE.fullmatch(link):
        return link
    if base and _PATH.fullmatch(link):
        root = _root_of(base)
        if root is None:
            return None
        return root.partition("//")[0] + link if link.startswith("//") else root[:-1] + link
    return _joined(link, base)


# The links of a page have one base. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=64)
def _root_of(base: str) -> str | None:
    return _joined("/", base)


def _joined(link: str, base: str | None) -> str | None:
    try:
        address = urljoin(base or "", one_line(link))
        parts = urlsplit(address)
    except ValueError:
        return None
    return address if parts.scheme in {"http", "https"} and parts.netloc else None


def _day_of(found: datetime | date) -> date:
    return found.date() if isinstance(found, datetime) else found
