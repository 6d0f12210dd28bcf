"""Reads JSON Feed 1.0 and 1.1 from text into a ``ParsedFeed``. A value of the wrong type counts as missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from newsloom.discovery.feeds.media import is_picture
from newsloom.discovery.feeds.model import MAX_ENTRIES, ParsedEntry, ParsedFeed, Picture, RawText
from newsloom.errors import InputError

__all__ = ["read_json_feed"]

_MAX_VALUES: Final = 60
_VERSION_MARK: Final = "jsonfeed.org/version/"


def read_json_feed(text: str, url: str) -> ParsedFeed:
    """Returns the feed as it is written; ``url`` is its own address. Raises ``InputError`` if it is not a JSON Feed."""
    feed = _parsed(text, url)
    version = _text(feed, "version")
    items = feed.get("items")
    if not isinstance(items, list) or (_VERSION_MARK not in version and "title" not in feed):
        raise InputError(url, "this is JSON, but not a JSON Feed: it has no version or no list of items")
    parsed = ParsedFeed(dialect=f"JSON Feed {version.rpartition('/')[2][:9] or '1'}", base=url)
    _describe(parsed, feed)
    parsed.entries = [_entry(item, url) for item in items[:MAX_ENTRIES] if isinstance(item, dict)]
    if len(items) > MAX_ENTRIES:
        parsed.faults.append(f"more than {MAX_ENTRIES:,} items; the first were read")
    return parsed


def _parsed(text: str, url: str) -> dict[str, Any]:
    try:
        feed = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(url, f"neither XML nor readable JSON: {error}") from error
    return feed if isinstance(feed, dict) else {}


def _describe(parsed: ParsedFeed, feed: dict[str, Any]) -> None:
    title, description = _text(feed, "title"), _text(feed, "description")
    parsed.title = RawText(raw=title, is_markup=False) if title else None
    parsed.description = RawText(raw=description, is_markup=False) if description else None
    parsed.language = _text(feed, "language") or None
    parsed.homes = list(filter(None, [_text(feed, "home_page_url")]))
    parsed.topic = _text(feed, "feed_url") or None
    parsed.images = list(filter(None, [_text(feed, "icon"), _text(feed, "favicon")]))
    parsed.creators = _creators(feed)
    parsed.hub = next(filter(None, (_text(hub, "url") for hub in _objects(feed, "hubs"))), None)


def _entry(item: dict[str, Any], base: str) -> ParsedEntry:
    identity = _text(item, "id")
    entry = ParsedEntry(base=base, guid=identity or None)
    entry.addresses = list(filter(None, (_text(item, "url"), _text(item, "external_url"))))
    if identity.lower().startswith(("http://", "https://")):
        entry.addresses.append(identity)
    title = _text(item, "title")
    entry.titles = [RawText(raw=title, is_markup=False)] if title else []
    plain = [
        RawText(raw=text, is_markup=False) for text in (_text(item, "summary"), _text(item, "content_text")) if text
    ]
    marked = [RawText(raw=text) for text in [_text(item, "content_html")] if text]
    entry.texts = plain + marked
    entry.creators = _creators(item)
    entry.published = [_text(item, "date_published")]
    entry.updated = [_text(item, "date_modified")]
    tags = item.get("tags")
    entry.categories = [tag for tag in tags[:_MAX_VALUES] if isinstance(tag, str)] if isinstance(tags, list) else []
    entry.pictures = list(_pictures(item))
    return entry


def _pictures(item: dict[str, Any]) -> Iterator[Picture]:
    for rank, key in enumerate(("image", "banner_image")):
        if _text(item, key):
            yield Picture(address=_text(item, key), rank=rank)
    for attachment in _objects(item, "attachments"):
        if is_picture(_text(attachment, "url"), _text(attachment, "mime_type")):
            yield Picture(address=_text(attachment, "url"), rank=2)


def _creators(value: dict[str, Any]) -> list[str]:
    # Version 1.0 had one author, version 1.1 has a list.
    authors = [*_objects(value, "authors"), *(one for one in [value.get("author")] if isinstance(one, dict))]
    return [name for name in (_text(author, "name") for author in authors) if name]


def _objects(value: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = value.get(key)
    return [one for one in found[:_MAX_VALUES] if isinstance(one, dict)] if isinstance(found, list) else []


def _text(value: dict[str, Any], key: str) -> str:
    found = value.get(key)
    if isinstance(found, int) and not isinstance(found, bool):
        # Contrary to the specification, ids are often numbers.
        return str(found) if abs(found) < 10**18 else ""
    return found if isinstance(found, str) else ""
