"""Digests that identify bodies, articles, items and lists of links in a store: SHA-256 in hex.

Two articles have the same digest if they read the same. When they were fetched, how confident the extractor was and
what the page says about its last change are not included: many sites print the time of the request there.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from newsloom.records import Article, Failure, Image, Item, Link

__all__ = [
    "address_digest",
    "article_id",
    "body_digest",
    "digests_of_id",
    "failure_digest",
    "item_digest",
    "link_digest",
    "list_digest",
    "reading_digest",
]

# Short enough for a path. Among a billion articles, the chance that two have the same id is one in forty.
_ID_CHARACTERS: Final = 16
_ID: Final = re.compile(f"[0-9a-f]{{{_ID_CHARACTERS}}}")
_DIGEST_CHARACTERS: Final = 64

# Excludes confidence, provenance and reason, which are about the extraction, and canonical_url and site, which no one
# reads.
_READ: Final = ("title", "description", "text", "published", "date", "authors", "section", "language", "is_article")


def address_digest(url: str, /) -> str:
    """The key by which an address is looked up: the address itself may be too long for an index."""
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()


def article_id(url: str, /) -> str:
    """The public id of the article with that address: the beginning of the address's digest."""
    return address_digest(url)[:_ID_CHARACTERS]


def digests_of_id(identity: str, /) -> tuple[str, str] | None:
    """The first and last digest that an address with that id may have. None if it is not a valid id."""
    if _ID.fullmatch(identity) is None:
        return None
    return identity.ljust(_DIGEST_CHARACTERS, "0"), identity.ljust(_DIGEST_CHARACTERS, "f")


def body_digest(body: bytes, /) -> str:
    """The key under which a body is stored."""
    return hashlib.sha256(body).hexdigest()


def reading_digest(article: Article, /) -> str:
    """Equal for two articles that look the same to a reader."""
    read = [_same_read(getattr(article, name)) for name in _READ]
    return _digest([*read, [_picture(image) for image in article.images]])


def _same_read(value: Any) -> Any:
    # The same moment may be written with different offsets.
    return value.astimezone(UTC) if isinstance(value, datetime) and value.tzinfo else value


def link_digest(link: Link, /) -> str:
    """Equal for links with the same facts, wherever they are in the list."""
    facts = [link.url, link.title, link.text, link.authors, link.published, link.updated, link.categories, link.guid]
    return _digest([*facts, link.image and [link.image.url, link.image.caption, link.image.credit]])


def item_digest(item: Item, /) -> str:
    """Equal for items with the same text and address, the news item paper's criterion of identity (3.2.2)."""
    return _digest([item.headline, item.text, item.url])


def list_digest(links: Iterable[Link], /) -> str:
    """Equal for lists of the same links in the same order."""
    return _digest([[link_digest(link), link.position] for link in links])


def failure_digest(failure: Failure, /) -> str:
    """Equal for the same failure reported twice."""
    facts = [failure.url, failure.stage, failure.kind, failure.reason, failure.at, failure.digest]
    return _digest(facts)


def _picture(image: Image) -> list[str | None]:
    # Without the query: image servers sign and size addresses differently with each request.
    return [image.url.partition("?")[0], image.caption, image.credit]


def _digest(facts: Any) -> str:
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()
