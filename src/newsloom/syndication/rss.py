"""Writes a ``PublishedFeed`` as RSS 2.0 (https://www.rssboard.org/rss-specification).

Whole stories are in ``content:encoded``, authors in ``dc:creator``, pictures in ``media:content``. The time of the last
new content, for which RSS has no element, is in ``atom:updated``.
"""

from __future__ import annotations

import html
import mimetypes
from datetime import datetime
from email.utils import format_datetime
from typing import Final

from lxml import etree

from newsloom.records import Image
from newsloom.syndication.characters import html_or_text, xml_text
from newsloom.syndication.feed import Entry, PublishedFeed

__all__ = ["write_rss"]

_ATOM: Final = "{http://www.w3.org/2005/Atom}"
_CONTENT: Final = "{http://purl.org/rss/1.0/modules/content/}"
_DC: Final = "{http://purl.org/dc/elements/1.1/}"
_MEDIA: Final = "{http://search.yahoo.com/mrss/}"
_NAMES: Final = {"atom": _ATOM[1:-1], "content": _CONTENT[1:-1], "dc": _DC[1:-1], "media": _MEDIA[1:-1]}


def write_rss(feed: PublishedFeed) -> bytes:
    """The feed as RSS 2.0, in UTF-8."""
    root = etree.Element("rss", version="2.0", nsmap=_NAMES)
    channel = etree.SubElement(root, "channel")
    _add(channel, "title", html_or_text(feed.title))
    _add(channel, "link", feed.home)
    _add(channel, "description", html.escape(xml_text(feed.description or feed.title)))
    etree.SubElement(channel, f"{_ATOM}link", href=feed.url, rel="self", type="application/rss+xml")
    _add(channel, "language", feed.language)
    _add(channel, "lastBuildDate", _written(feed.updated))
    _add(channel, "generator", "Newsloom")
    for entry in feed.entries:
        _write_item(etree.SubElement(channel, "item"), entry)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _write_item(item: etree._Element, entry: Entry) -> None:
    _add(item, "title", html_or_text(entry.title))
    _add(item, "link", entry.url)
    etree.SubElement(item, "guid", isPermaLink="false").text = entry.id
    _add(item, "pubDate", _written(entry.published) if entry.published else None)
    _add(item, f"{_ATOM}updated", entry.updated.isoformat())
    for author in entry.authors:
        _add(item, f"{_DC}creator", html_or_text(author))
    _add(item, f"{_DC}publisher", html_or_text(entry.paper or ""))
    _add(item, f"{_DC}language", entry.language)
    for category in entry.categories:
        _add(item, "category", html_or_text(category))
    _add(item, "description", html.escape(entry.summary or ""))
    _add(item, f"{_CONTENT}encoded", entry.html)
    if entry.image:
        _write_picture(item, entry.image)


def _write_picture(item: etree._Element, image: Image) -> None:
    picture = etree.SubElement(item, f"{_MEDIA}content", url=image.url, medium="image")
    kind = mimetypes.guess_type(image.url.partition("?")[0])[0] or ""
    if kind.startswith("image/"):
        picture.set("type", kind)
    _add(picture, f"{_MEDIA}description", html_or_text(image.caption or ""))
    _add(picture, f"{_MEDIA}credit", html_or_text(image.credit or ""))


def _add(parent: etree._Element, name: str, text: str | None) -> None:
    if text:
        etree.SubElement(parent, name).text = xml_text(text)


def _written(moment: datetime) -> str:
    return format_datetime(moment)
