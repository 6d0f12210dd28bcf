"""What readers follow and have marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Table,
    UniqueConstraint,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from newsloom.records import Following, ReadingMark
from newsloom.stores.digests import address_digest
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.rows import record_of, values_of
from newsloom.stores.sql.types import METADATA, Digest, Moment, Words

__all__ = ["SqlBookmarks", "SqlFollowings", "subject_digest"]

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
    # For what all readers read lately, without scanning what they read before.
    Index(None, "kind", "at"),
)


def subject_digest(subject: str, /) -> str:
    """The key of a marked subject: an address may be longer than what PostgreSQL can put in an index."""
    return address_digest(subject)


_OWN: Final = FOLLOWINGS.c.account_id == bindparam("account")
_SAME: Final = select(FOLLOWINGS.c.id).where(
    _OWN, FOLLOWINGS.c.kind == bindparam("kind"), FOLLOWINGS.c.digest == bindparam("digest")
)
_FOLLOW: Final = insert(FOLLOWINGS)
_UNFOLLOW: Final = delete(FOLLOWINGS).where(_OWN, FOLLOWINGS.c.id == bindparam("following"))
_FOLLOWED: Final = select(FOLLOWINGS).where(_OWN)
_FOLLOWING: Final = _FOLLOWED.where(FOLLOWINGS.c.id == bindparam("following"))

_OWN_KIND: Final = (
    READING_MARKS.c.account_id == bindparam("account"),
    READING_MARKS.c.kind == bindparam("of_kind"),
)
_THIS: Final = (*_OWN_KIND, READING_MARKS.c.digest == bindparam("of_digest"))
_MARK: Final = insert(READING_MARKS)
_MARK_AGAIN: Final = update(READING_MARKS).where(*_THIS).values(at=bindparam("at"))
_UNMARK: Final = delete(READING_MARKS).where(*_THIS)
_MARKS: Final = (
    select(READING_MARKS)
    .where(*_OWN_KIND)
    .order_by(READING_MARKS.c.at.desc(), READING_MARKS.c.digest.desc())
    .limit(bindparam("limit"))
)
_MARKED: Final = select(READING_MARKS.c.subject).where(
    *_OWN_KIND, READING_MARKS.c.digest.in_(bindparam("digests", expanding=True))
)


@dataclass(frozen=True, slots=True)
class SqlFollowings:
    """What readers follow."""

    _executor: Executor

    def add(self, following: Following, /) -> bool:
        # A button pressed twice sends two requests at once.
        self._executor.lock_for_writing()
        same = {"account": following.account_id, "kind": following.kind, "digest": subject_digest(following.subject)}
        if self._executor.row(_SAME, **same) is not None:
            return False
        self._executor.run(_FOLLOW, digest=same["digest"], **values_of(following))
        return True

    def remove(self, account_id: str, following_id: str, /) -> bool:
        return self._executor.run(_UNFOLLOW, account=account_id, following=following_id) > 0

    def all(self, account_id: str, /) -> tuple[Following, ...]:
        own = (record_of(Following, row) for row in self._executor.rows(_FOLLOWED, account=account_id))
        return tuple(sorted(own, key=lambda one: (one.since, one.id), reverse=True))

    def get(self, account_id: str, following_id: str, /) -> Following | None:
        row = self._executor.row(_FOLLOWING, account=account_id, following=following_id)
        return None if row is None else record_of(Following, row)


@dataclass(frozen=True, slots=True)
class SqlBookmarks:
    """What readers have read, starred, muted and visited."""

    _executor: Executor

    def mark(self, mark: ReadingMark, /) -> None:
        self._executor.lock_for_writing()
        digest = subject_digest(mark.subject)
        same = {"account": mark.account_id, "of_kind": mark.kind, "of_digest": digest}
        if not self._executor.run(_MARK_AGAIN, **same, at=mark.at):
            self._executor.run(_MARK, digest=digest, **values_of(mark))

    def unmark(self, account_id: str, kind: str, subject: str, /) -> bool:
        same = {"account": account_id, "of_kind": kind, "of_digest": subject_digest(subject)}
        return self._executor.run(_UNMARK, **same) > 0

    def marks(self, account_id: str, kind: str, /, *, limit: int = 1000) -> tuple[ReadingMark, ...]:
        rows = self._executor.rows(_MARKS, account=account_id, of_kind=kind, limit=max(limit, 0))
        return tuple(record_of(ReadingMark, row) for row in rows)

    def marked(self, account_id: str, kind: str, subjects: tuple[str, ...], /) -> frozenset[str]:
        found: set[str] = set()
        for batch in batches(subjects):
            digests = [subject_digest(subject) for subject in batch]
            rows = self._executor.rows(_MARKED, account=account_id, of_kind=kind, digests=digests)
            found.update(row.subject for row in rows)
        return frozenset(found)
