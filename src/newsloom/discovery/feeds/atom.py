"""Reads Atom 1.0 and 0.3 from a tree into a ``ParsedFeed``.

The declared type of a text (plain, escaped HTML, XHTML) is trusted. A story without authors has those of the feed.
"""

from __future__ import annotations

from itertools import islice
from typing import Final
from urllib.parse import urljoin

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
from newsloom.discovery.markup import ParsedMarkup, TagNames, fields_of, own_text

__all__ = ["read_atom"]

_MAX_VALUES: Final = 60
# Types of plain text. Atom 0.3 writes media types, and marks escaped HTML by a mode.
_PLAIN: Final = frozenset({"", "text", "text/plain"})
_BASE: Final = "{http://www.w3.org/XML/1998/namespace}base"
_FEED_TYPES: Final = ("application/atom+xml", "application/rss+xml")


def read_atom(tree: ParsedMarkup, url: str) -> ParsedFeed:
    """Returns the feed as it is written; ``url`` is its own address."""
    names = TagNames(tree.root, NAMESPACES)
    fields = fields_of(tree.root, names)
    base = base_of(tree.root, url)
    parsed = ParsedFeed(dialect=_dialect(tree.root), base=base, faults=list(tree.faults))
    _describe(parsed, tree.root, fields, names)
    found = entries_below(tree.root, names, "entry")
    entries = list(islice(found, MAX_ENTRIES))
    if next(found, None) is not None:
        parsed.faults.append(f"more than {MAX_ENTRIES:,} entries; the first were read")
    parsed.entries = [_entry(entry, names, base_of(entry, url)) for entry in entries]
    return parsed


def _dialect(root: etree._Element) -> str:
    is_old = "purl.org/atom" in root.tag or attribute(root, "version").startswith("0.")
    return "Atom 0.3" if is_old else "Atom 1.0"


def _describe(parsed: ParsedFeed, root: etree._Element, fields: Fields, names: TagNames) -> None:
    parsed.title = _raw_text(fields, "title")
    parsed.description = _raw_text(fields, "subtitle", "tagline", "info")
    parsed.language = attribute(root, "lang") or text_of(fields, "dc:language", "language")
    parsed.categories = _categories(fields)
    parsed.creators = _creators(fields, names)
    parsed.updated = list(texts_of(fields, "updated", "modified"))
    links = fields.get("link", [])
    parsed.hub = next(iter(_linked(links, "hub")), None)
    parsed.topic = next(iter(_linked(links, "self")), None)
    parsed.homes = _linked(links, "alternate")
    parsed.images = [image.strip() for image in texts_of(fields, "logo", "icon")]


def _entry(element: etree._Element, names: TagNames, base: str) -> ParsedEntry:
    fields = fields_of(element, names)
    source = next((fields_of(source, names) for source in fields.get("source", ())), {})
    identity = (text_of(fields, "id") or "").strip()
    entry = ParsedEntry(base=base, guid=identity or None)
    entry.addresses = _addresses(fields, identity)
    entry.titles = [wording for wording in (_raw_text(fields, "title"), _raw_text(fields, "media:title")) if wording]
    places = ("summary", "content", "dc:description", "media:description")
    group = next((fields_of(group, names) for group in fields.get("media:group", ())), {})
    texts = [*(_raw_text(fields, place) for place in places), _raw_text(group, "media:description")]
    entry.texts = [text for text in texts if text]
    entry.creators = _creators(fields, names) or list(texts_of(fields, "dc:creator")) or _creators(source, names)
    entry.published = list(texts_of(fields, "published", "issued", "created", "dc:date", "pubdate"))
    entry.updated = list(texts_of(fields, "updated", "modified"))
    entry.categories = _categories(fields)
    entry.pictures = find_media(fields, names)
    return entry


def _addresses(fields: Fields, identity: str) -> list[str]:
    links = fields.get("link", [])
    found = [address.strip() for address in texts_of(fields, "feedburner:origlink")]
    found += _linked(links, "alternate")
    # Some write the address in the RSS way.
    found += (text.strip() for text in texts_of(fields, "link"))
    if not found:
        found += _linked(links, "self") + _linked(links, "related") + _linked(links, "via")
    contents = (attribute(content, "src") for content in fields.get("content", ()))
    found += (address for address in contents if address)
    return [*found, identity] if identity.lower().startswith(("http://", "https://")) else found


def _linked(links: list[etree._Element], relation: str) -> list[str]:
    """Returns the addresses with that relation, web pages before other declared types."""
    found: list[tuple[bool, str]] = []
    for link in links[:_MAX_VALUES]:
        address = attribute(link, "href")
        kind = attribute(link, "type").lower()
        relations = (attribute(link, "rel").lower() or "alternate").rpartition("/")[2].split()
        if address and relation in relations and not (relation == "alternate" and kind.startswith(_FEED_TYPES)):
            found.append((bool(kind) and "html" not in kind, _from_own_base(link, address)))
    return [address for _, address in sorted(found, key=lambda one: one[0])]


def _from_own_base(link: etree._Element, address: str) -> str:
    """Resolves the address here if the link has its own base; the base of its entry is applied later."""
    return urljoin(base_of(link, ""), address) if _BASE in link.attrib else address


def _creators(fields: Fields, names: TagNames) -> list[str]:
    found: list[str] = []
    for author in fields.get("author", ())[:_MAX_VALUES]:
        inside = fields_of(author, names)
        # Some write the name in the RSS way.
        found += [text for text in [text_of(inside, "name") or (None if inside else author.text)] if text]
    return found


def _categories(fields: Fields) -> list[str]:
    found = [
        attribute(category, "label") or attribute(category, "term") or (category.text or "")
        for category in fields.get("category", ())[:_MAX_VALUES]
    ]
    return found + subjects_of(fields, _MAX_VALUES)


def _raw_text(fields: Fields, *names: str) -> RawText | None:
    for name in names:
        for element in fields.get(name, ()):
            raw = own_text(element)
            if raw and not raw.isspace():
                kind, mode = attribute(element, "type").lower(), attribute(element, "mode").lower()
                is_plain = kind in _PLAIN and mode != "escaped" and not len(element)
                return RawText(raw=raw, is_markup=not is_plain)
    return None
