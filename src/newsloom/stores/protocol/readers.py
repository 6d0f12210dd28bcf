"""The people who read: their accounts, and what belongs to each. Every question names its owner."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from newsloom.records import Account, ApiKey, Following, ReadingMark, Session

__all__ = ["Accounts", "Bookmarks"]


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

    def open_session(self, session: Session, /) -> None: ...

    def session(self, digest: str, now: datetime, /) -> Session | None:
        """Found by the digest of its secret; None when it has ended."""
        ...

    def sessions(self, account_id: str, /) -> tuple[Session, ...]:
        """The latest first."""
        ...

    def end_session(self, account_id: str, digest: str, /) -> bool: ...

    def end_sessions(self, account_id: str, *, but: str | None = None) -> int: ...

    def keep_key(self, key: ApiKey, /) -> None: ...

    def key(self, digest: str, /) -> ApiKey | None: ...

    def keys(self, account_id: str, /) -> tuple[ApiKey, ...]: ...

    def end_key(self, account_id: str, key_id: str, /) -> bool: ...


class Bookmarks(Protocol):
    """What a reader follows, has read, starred, muted and visited."""

    def follow(self, following: Following, /) -> bool:
        """False if they follow it already."""
        ...

    def unfollow(self, account_id: str, following_id: str, /) -> bool: ...

    def followed(self, account_id: str, /) -> tuple[Following, ...]:
        """The latest first."""
        ...

    def following(self, account_id: str, following_id: str, /) -> Following | None: ...

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

    def most_read(self, since: datetime, limit: int = 10, /) -> tuple[tuple[str, int], ...]:
        """Addresses of articles with how many readers have read them since then, the most read first."""
        ...
