"""Links: what is said of them where, the lists on which they stood, and which of them wait.

A list changes its order with every new story on top, so an entry for each link and place would be written anew each
time. Instead each thing said of a link is one row, and a list is the numbers of such rows, packed.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, ForeignKey, Index, LargeBinary, Row, Table, UniqueConstraint, text

from newsloom.records import Image, Link
from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Digest, Document, Key, Moment, Words

__all__ = ["FRONTS", "LINKS", "MENTIONS", "document_of_link", "link_of"]

MENTIONS: Final = Table(
    "mentions",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("source_id", Key, ForeignKey("addresses.id"), nullable=False),
    Column("address_id", Key, ForeignKey("addresses.id"), nullable=False, index=True),
    Column("digest", Digest, nullable=False),
    Column("document", Document, nullable=False),
    UniqueConstraint("source_id", "digest"),
)

FRONTS: Final = Table(
    "fronts",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("source_id", Key, ForeignKey("addresses.id"), nullable=False),
    Column("digest", Digest, nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("last_seen", Moment, nullable=False),
    Column("mentions", LargeBinary, nullable=False),
    Index(None, "source_id", "first_seen", "id"),
)

# Every address that was ever sighted; it waits while ``due_at`` is there.
LINKS: Final = Table(
    "links",
    METADATA,
    Column("address_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("mention_id", Key, ForeignKey("mentions.id"), nullable=False),
    Column("due_at", Moment),
    Column("owner", Words),
    Column("leased_until", Moment),
    Index(
        None,
        "due_at",
        "address_id",
        sqlite_where=text("due_at IS NOT NULL"),
        postgresql_where=text("due_at IS NOT NULL"),
    ),
)


def link_of(row: Row[Any], source_url: str, position: int | None = None, /) -> Link:
    """The link of a row of ``MENTIONS`` with its ``url``, at the place where it first stood or at another."""
    said = row.document
    return Link(
        url=row.url,
        source_url=source_url,
        title=said["title"],
        text=said["text"],
        authors=tuple(said["authors"]),
        published=_time(said["published"]),
        updated=_time(said["updated"]),
        categories=tuple(said["categories"]),
        guid=said["guid"],
        image=Image(**said["image"]) if said["image"] else None,
        position=said["position"] if position is None else position,
    )


def document_of_link(link: Link, /) -> dict[str, Any]:
    """What is said of a link, for the column ``document``."""
    image = link.image
    return {
        "title": link.title,
        "text": link.text,
        "authors": link.authors,
        "published": link.published and link.published.isoformat(),
        "updated": link.updated and link.updated.isoformat(),
        "categories": link.categories,
        "guid": link.guid,
        "image": image and {"url": image.url, "caption": image.caption, "credit": image.credit},
        "position": link.position,
    }


def _time(written: str | None) -> datetime | None:
    return None if written is None else datetime.fromisoformat(written)
