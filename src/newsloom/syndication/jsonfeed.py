"""Writes a ``PublishedFeed`` as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/)."""

from __future__ import annotations

import json
from typing import Any, Final

from newsloom.syndication.characters import xml_text
from newsloom.syndication.feed import Entry, PublishedFeed

__all__ = ["write_json_feed"]

_VERSION: Final = "https://jsonfeed.org/version/1.1"


def write_json_feed(feed: PublishedFeed) -> bytes:
    """The feed as JSON Feed 1.1."""
    fields = {
        "version": _VERSION,
        "title": xml_text(feed.title),
        "home_page_url": feed.home,
        "feed_url": feed.url,
        "description": xml_text(feed.description),
        "language": feed.language,
    }
    items = [_item(entry) for entry in feed.entries]
    return json.dumps(_present(fields) | {"items": items}, ensure_ascii=False).encode("utf-8", "replace")


def _item(entry: Entry) -> dict[str, Any]:
    fields = {
        "id": entry.id,
        "url": entry.url,
        "title": entry.title,
        "summary": entry.summary,
        "image": entry.image and entry.image.url,
        "date_published": entry.published and entry.published.isoformat(),
        "date_modified": entry.updated.isoformat(),
        "authors": [{"name": author} for author in entry.authors],
        "tags": list(entry.categories),
        "language": entry.language,
        # Our own extension; the specification allows programs to add them.
        "_newsloom": _present({"paper": entry.paper, "caption": entry.image and entry.image.caption}),
    }
    # An item must have a text, even an empty one.
    return _present(fields) | {"content_html": xml_text(entry.html)}


def _present(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}
