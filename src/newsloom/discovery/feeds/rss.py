"""Reads all versions of RSS: 0.90 and 1.0 in RDF, 0.91 to 0.94, 2.0.

Reads a tree into a ``ParsedFeed``. The versions differ less than the feeds of one version, so one parser reads all.
Other vocabularies (Dublin Core, Media RSS, Atom's links) are read for what RSS has no element for.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from lxml import etree

from newsloom.discovery.feeds.elements import (
    NAMESPACES,
    Fields,
    attribute,
    base_of,
    entries_below,
    subjects_of,
    text_of,
    texts_of,
)
from newsloom.discovery.feeds.media import find_media
from newsloom.discovery.feeds.model import MAX_ENTRIES, ParsedEntry, ParsedFeed, RawText
from newsloom.discovery.markup import ParsedMarkup, TagNames, fields_of

__all__ = ["read_rss"]

_RDF: Final = "rdf"
_PERIOD_SECONDS: Final = {
    "hourly": 3_600,
    "daily": 86_400,
    "weekly": 604_800,
    "monthly": 2_592_000,
    "yearly": 31_536_000,
}
# Teasers before whole stories.
_TEXTS: Final = (
    *("description", "dc:description", "itunes:summary", "atom:summary"),
    *("content:encoded", "atom:content", "xhtml:body", "xhtml:div", "content", "media:description"),
)
_MAX_DIGITS: Final = 6
_MAX_VALUES: Final = 60


def read_rss(tree: ParsedMarkup, url: str) -> ParsedFeed:
    """Returns the feed as it is written; ``url`` is its own address."""
    names = TagNames(tree.root, NAMESPACES)
    channel = next(entries_below(tree.root, names, "channel"), tree.root)
    fields = fields_of(channel, names)
    parsed = ParsedFeed(dialect=_dialect(tree), base=base_of(channel, url), faults=list(tree.faults))
    _describe(parsed, fields, names)
    found = entries_below(tree.root, names, "item")
    items = list(islice(found, MAX_ENTRIES))
    if next(found, None) is not None:
        parsed.faults.append(f"more than {MAX_ENTRIES:,} items; the first were read")
    # Relative addresses are relative to the newspaper's page, not to the address of the feed.
    home = next((home for home in parsed.homes if home.startswith(("http://", "https://"))), parsed.base)
    parsed.entries = [_entry(item, fields_of(item, names), names, base_of(item, home)) for item in items]
    return parsed


def _dialect(tree: ParsedMarkup) -> str:
    if tree.name == _RDF:
        is_first = any("simple/0.9" in space for space in tree.root.nsmap.values())
        return "RSS 0.90" if is_first else "RSS 1.0"
    return f"RSS {attribute(tree.root, 'version') or '2.0'}"[:20]


def _describe(parsed: ParsedFeed, fields: Fields, names: TagNames) -> None:
    parsed.title = _raw_text(text_of(fields, "title", "dc:title"))
    parsed.description = _raw_text(
        text_of(fields, "description", "dc:description", "itunes:subtitle", "itunes:summary")
    )
    parsed.language = text_of(fields, "language", "dc:language")
    parsed.categories = _categories(fields)
    parsed.updated = list(texts_of(fields, "lastbuilddate", "pubdate", "dc:date", "atom:updated"))
    parsed.interval_seconds = _interval(fields)
    links = fields.get("atom:link", [])
    parsed.hub = _linked(links, "hub")
    parsed.topic = _linked(links, "self")
    parsed.homes = [home.strip() for home in texts_of(fields, "link")]
    parsed.homes += filter(None, [_linked(links, "alternate")])
    for image in fields.get("image", ()):
        parsed.images += texts_of(fields_of(image, names), "url")
    parsed.images += [attribute(image, "href") for image in fields.get("itunes:image", ())]


def _entry(item: etree._Element, fields: Fields, names: TagNames, base: str) -> ParsedEntry:
    guid = text_of(fields, "guid", "dc:identifier") or None
    entry = ParsedEntry(base=base, guid=guid.strip() if guid else None)
    entry.addresses = _addresses(item, fields)
    entry.titles = [RawText(raw=raw) for raw in texts_of(fields, "title", "dc:title", "itunes:title", "media:title")]
    entry.texts = [RawText(raw=raw) for raw in texts_of(fields, *_TEXTS)]
    entry.creators = list(islice(texts_of(fields, "dc:creator", "author", "itunes:author"), _MAX_VALUES))
    entry.creators += _names_in_atom(fields, names)
    entry.published = list(
        texts_of(fields, "pubdate", "dc:date", "dcterms:created", "dcterms:issued", "atom:published")
    )
    entry.published += texts_of(fields, "published", "prism:publicationdate", "date")
    entry.updated = list(texts_of(fields, "atom:updated", "dcterms:modified", "updated", "lastbuilddate"))
    entry.categories = _categories(fields)
    entry.pictures = find_media(fields, names)
    return entry


def _addresses(item: etree._Element, fields: Fields) -> list[str]:
    found = list(texts_of(fields, "feedburner:origlink", "pheedo:origlink"))
    links = [*texts_of(fields, "link")]
    found += links or filter(None, (attribute(link, "href") for link in fields.get("link", ())))
    found += filter(None, [_linked(fields.get("atom:link", []), "alternate")])
    guids = [(attribute(guid, "ispermalink").lower(), (guid.text or "").strip()) for guid in fields.get("guid", ())]
    found += [text for claim, text in guids if claim != "false" and _is_absolute(text)]
    found += [attribute(item, "about")]
    # Declared not to be an address; better than nothing if it looks like one.
    found += [text for claim, text in guids if claim == "false" and _is_absolute(text)]
    return [address for address in found if address]


def _categories(fields: Fields) -> list[str]:
    found = list(islice(texts_of(fields, "category", "prism:section"), _MAX_VALUES))
    found += [attribute(element, "text") for element in fields.get("itunes:category", ())[:_MAX_VALUES]]
    found += subjects_of(fields, _MAX_VALUES)
    if not found:
        found += islice(texts_of(fields, "media:category"), _MAX_VALUES)
    return found


def _names_in_atom(fields: Fields, names: TagNames) -> list[str]:
    authors = fields.get("atom:author", ())[:_MAX_VALUES]
    return [name for author in authors for name in texts_of(fields_of(author, names), "atom:name")]


def _linked(links: list[etree._Element], relation: str) -> str | None:
    for link in links:
        address = attribute(link, "href")
        if address and (attribute(link, "rel").lower() or "alternate") == relation:
            return address
    return None


def _interval(fields: Fields) -> int | None:
    """Returns the seconds between two changes: the time to live, or else the period of the syndication module."""
    minutes = _count(text_of(fields, "ttl"))
    if minutes:
        return minutes * 60
    period = _PERIOD_SECONDS.get((text_of(fields, "sy:updateperiod") or "").strip().lower())
    return period // (_count(text_of(fields, "sy:updatefrequency")) or 1) if period else None


def _count(text: str | None) -> int:
    digits = (text or "").strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= _MAX_DIGITS else 0


def _raw_text(raw: str | None) -> RawText | None:
    return RawText(raw=raw) if raw else None


def _is_absolute(text: str) -> bool:
    return text.lower().startswith(("http://", "https://"))
