"""By what a store tells things apart: a body, an article or a list of links in, a SHA-256 in hex out.

Two articles have the same digest if they read the same. When they were fetched, how sure the extractor was and what the
page says of its own last change are not part of it: many sites print the time of the request there.
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

# Short enough for a path; among a billion articles two have the same with a chance of one in forty.
_ID_CHARACTERS: Final = 16
_ID: Final = re.compile(f"[0-9a-f]{{{_ID_CHARACTERS}}}")
_DIGEST_CHARACTERS: Final = 64

# Not confidence, provenance and reason, which are about the extractor; not canonical_url and site, which no one reads.
_READ: Final = ("title", "description", "text", "published", "date", "authors", "section", "language", "is_article")


def address_digest(url: str, /) -> str:
    """By which an address is found: it may be longer than what can be put in an index."""
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()


def article_id(url: str, /) -> str:
    """The public id of the article with that address: the beginning of the address's digest."""
    return address_digest(url)[:_ID_CHARACTERS]


def digests_of_id(identity: str, /) -> tuple[str, str] | None:
    """The first and the last digest that an address with that id may have; None if it is no id."""
    if _ID.fullmatch(identity) is None:
        return None
    return identity.ljust(_DIGEST_CHARACTERS, "0"), identity.ljust(_DIGEST_CHARACTERS, "f")


def body_digest(body: bytes, /) -> str:
    """By which a body is found again."""
    return hashlib.sha256(body).hexdigest()


def reading_digest(article: Article, /) -> str:
    """Equal for two articles that a reader could not tell apart."""
    read = [_same_read(getattr(article, name)) for name in _READ]
    return _digest([*read, [_picture(image) for image in article.images]])


def _same_read(value: Any) -> Any:
    # The same moment, written with another offset.
    return value.astimezone(UTC) if isinstance(value, datetime) and value.tzinfo else value


def link_digest(link: Link, /) -> str:
    """Equal for links of which the same is said, wherever on the list they stand."""
    facts = [link.url, link.title, link.text, link.authors, link.published, link.updated, link.categories, link.guid]
    return _digest([*facts, link.image and [link.image.url, link.image.caption, link.image.credit]])


def item_digest(item: Item, /) -> str:
    """Equal for items with the same text and address, as the news item paper tells them apart (3.2.2)."""
    return _digest([item.headline, item.text, item.url])


def list_digest(links: Iterable[Link], /) -> str:
    """Equal for lists on which the same is said in the same order."""
    return _digest([[link_digest(link), link.position] for link in links])


def failure_digest(failure: Failure, /) -> str:
    """Equal for the same failure reported twice."""
    facts = [failure.url, failure.stage, failure.kind, failure.reason, failure.at, failure.digest]
    return _digest(facts)


def _picture(image: Image) -> list[str | None]:
    # Without the query: servers of pictures sign and size them anew with each request.
    return [image.url.partition("?")[0], image.caption, image.credit]


def _digest(facts: Any) -> str:
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()
