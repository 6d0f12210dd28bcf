"""OPML, the format in which feed readers exchange subscriptions: bytes to sources, and back.

The innermost folder of a source becomes its category ("Norway" > "Sport": sport). Reading what was written gives the
same sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.discovery.feeds.dates import parse_datetime
from newsloom.discovery.feeds.text import headline, label
from newsloom.discovery.markup import parse_tree, readable
from newsloom.records import Source
from newsloom.text.addresses import normalised

__all__ = ["MAX_SOURCES", "read_opml", "write_opml"]

MAX_SOURCES: Final = 10_000
"""Sources read from one file."""

_SUBJECT: Final = "the OPML file"
# OPML 2.0 has the types rss and link, and lets programs have others.
_TYPES: Final = {"feed": "rss", "page": "link", "sitemap": "sitemap"}
_KINDS: Final = {kind: name for name, kind in _TYPES.items()}
_BEFORE_NAME: Final = re.compile(r"^.*[}:]")


def read_opml(body: bytes) -> tuple[Source, ...]:
    """The sources of a list, in its order, each once; ``home`` is as given, or None.

    Raises ``InputError`` if it is no OPML.
    """
    markup, faults = readable(body)
    tree = parse_tree(markup, ("opml",), subject=_SUBJECT, faults=faults)
    found: dict[str, Source] = {}
    for outline, folder in _outlines(tree.root):
        source = _source(outline, folder)
        if source:
            found.setdefault(source.url, source)
        if len(found) == MAX_SOURCES:
            break
    return tuple(found.values())


def write_opml(sources: Iterable[Source], *, title: str = "Newsloom") -> bytes:
    """The sources as OPML 2.0: those without a category first, then a folder for each category."""
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
    """Every outline that names an address, with the folder it stands in."""
    folders: list[str | None] = [None]
    for event, element in etree.iterwalk(root, events=("start", "end")):
        # Not etree.QName: it raises for names that only a lenient parser lets through.
        if not isinstance(element.tag, str) or _BEFORE_NAME.sub("", element.tag).lower() != "outline":
            continue
        if event == "end":
            folders.pop()
            continue
        attributes = {str(name).lower(): str(value).strip() for name, value in element.items()}
        if _address(attributes):
            yield attributes, folders[-1]
            folders.append(folders[-1])
        else:
            folders.append(_name(attributes) or folders[-1])


def _source(outline: dict[str, str], folder: str | None) -> Source | None:
    url = normalised(_address(outline))
    if url is None:
        return None
    added = parse_datetime(outline.get("created", ""))
    return Source(
        url=url,
        kind="feed" if outline.get("xmlurl") else _KINDS.get(outline.get("type", "").lower(), "page"),
        title=_name(outline),
        category=_category(outline.get("category", "")) or folder,
        home=normalised(outline.get("htmlurl", "")),
        added_at=added[0] if added else None,
    )


def _address(outline: dict[str, str]) -> str:
    address = outline.get("xmlurl") or outline.get("url") or ""
    # The scheme that browsers hand feeds over with: feed://paper.example/rss, feed:https://paper.example/rss.
    if address.lower().startswith("feed:"):
        rest = address[5:]
        return f"http:{rest}" if rest.startswith("//") else rest
    return address


def _name(outline: dict[str, str]) -> str | None:
    written = outline.get("title") or outline.get("text") or ""
    # OPML asks for a text; those who know no better repeat the address.
    return None if written == _address(outline) else headline(written)


def _category(raw: str) -> str | None:
    """The first category of "/News/Sport,Weather", by its last part: a slash makes a path of folders (OPML 2.0)."""
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
    """Without characters that XML cannot hold."""
    return "".join(islice((one for one in text if one.isprintable()), 1_000))
