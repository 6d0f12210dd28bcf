"""Reads sitemaps: the stories or further sitemaps in them.

News sitemaps have headlines and times, others only addresses and modification times; an index has further sitemaps.
Plain lists of addresses are read too. Feeds are not: see ``feeds``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.discovery.feeds.dates import parse_datetime
from newsloom.discovery.feeds.text import headline, teaser
from newsloom.discovery.markup import ParsedMarkup, TagNames, fields_of, own_text, parse_tree, readable
from newsloom.errors import InputError
from newsloom.records import Image, Link
from newsloom.text.urls import normalise_url

__all__ = ["MAX_LINKS", "Sitemap", "read_sitemap"]

MAX_LINKS: Final = 50_000
"""Addresses read from one sitemap: as many as the protocol allows (sitemaps.org, "Sitemap file limits")."""

_MAX_LINE: Final = 8_192
_NAMESPACES: Final = {
    "google.com/schemas/sitemap-news/0.9": "news",
    "google.com/schemas/sitemap-image/1.1": "image",
    "google.com/schemas/sitemap/0.84": "",
    "google.com/schemas/sitemap/0.9": "",
    "sitemaps.org/schemas/sitemap/0.9": "",
}
_Fields = dict[str, list[etree._Element]]  # noqa: SLF001  lxml has no other name for it


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitemap:
    """The pages of a sitemap, or the sitemaps of an index (``children``). ``faults`` were ignored."""

    url: str
    links: tuple[Link, ...] = ()
    children: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def read_sitemap(body: bytes, url: str) -> Sitemap:
    """Returns the sitemap in the body of a page fetched from ``url``, decompressed if it is gzip.

    Raises ``InputError`` if it is not a sitemap.
    """
    markup, faults = readable(body)
    start = markup[:_MAX_LINE].lstrip()
    if start.startswith((b"http://", b"https://")):
        return _from_lines(markup, url, faults)
    return _from_tree(parse_tree(markup, ("urlset", "sitemapindex"), subject=url, faults=faults), url)


def _from_lines(text: bytes, url: str, faults: list[str]) -> Sitemap:
    links: dict[str, Link] = {}
    for line in islice(text.splitlines(), MAX_LINKS):
        address = normalise_url(line[:_MAX_LINE].decode("utf-8", "replace"))
        if address:
            links.setdefault(address, Link(url=address, source_url=url, position=len(links)))
    if not links:
        raise InputError(url, "it contains no readable address")
    return Sitemap(url=url, links=tuple(links.values()), faults=tuple(faults))


def _from_tree(tree: ParsedMarkup, url: str) -> Sitemap:
    names = TagNames(tree.root, _NAMESPACES)
    faults = list(tree.faults)
    links: dict[str, Link] = {}
    children: dict[str, None] = {}
    places = (node for node in tree.root.iter(etree.Element) if names[node.tag] in {"url", "sitemap"})
    for place in places:
        fields = fields_of(place, names)
        address = normalise_url(_text(fields, "loc"), url) if "loc" in fields else None
        if address is None:
            continue
        if len(links) + len(children) == MAX_LINKS:
            faults.append(f"more than {MAX_LINKS:,} addresses; the first were read")
            break
        if names[place.tag] == "sitemap":
            children.setdefault(address)
        elif address not in links:
            links[address] = _link(address, fields, names, url, len(links))
    return Sitemap(url=url, links=tuple(links.values()), children=tuple(children), faults=tuple(faults))


def _link(address: str, fields: _Fields, names: TagNames, url: str, position: int) -> Link:
    link = Link(url=address, source_url=url, updated=_moment(_text(fields, "lastmod")), position=position)
    news = next((fields_of(element, names) for element in fields.get("news:news", ())), None)
    image = next((fields_of(element, names) for element in fields.get("image:image", ())), None)
    if news is None and image is None:
        return link
    news, image = news or {}, image or {}
    return Link(
        url=address,
        source_url=url,
        title=headline(_text(news, "news:title")),
        published=_moment(_text(news, "news:publication_date")),
        updated=link.updated,
        image=_image(image, address),
        position=position,
    )


def _image(fields: _Fields, base: str) -> Image | None:
    address = normalise_url(_text(fields, "image:loc"), base) if "image:loc" in fields else None
    return Image(url=address, caption=teaser(_text(fields, "image:caption"))) if address else None


def _moment(raw: str) -> datetime | None:
    found = parse_datetime(raw) if raw else None
    return found[0] if found else None


def _text(fields: _Fields, name: str) -> str:
    return next((text for element in fields.get(name, ()) if (text := own_text(element).strip())), "")
