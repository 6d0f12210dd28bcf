"""The people who read: their accounts, and what belongs to each. Every question names its owner."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Protocol

from newsloom.records import Account, ApiKey, Following, ReadingMark, Session, Visit

__all__ = ["Accounts", "ApiKeys", "Bookmarks", "Followings", "Sessions", "Visits"]


class Accounts(Protocol):
    """Who may sign in, and who has."""

    def add(self, account: Account, /) -> bool:
        """False if somebody has that name already, whatever its casing."""
        ...

    def get(self, account_id: str, /) -> Account | None: ...

    def named(self, name: str, /) -> Account | None: ...

    def change(self, account: Account, /) -> None:
        """Write it anew: another password, language, theme."""
        ...

    def remove(self, account_id: str, /) -> None:
        """With its sessions and everything that belongs to it."""
        ...


class Sessions(Protocol):
    """Who is signed in; a session is found by the digest of its secret."""

    def start(self, session: Session, /) -> None:
        """The account's sessions that have ended by then are forgotten."""
        ...

    def get(self, digest: str, now: datetime, /) -> Session | None:
        """None when it has ended."""
        ...

    def all(self, account_id: str, /) -> tuple[Session, ...]:
        """The latest first."""
        ...

    def end(self, account_id: str, digest: str, /) -> bool: ...

    def end_all(self, account_id: str, *, but: str | None = None) -> int: ...


class ApiKeys(Protocol):
    """The keys of programs that read for an account; a key is found by the digest of its secret."""

    def keep(self, key: ApiKey, /) -> None: ...

    def get(self, digest: str, /) -> ApiKey | None: ...

    def all(self, account_id: str, /) -> tuple[ApiKey, ...]: ...

    def end(self, account_id: str, key_id: str, /) -> bool: ...


class Followings(Protocol):
    """What readers follow."""

    def add(self, following: Following, /) -> bool:
        """False if they follow it already."""
        ...

    def get(self, account_id: str, following_id: str, /) -> Following | None: ...

    def all(self, account_id: str, /) -> tuple[Following, ...]:
        """The latest first."""
        ...

    def remove(self, account_id: str, following_id: str, /) -> bool: ...


class Bookmarks(Protocol):
    """What readers have read, starred, muted and visited."""

    def mark(self, mark: ReadingMark, /) -> None:
        """Write it, or write it anew (same account, kind and subject)."""
        ...

    def unmark(self, account_id: str, kind: str, subject: str, /) -> bool: ...

    def marks(self, account_id: str, kind: str, /, *, limit: int = 1000) -> tuple[ReadingMark, ...]:
        """The latest first."""
        ...

    def marked(self, account_id: str, kind: str, subjects: tuple[str, ...], /) -> frozenset[str]:
        """Which of these subjects they have marked."""
        ...


class Visits(Protocol):
    """How many readers opened an article, each once a day."""

    def add(self, visits: Iterable[Visit], /) -> int:
        """How many of them were not known."""
        ...

    def most_read(self, since: date, limit: int = 10, /) -> tuple[tuple[str, int], ...]:
        """Addresses of articles with how often they were opened since that day, the most read first."""
        ...

    def salt_of(self, day: date, proposed: str, /) -> str:
        """What visitors are told apart by on that day: ``proposed`` where it has none yet, and then the day before's
        is gone, so that nobody can tell who that day's visitors were.
        """
        ...

    def forget(self, before: date, /) -> int:
        """The visits of the days before one; how many there were."""
        ...
