"""Reads and writes OPML, the format in which feed readers exchange subscriptions.

The innermost folder of a source becomes its category ("Norway" > "Sport": sport). Reading a written list gives the same
sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.discovery.feeds.dates import parse_datetime
from newsloom.discovery.feeds.text import headline, label
from newsloom.discovery.markup import parse_tree, readable
from newsloom.records import Source
from newsloom.text.urls import normalise_url

__all__ = ["MAX_SOURCES", "DroppedOutline", "ReadingList", "read_list", "read_opml", "write_opml"]

MAX_SOURCES: Final = 10_000
"""The number of sources read from one file."""

_SUBJECT: Final = "the OPML file"
# OPML 2.0 defines the types rss and link, and lets programs add others.
_TYPES: Final = {"feed": "rss", "page": "link", "sitemap": "sitemap"}
_KINDS: Final = {kind: name for name, kind in _TYPES.items()}
_FEED_ADDRESS: Final = re.compile(rb"\bxmlurl\s{0,9}=", re.IGNORECASE)
_LONGEST_NAME: Final = 300
_BEFORE_NAME: Final = re.compile(r"^.*[}:]")


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedOutline:
    """An entry of a list that is not a source: what it names, and why it was dropped."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingList:
    """The sources of a list, in its order, each once, and the entries that were dropped."""

    sources: tuple[Source, ...]
    dropped: tuple[DroppedOutline, ...] = ()


def read_opml(body: bytes) -> tuple[Source, ...]:
    """Returns the sources of a list, in its order, each once; ``home`` is as given, or None.

    Raises ``InputError`` if the file is not OPML.
    """
    return read_list(body).sources


def read_list(body: bytes) -> ReadingList:
    """Like ``read_opml``, with what was dropped: no web address, named twice, too many, or lost in broken markup."""
    markup, faults = readable(body)
    tree = parse_tree(markup, ("opml",), subject=_SUBJECT, faults=faults)
    found: dict[str, Source] = {}
    dropped: list[DroppedOutline] = []
    read = 0
    for outline, folder in _outlines(tree.root):
        read += "xmlurl" in outline
        source = _source(outline, folder)
        if source is None:
            reason = "is not a web address" if _address(outline) else "has no address"
        elif source.url in found:
            reason = "is listed twice"
        elif len(found) == MAX_SOURCES:
            reason = f"comes after the first {MAX_SOURCES} sources; no more are read"
        else:
            found[source.url] = source
            continue
        if len(dropped) < MAX_SOURCES:
            name = _address(outline) or _name(outline) or "an entry"
            dropped.append(DroppedOutline(name=name[:_LONGEST_NAME], reason=reason))
    lost = _count_feeds(markup) - read
    if lost > 0:
        dropped.append(DroppedOutline(name=f"{lost} of its feeds", reason="cannot be read: the markup is broken there"))
    return ReadingList(sources=tuple(found.values()), dropped=tuple(dropped))


def write_opml(sources: Iterable[Source], *, title: str = "Newsloom") -> bytes:
    """Returns the sources as OPML 2.0: those without a category first, then a folder for each category."""
    root = etree.Element("opml", version="2.0")
    etree.SubElement(etree.SubElement(root, "head"), "title").text = title
    body = etree.SubElement(root, "body")
    folders: dict[str | None, etree._Element] = {None: body}
    ordered = sorted(sources, key=lambda source: source.category is not None)
    for source in ordered:
        if source.category not in folders:
            folders[source.category] = etree.SubElement(body, "outline", text=_printable(source.category or ""))
        etree.SubElement(folders[source.category], "outline", _attributes(source))
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def _outlines(root: etree._Element) -> Iterator[tuple[dict[str, str], str | None]]:
    """Yields every outline that names an address or has the type of a feed, with its folder."""
    folders: list[str | None] = [None]
    for event, element in etree.iterwalk(root, events=("start", "end")):
        # Not etree.QName: it raises for names that only a lenient parser accepts.
        if not isinstance(element.tag, str) or _BEFORE_NAME.sub("", element.tag).lower() != "outline":
            continue
        if event == "end":
            folders.pop()
            continue
        attributes = {str(name).lower(): str(value).strip() for name, value in element.items()}
        if _address(attributes) or (attributes.get("type", "").lower() == "rss" and not len(element)):
            yield attributes, folders[-1]
            folders.append(folders[-1])
        else:
            folders.append(_name(attributes) or folders[-1])


def _count_feeds(markup: bytes) -> int:
    """Returns how many addresses of feeds the markup contains, outside of comments, even if it is broken."""
    first, *others = markup.split(b"<!--")
    return sum(len(_FEED_ADDRESS.findall(part)) for part in (first, *(one.partition(b"-->")[2] for one in others)))


def _source(outline: dict[str, str], folder: str | None) -> Source | None:
    url = normalise_url(_address(outline))
    if url is None:
        return None
    added = parse_datetime(outline.get("created", ""))
    return Source(
        url=url,
        kind="feed" if outline.get("xmlurl") else _KINDS.get(outline.get("type", "").lower(), "page"),
        title=_name(outline),
        category=_category(outline.get("category", "")) or folder,
        home=normalise_url(outline.get("htmlurl", "")),
        added_at=added[0] if added else None,
    )


def _address(outline: dict[str, str]) -> str:
    address = outline.get("xmlurl") or outline.get("url") or ""
    # Browsers pass feeds on with this scheme: feed://paper.example/rss, feed:https://paper.example/rss.
    if address.lower().startswith("feed:"):
        rest = address[5:]
        return f"http:{rest}" if rest.startswith("//") else rest
    return address


def _name(outline: dict[str, str]) -> str | None:
    written = outline.get("title") or outline.get("text") or ""
    # OPML requires a text; programs without one repeat the address.
    return None if written == _address(outline) else headline(written)


def _category(raw: str) -> str | None:
    """Returns the last part of the first category in "/News/Sport,Weather": slashes separate folders (OPML 2.0)."""
    first = raw.partition(",")[0].strip()
    return label(first.rpartition("/")[2] or first) or None if first.strip("/ ") else None


def _attributes(source: Source) -> dict[str, str]:
    kind = _TYPES.get(source.kind, "link")
    attributes = {"text": _printable(source.title or source.url), "type": kind}
    attributes["xmlUrl" if kind == "rss" else "url"] = source.url
    if source.title:
        attributes["title"] = _printable(source.title)
    if source.home:
        attributes["htmlUrl"] = source.home
    if source.added_at:
        attributes["created"] = _written(source.added_at)
    return attributes


def _written(moment: datetime) -> str:
    return format_datetime(moment.astimezone(UTC), usegmt=True)


def _printable(text: str) -> str:
    """Returns the text without the characters that XML does not allow."""
    return "".join(islice((one for one in text if one.isprintable()), 1_000))
