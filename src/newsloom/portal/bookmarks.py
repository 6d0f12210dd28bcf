"""What a signed-in reader has marked, follows and mutes, for pages. Other readers have nothing marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from newsloom.portal.paths import paper_of
from newsloom.portal.requests import PageRequest
from newsloom.records import Article, Coverage, ReadingMark
from newsloom.text.casing import fold

__all__ = ["Muted", "following_id", "is_marked", "mark", "marked_at", "muted_by"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Muted:
    """Papers and words that are not shown."""

    papers: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()

    def allows_story(self, story: Coverage) -> bool:
        """Whether a paper that is not muted reports it, and its headline has no muted word."""
        if self.papers and not set(story.papers) - self.papers:
            return False
        return self._allows(story.title, story.language)

    def allows_article(self, article: Article) -> bool:
        return paper_of(article.url or "") not in self.papers and self._allows(article.title, article.language)

    def _allows(self, title: str | None, language: str | None) -> bool:
        if not self.words:
            return True
        folded = fold(title or "", language)
        return not any(fold(word, language) in folded for word in self.words)


def muted_by(request: PageRequest) -> Muted:
    """What the reader of a request has muted; nothing if they have no account."""
    if request.account is None:
        return Muted()
    sources, words = request.room.readers.muted(request.account.id)
    return Muted(papers=frozenset(map(_paper, sources)), words=words)


def _paper(subject: str) -> str:
    """The paper that an address or a host stands for."""
    return paper_of(subject if "://" in subject else f"https://{subject}/")


def mark(request: PageRequest, kind: str, subject: str) -> Callable[[], None] | None:
    """A function that writes the mark; None if the reader has no account."""
    account = request.account
    if account is None:
        return None

    def write() -> None:
        request.room.readers.mark(ReadingMark(account_id=account.id, kind=kind, subject=subject, at=request.now))

    return write


def is_marked(request: PageRequest, kind: str, subject: str) -> bool:
    """Whether the reader has marked it."""
    if request.account is None:
        return False
    return request.room.readers.is_marked(request.account.id, kind, subject)


def marked_at(request: PageRequest, kind: str, subject: str) -> datetime | None:
    """When the reader last marked it; None if they have not."""
    if request.account is None:
        return None
    return request.room.readers.marked_at(request.account.id, kind, subject)


def following_id(request: PageRequest, kind: str, subject: str) -> str | None:
    """The id under which the reader follows it, if they do."""
    if request.account is None:
        return None
    followed = request.room.readers.followed(request.account.id)
    return next((one.id for one in followed if (one.kind, one.subject) == (kind, subject)), None)
