"""Addresses: every URL is written once and known by its number elsewhere.

They are found by digest, because a URL may be longer than what PostgreSQL can put in an index.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Table, UniqueConstraint

from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Digest, Key, Words

__all__ = ["ADDRESSES", "REDIRECTS"]

ADDRESSES: Final = Table(
    "addresses",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("digest", Digest, nullable=False),
    Column("url", Words, nullable=False),
    UniqueConstraint("digest"),
)

# Which address, asked for, led to which.
REDIRECTS: Final = Table(
    "redirects",
    METADATA,
    Column("from_id", Key, primary_key=True, autoincrement=False),
    Column("to_id", Key, primary_key=True, autoincrement=False, index=True),
)
