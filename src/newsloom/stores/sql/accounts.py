"""Readers' accounts, sessions and keys. What belongs to an account is deleted with it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Table,
    UniqueConstraint,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)

from newsloom.records import Account, ApiKey, Session
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.rows import record_of, values_of
from newsloom.stores.sql.types import METADATA, Digest, Moment, Words

__all__ = ["ACCOUNTS", "SqlAccounts", "SqlApiKeys", "SqlSessions", "folded_name"]

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("id", Words, primary_key=True),
    Column("name", Words, nullable=False),
    # The name in the form that must be unique, ignoring case.
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


def folded_name(name: str, /) -> str:
    """Equal for names that a person would consider the same, whatever their case, width and composition."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


_BY_NAME: Final = ACCOUNTS.c.folded_name == bindparam("folded")
_BY_ID: Final = ACCOUNTS.c.id == bindparam("account")
_NAMED: Final = select(ACCOUNTS).where(_BY_NAME)
_ACCOUNT: Final = select(ACCOUNTS).where(_BY_ID)
_TAKEN: Final = select(ACCOUNTS.c.id).where(or_(_BY_NAME, _BY_ID))
_NEW: Final = insert(ACCOUNTS)
# Fields of an account that never change.
_LASTING: Final = ("id", "name", "created_at")
_CHANGE: Final = (
    update(ACCOUNTS)
    .where(_BY_ID)
    .values({one.name: bindparam(one.name) for one in ACCOUNTS.c if one.name not in (*_LASTING, "folded_name")})
)
# What belongs to the account is deleted by the foreign keys.
_REMOVE: Final = delete(ACCOUNTS).where(_BY_ID)

_OWN_SESSIONS: Final = SESSIONS.c.account_id == bindparam("account")
_NEW_SESSION: Final = insert(SESSIONS)
_DROP_ENDED: Final = delete(SESSIONS).where(_OWN_SESSIONS, SESSIONS.c.ends_at <= bindparam("now"))
_SESSION: Final = select(SESSIONS).where(
    SESSIONS.c.digest == bindparam("digest"), SESSIONS.c.ends_at > bindparam("now")
)
_SESSIONS: Final = select(SESSIONS).where(_OWN_SESSIONS)
_END_SESSION: Final = delete(SESSIONS).where(_OWN_SESSIONS, SESSIONS.c.digest == bindparam("digest"))
_END_SESSIONS: Final = delete(SESSIONS).where(_OWN_SESSIONS)
_END_OTHERS: Final = _END_SESSIONS.where(SESSIONS.c.digest != bindparam("digest"))

_OWN_KEYS: Final = API_KEYS.c.account_id == bindparam("account")
_NEW_KEY: Final = insert(API_KEYS)
_DROP_KEY: Final = delete(API_KEYS).where(API_KEYS.c.digest == bindparam("digest_before"))
_KEY: Final = select(API_KEYS).where(API_KEYS.c.digest == bindparam("digest"))
_KEYS: Final = select(API_KEYS).where(_OWN_KEYS)
_END_KEY: Final = delete(API_KEYS).where(_OWN_KEYS, API_KEYS.c.id == bindparam("key"))


@dataclass(frozen=True, slots=True)
class SqlAccounts:
    """The accounts of readers who may sign in."""

    _executor: Executor

    def add(self, account: Account, /) -> bool:
        # Two requests may want the same name at once.
        self._executor.lock_for_writing()
        folded = folded_name(account.name)
        if self._executor.row(_TAKEN, folded=folded, account=account.id) is not None:
            return False
        self._executor.run(_NEW, folded_name=folded, **values_of(account))
        return True

    def get(self, account_id: str, /) -> Account | None:
        row = self._executor.row(_ACCOUNT, account=account_id)
        return None if row is None else record_of(Account, row)

    def named(self, name: str, /) -> Account | None:
        row = self._executor.row(_NAMED, folded=folded_name(name))
        return None if row is None else record_of(Account, row)

    def change(self, account: Account, /) -> None:
        self._executor.run(_CHANGE, account=account.id, **values_of(account, *_LASTING))

    def remove(self, account_id: str, /) -> None:
        self._executor.run(_REMOVE, account=account_id)


@dataclass(frozen=True, slots=True)
class SqlSessions:
    """Who is signed in."""

    _executor: Executor

    def start(self, session: Session, /) -> None:
        self._executor.run(_DROP_ENDED, account=session.account_id, now=session.started_at)
        self._executor.run(_NEW_SESSION, **values_of(session))

    def get(self, digest: str, now: datetime, /) -> Session | None:
        row = self._executor.row(_SESSION, digest=digest, now=now)
        return None if row is None else record_of(Session, row)

    def all(self, account_id: str, /) -> tuple[Session, ...]:
        own = (record_of(Session, row) for row in self._executor.rows(_SESSIONS, account=account_id))
        return tuple(sorted(own, key=lambda one: (one.started_at, one.digest), reverse=True))

    def end(self, account_id: str, digest: str, /) -> bool:
        return self._executor.run(_END_SESSION, account=account_id, digest=digest) > 0

    def end_all(self, account_id: str, *, but: str | None = None) -> int:
        if but is None:
            return self._executor.run(_END_SESSIONS, account=account_id)
        return self._executor.run(_END_OTHERS, account=account_id, digest=but)


@dataclass(frozen=True, slots=True)
class SqlApiKeys:
    """The keys of programs that read for an account."""

    _executor: Executor

    def keep(self, key: ApiKey, /) -> None:
        self._executor.run(_DROP_KEY, digest_before=key.digest)
        self._executor.run(_NEW_KEY, **values_of(key))

    def get(self, digest: str, /) -> ApiKey | None:
        row = self._executor.row(_KEY, digest=digest)
        return None if row is None else record_of(ApiKey, row)

    def all(self, account_id: str, /) -> tuple[ApiKey, ...]:
        own = (record_of(ApiKey, row) for row in self._executor.rows(_KEYS, account=account_id))
        return tuple(sorted(own, key=lambda one: (one.created_at, one.id), reverse=True))

    def end(self, account_id: str, key_id: str, /) -> bool:
        return self._executor.run(_END_KEY, account=account_id, key=key_id) > 0
