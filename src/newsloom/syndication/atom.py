"""Writes a ``PublishedFeed`` as Atom 1.0 (RFC 4287)."""

from __future__ import annotations

from typing import Any, Final

from lxml import etree

from newsloom.syndication.characters import xml_text
from newsloom.syndication.feed import Entry, PublishedFeed

__all__ = ["write_atom"]

_ATOM: Final = "{http://www.w3.org/2005/Atom}"
_DC: Final = "{http://purl.org/dc/elements/1.1/}"
_MEDIA: Final = "{http://search.yahoo.com/mrss/}"
# Any: the stubs of lxml know no default namespace.
_NAMES: Final[Any] = {None: _ATOM[1:-1], "dc": _DC[1:-1], "media": _MEDIA[1:-1]}
_LANGUAGE: Final = "{http://www.w3.org/XML/1998/namespace}lang"


def write_atom(feed: PublishedFeed) -> bytes:
    """The feed as Atom 1.0, in UTF-8."""
    root = etree.Element(f"{_ATOM}feed", nsmap=_NAMES)
    if feed.language:
        root.set(_LANGUAGE, feed.language)
    _add(root, "title", feed.title)
    _add(root, "subtitle", feed.description)
    _add(root, "id", feed.id)
    _add(root, "updated", feed.updated.isoformat())
    etree.SubElement(root, f"{_ATOM}link", rel="alternate", type="text/html", href=feed.home)
    etree.SubElement(root, f"{_ATOM}link", rel="self", type="application/atom+xml", href=feed.url)
    _add(root, "generator", "Newsloom")
    # RFC 4287, 4.1.1: a feed needs an author unless all entries have one. Its own title is not mistaken for a writer.
    _add(etree.SubElement(root, f"{_ATOM}author"), "name", feed.title)
    for entry in feed.entries:
        _write_entry(etree.SubElement(root, f"{_ATOM}entry"), entry)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _write_entry(parent: etree._Element, entry: Entry) -> None:
    if entry.language:
        parent.set(_LANGUAGE, entry.language)
    _add(parent, "title", entry.title)
    _add(parent, "id", entry.id)
    etree.SubElement(parent, f"{_ATOM}link", rel="alternate", type="text/html", href=entry.url)
    _add(parent, "published", entry.published.isoformat() if entry.published else None)
    _add(parent, "updated", entry.updated.isoformat())
    for author in entry.authors:
        _add(etree.SubElement(parent, f"{_ATOM}author"), "name", author)
    if entry.paper:
        etree.SubElement(parent, f"{_DC}publisher").text = xml_text(entry.paper)
    for category in entry.categories:
        etree.SubElement(parent, f"{_ATOM}category", term=xml_text(category))
    _add(parent, "summary", entry.summary)
    if entry.html:
        etree.SubElement(parent, f"{_ATOM}content", type="html").text = xml_text(entry.html)
    if entry.image:
        picture = etree.SubElement(parent, f"{_MEDIA}content", url=entry.image.url, medium="image")
        for name, text in (("description", entry.image.caption), ("credit", entry.image.credit)):
            if text:
                etree.SubElement(picture, f"{_MEDIA}{name}").text = xml_text(text)


def _add(parent: etree._Element, name: str, text: str | None) -> None:
    if text:
        etree.SubElement(parent, f"{_ATOM}{name}").text = xml_text(text)
