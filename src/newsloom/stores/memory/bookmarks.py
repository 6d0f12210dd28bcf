"""What readers follow and have marked, in memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from newsloom.records import Following, ReadingMark
from newsloom.stores.memory.ledgers import Ledgers
from newsloom.stores.reading import subject_digest

__all__ = ["MemoryBookmarks"]


@dataclass(frozen=True, slots=True)
class MemoryBookmarks:
    """What a reader follows, has read, starred, muted and visited."""

    _ledgers: Ledgers

    def follow(self, following: Following, /) -> bool:
        same = (following.account_id, following.kind, following.subject)
        if any((one.account_id, one.kind, one.subject) == same for one in self.followed(following.account_id)):
            return False
        self._ledgers.followings[(following.account_id, following.id)] = following
        return True

    def unfollow(self, account_id: str, following_id: str, /) -> bool:
        return self._ledgers.followings.pop((account_id, following_id), None) is not None

    def followed(self, account_id: str, /) -> tuple[Following, ...]:
        own = [one for one in self._ledgers.followings.values() if one.account_id == account_id]
        return tuple(sorted(own, key=lambda one: (one.since, one.id), reverse=True))

    def following(self, account_id: str, following_id: str, /) -> Following | None:
        return self._ledgers.followings.get((account_id, following_id))

    def mark(self, mark: ReadingMark, /) -> None:
        self._ledgers.reading_marks[(mark.account_id, mark.kind, mark.subject)] = mark

    def unmark(self, account_id: str, kind: str, subject: str, /) -> bool:
        return self._ledgers.reading_marks.pop((account_id, kind, subject), None) is not None

    def marks(self, account_id: str, kind: str, /, *, limit: int = 1000) -> tuple[ReadingMark, ...]:
        own = [one for one in self._ledgers.reading_marks.values() if (one.account_id, one.kind) == (account_id, kind)]
        latest = sorted(own, key=lambda one: (one.at, subject_digest(one.subject)), reverse=True)
        return tuple(latest[: max(limit, 0)])

    def marked(self, account_id: str, kind: str, subjects: tuple[str, ...], /) -> frozenset[str]:
        return frozenset(one for one in subjects if (account_id, kind, one) in self._ledgers.reading_marks)

    def most_read(self, since: datetime, limit: int = 10, /) -> tuple[tuple[str, int], ...]:
        read = [one for one in self._ledgers.reading_marks.values() if one.kind == "read" and one.at >= since]
        counted = Counter(mark.subject for mark in read)
        ranked = sorted(counted.items(), key=lambda one: (-one[1], subject_digest(one[0])))
        return tuple(ranked[: max(limit, 0)])
