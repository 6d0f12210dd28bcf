"""Bodies, the versions of pages that point at them, and the requests that brought them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, Row, SmallInteger, Table

from newsloom.records import Fetch, Page, Version
from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Digest, Document, Key, Moment, Words

__all__ = ["BODIES", "FETCHES", "MOULDS", "VERSIONS", "fetch_of", "page_of", "version_of"]

# ``base`` is the body that this one is the difference to, ``depth`` how many such steps there are to a whole one.
BODIES: Final = Table(
    "bodies",
    METADATA,
    Column("digest", Digest, primary_key=True),
    Column("size", Integer, nullable=False),
    Column("coding", SmallInteger, nullable=False),
    Column("base", Digest, ForeignKey("bodies.digest")),
    Column("depth", SmallInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

# For each site and kind of page one whole body that new pages are the difference to.
MOULDS: Final = Table(
    "moulds",
    METADATA,
    Column("shape", Digest, primary_key=True),
    Column("body", Digest, ForeignKey("bodies.digest"), nullable=False),
)

VERSIONS: Final = Table(
    "versions",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("address_id", Key, ForeignKey("addresses.id"), nullable=False),
    Column("digest", Digest, ForeignKey("bodies.digest"), nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("last_seen", Moment, nullable=False),
    Column("status", Integer, nullable=False),
    Column("content_type", Words),
    Column("etag", Words),
    Column("last_modified", Words),
    Column("rights", Document, nullable=False),
    Column("requested_url", Words),
    Column("feed_title", Words),
    Index(None, "address_id", "first_seen", "id"),
)

FETCHES: Final = Table(
    "fetches",
    METADATA,
    Column("address_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("fetched_at", Moment, primary_key=True, autoincrement=False),
    Column("is_confirming", Boolean, nullable=False),
    Column("status", Integer),
    Column("digest", Words),
    Column("etag", Words),
    Column("last_modified", Words),
    Column("size", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("error", Words),
    # The last fetch of an address that has failed for months is found without reading all its failures.
    Index(None, "address_id", "is_confirming", "fetched_at"),
)


def page_of(row: Row[Any], url: str, body: bytes, /) -> Page:
    """The page of a row of ``VERSIONS``, as it was first fetched."""
    return Page(
        url=url,
        fetched_at=row.first_seen,
        body=body,
        status=row.status,
        content_type=row.content_type,
        etag=row.etag,
        last_modified=row.last_modified,
        rights=tuple(row.rights),
        requested_url=row.requested_url,
        feed_title=row.feed_title,
    )


def version_of(row: Row[Any], url: str, /) -> Version:
    """The version of a row of ``VERSIONS`` with the ``size`` and the ``stored_size`` of its body."""
    return Version(
        url=url,
        digest=row.digest,
        first_seen=row.first_seen,
        last_seen=row.last_seen,
        size=row.size,
        stored_size=row.stored_size,
        content_type=row.content_type,
        rights=tuple(row.rights),
    )


def fetch_of(row: Row[Any], url: str, /) -> Fetch:
    """The request of a row of ``FETCHES``."""
    return Fetch(
        url=url,
        fetched_at=row.fetched_at,
        status=row.status,
        digest=row.digest,
        etag=row.etag,
        last_modified=row.last_modified,
        size=row.size,
        seconds=row.seconds,
        error=row.error,
    )
