"""The people who read: their accounts, and what belongs to each. Every query names its owner."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Protocol

from newsloom.records import Account, ApiKey, Following, ReadingMark, Session, Visit

__all__ = ["Accounts", "ApiKeys", "Bookmarks", "Followings", "Sessions", "Visits"]


class Accounts(Protocol):
    """The accounts of readers who may sign in."""

    def add(self, account: Account, /) -> bool:
        """Add an account. False if the name is taken, ignoring case."""
        ...

    def get(self, account_id: str, /) -> Account | None: ...

    def named(self, name: str, /) -> Account | None: ...

    def change(self, account: Account, /) -> None:
        """Replace the account: a new password, language or theme."""
        ...

    def remove(self, account_id: str, /) -> None:
        """Remove the account with its sessions and everything that belongs to it."""
        ...


class Sessions(Protocol):
    """Who is signed in. A session is found by the digest of its secret."""

    def start(self, session: Session, /) -> None:
        """Start a session. Sessions of the account that have ended by then are deleted."""
        ...

    def get(self, digest: str, now: datetime, /) -> Session | None:
        """The session, or None if it has ended."""
        ...

    def all(self, account_id: str, /) -> tuple[Session, ...]:
        """All sessions, latest first."""
        ...

    def end(self, account_id: str, digest: str, /) -> bool: ...

    def end_all(self, account_id: str, *, but: str | None = None) -> int: ...


class ApiKeys(Protocol):
    """The API keys of programs that read for an account. A key is found by the digest of its secret."""

    def keep(self, key: ApiKey, /) -> None: ...

    def get(self, digest: str, /) -> ApiKey | None: ...

    def all(self, account_id: str, /) -> tuple[ApiKey, ...]: ...

    def end(self, account_id: str, key_id: str, /) -> bool: ...


class Followings(Protocol):
    """What readers follow."""

    def add(self, following: Following, /) -> bool:
        """Add a following. False if it exists already."""
        ...

    def get(self, account_id: str, following_id: str, /) -> Following | None: ...

    def all(self, account_id: str, /) -> tuple[Following, ...]:
        """All followings, latest first."""
        ...

    def remove(self, account_id: str, following_id: str, /) -> bool: ...


class Bookmarks(Protocol):
    """What readers have read, starred, muted and visited."""

    def mark(self, mark: ReadingMark, /) -> None:
        """Insert a mark, or replace the one with the same account, kind and subject."""
        ...

    def unmark(self, account_id: str, kind: str, subject: str, /) -> bool: ...

    def marks(self, account_id: str, kind: str, /, *, limit: int = 1000) -> tuple[ReadingMark, ...]:
        """Marks of a kind, latest first."""
        ...

    def marked(self, account_id: str, kind: str, subjects: tuple[str, ...], /) -> frozenset[str]:
        """The subjects that the account has marked."""
        ...


class Visits(Protocol):
    """How many readers opened an article; each reader counts once a day."""

    def add(self, visits: Iterable[Visit], /) -> int:
        """Store visits. Returns how many of them are new."""
        ...

    def most_read(self, since: date, limit: int = 10, /) -> tuple[tuple[str, int], ...]:
        """Addresses of articles and how often they were opened since that day, the most read first."""
        ...

    def salt_of(self, day: date, proposed: str, /) -> str:
        """The salt that distinguishes visitors on that day, set to ``proposed`` if the day has none yet.

        Setting a salt deletes earlier ones, so that the visitors of past days cannot be identified.
        """
        ...

    def forget(self, before: date, /) -> int:
        """Delete the visits before a day. Returns how many there were."""
        ...
