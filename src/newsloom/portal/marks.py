"""What a signed-in reader did with a page: asked and written in their own name only; nobody else leaves a mark."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from newsloom.portal.visits import Visit
from newsloom.records import ReadingMark

__all__ = ["following_id", "is_marked", "mark", "marked_at"]


def mark(visit: Visit, kind: str, subject: str) -> Callable[[], None] | None:
    """Something that writes the mark; None where the reader has no account."""
    account = visit.account
    if account is None:
        return None

    def write() -> None:
        visit.room.readers.mark(ReadingMark(account_id=account.id, kind=kind, subject=subject, at=visit.now))

    return write


def is_marked(visit: Visit, kind: str, subject: str) -> bool:
    """Whether the reader has marked it."""
    if visit.account is None:
        return False
    return visit.room.readers.is_marked(visit.account.id, kind, subject)


def marked_at(visit: Visit, kind: str, subject: str) -> datetime | None:
    """When the reader marked it last."""
    if visit.account is None:
        return None
    return visit.room.readers.marked_at(visit.account.id, kind, subject)


def following_id(visit: Visit, kind: str, subject: str) -> str | None:
    """The id under which the reader follows it, if they do."""
    if visit.account is None:
        return None
    followed = visit.room.readers.followed(visit.account.id)
    return next((one.id for one in followed if (one.kind, one.subject) == (kind, subject)), None)
