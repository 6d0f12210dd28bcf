"""Addresses: every URL is stored once and referred to by its number elsewhere.

They are looked up by digest, because a URL may be longer than what PostgreSQL can put in an index.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Table, UniqueConstraint

from newsloom.stores.sql.types import METADATA, Digest, Key, Words

__all__ = ["ADDRESSES"]

ADDRESSES: Final = Table(
    "addresses",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("digest", Digest, nullable=False),
    Column("url", Words, nullable=False),
    UniqueConstraint("digest"),
)
