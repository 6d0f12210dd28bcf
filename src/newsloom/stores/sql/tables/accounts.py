"""Readers' accounts, and what belongs to each: it goes when the account goes."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Boolean, Column, ForeignKey, Index, Row, Table, UniqueConstraint

from newsloom.records import Account, ApiKey, Following, ReadingMark, Session
from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Digest, Moment, Words

__all__ = [
    "ACCOUNTS",
    "API_KEYS",
    "FOLLOWINGS",
    "READING_MARKS",
    "SESSIONS",
    "account_of",
    "following_of",
    "key_of",
    "mark_of",
    "session_of",
]

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("id", Words, primary_key=True),
    Column("name", Words, nullable=False),
    # By which a name is taken: in every casing.
    Column("folded_name", Words, nullable=False),
    Column("password", Words, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("language", Words),
    Column("theme", Words),
    Column("is_operator", Boolean, nullable=False),
    UniqueConstraint("folded_name"),
)

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("digest", Digest, primary_key=True),
    Column("account_id", Words, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("started_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("agent", Words, nullable=False),
)

API_KEYS: Final = Table(
    "api_keys",
    METADATA,
    Column("digest", Digest, primary_key=True),
    Column("id", Words, nullable=False),
    Column("account_id", Words, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", Words, nullable=False),
    Column("created_at", Moment, nullable=False),
)

FOLLOWINGS: Final = Table(
    "followings",
    METADATA,
    Column("account_id", Words, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Words, primary_key=True),
    Column("kind", Words, nullable=False),
    Column("digest", Digest, nullable=False),
    Column("subject", Words, nullable=False),
    Column("name", Words, nullable=False),
    Column("since", Moment, nullable=False),
    UniqueConstraint("account_id", "kind", "digest"),
)

READING_MARKS: Final = Table(
    "reading_marks",
    METADATA,
    Column("account_id", Words, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Words, primary_key=True),
    Column("digest", Digest, primary_key=True),
    Column("subject", Words, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "account_id", "kind", "at", "digest"),
    # What all readers read lately, without looking at what they read before.
    Index(None, "kind", "at"),
)


def account_of(row: Row[Any], /) -> Account:
    """The account of a row of ``ACCOUNTS``."""
    return Account(
        id=row.id,
        name=row.name,
        password=row.password,
        created_at=row.created_at,
        language=row.language,
        theme=row.theme,
        is_operator=row.is_operator,
    )


def session_of(row: Row[Any], /) -> Session:
    """The session of a row of ``SESSIONS``."""
    return Session(
        digest=row.digest,
        account_id=row.account_id,
        started_at=row.started_at,
        ends_at=row.ends_at,
        agent=row.agent,
    )


def key_of(row: Row[Any], /) -> ApiKey:
    """The key of a row of ``API_KEYS``."""
    return ApiKey(id=row.id, digest=row.digest, account_id=row.account_id, name=row.name, created_at=row.created_at)


def following_of(row: Row[Any], /) -> Following:
    """What is followed by a row of ``FOLLOWINGS``."""
    return Following(
        id=row.id,
        account_id=row.account_id,
        kind=row.kind,
        subject=row.subject,
        name=row.name,
        since=row.since,
    )


def mark_of(row: Row[Any], /) -> ReadingMark:
    """The mark of a row of ``READING_MARKS``."""
    return ReadingMark(account_id=row.account_id, kind=row.kind, subject=row.subject, at=row.at)
