"""The readers of the portal: accounts, sessions and keys, and what each account follows, marks and mutes.

Every call names the account whose data it reads or writes. Passwords arrive hashed and secrets as digests.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from newsloom.records import Account, ApiKey, Article, Following, ReadingMark, Session, Visit
from newsloom.stores.protocol import Store, Transaction

__all__ = ["VISITS_KEPT", "NewsroomReaders", "Profile"]

_MUTED_SOURCE = "mute-source"
_MUTED_WORD = "mute-word"
VISITS_KEPT: Final = timedelta(days=31)
"""How long daily visit counts are kept."""
# Digits of the digest: enough to distinguish a day's readers.
_VISITOR_DIGITS: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The data of one account."""

    followed: tuple[Following, ...]
    muted: tuple[ReadingMark, ...]
    sessions: tuple[Session, ...]
    keys: tuple[ApiKey, ...]


class NewsroomReaders:
    """``room.readers``."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, account: Account) -> bool:
        """Open an account. Returns False if its name is taken."""
        with self._store.transaction() as transaction:
            return transaction.accounts.add(account)

    def named(self, name: str) -> Account | None:
        with self._store.read() as transaction:
            return transaction.accounts.named(name)

    def remove(self, account_id: str) -> None:
        """Delete the account and everything that belongs to it."""
        with self._store.transaction() as transaction:
            transaction.accounts.remove(account_id)

    def set_password(self, account_id: str, password: str, *, keep_session: str | None = None) -> None:
        """Store a new hash. With ``keep_session``, every session except the one with that digest ends."""
        with self._store.transaction() as transaction:
            known = transaction.accounts.get(account_id)
            if known is not None:
                transaction.accounts.change(replace(known, password=password))
            if keep_session is not None:
                transaction.sessions.end_all(account_id, but=keep_session)

    def set_preferences(self, account_id: str, *, language: str | None, theme: str | None) -> None:
        """Store a language and a theme; None leaves either as it was."""
        with self._store.transaction() as transaction:
            known = transaction.accounts.get(account_id)
            if known is not None:
                changed = replace(known, language=language or known.language, theme=theme or known.theme)
                transaction.accounts.change(changed)

    def profile(self, account_id: str) -> Profile:
        with self._store.read() as transaction:
            marks = transaction.bookmarks.marks
            return Profile(
                followed=transaction.followings.all(account_id),
                muted=marks(account_id, _MUTED_SOURCE) + marks(account_id, _MUTED_WORD),
                sessions=transaction.sessions.all(account_id),
                keys=transaction.api_keys.all(account_id),
            )

    def signed_in(self, digest: str, now: datetime) -> tuple[Account, Session] | None:
        """The account and session whose secret has this digest. None if the session has ended."""
        with self._store.read() as transaction:
            session = transaction.sessions.get(digest, now)
            account = transaction.accounts.get(session.account_id) if session else None
        return (account, session) if account and session else None

    def start_session(self, session: Session, *, instead_of: Session | None = None) -> None:
        """Start a session, and end the one that the browser had before."""
        with self._store.transaction() as transaction:
            if instead_of is not None:
                transaction.sessions.end(instead_of.account_id, instead_of.digest)
            transaction.sessions.start(session)

    def end_session(self, account_id: str, digest: str) -> None:
        with self._store.transaction() as transaction:
            transaction.sessions.end(account_id, digest)

    def end_sessions(self, account_id: str, *, but: str) -> None:
        """End every session except the one with that digest."""
        with self._store.transaction() as transaction:
            transaction.sessions.end_all(account_id, but=but)

    def key_owner(self, digest: str) -> Account | None:
        """The account of the key whose secret has this digest."""
        with self._store.read() as transaction:
            key = transaction.api_keys.get(digest)
            return transaction.accounts.get(key.account_id) if key else None

    def add_key(self, key: ApiKey, *, most: int) -> bool:
        """Store a key. Returns False if the account already has ``most`` keys."""
        with self._store.transaction() as transaction:
            if len(transaction.api_keys.all(key.account_id)) >= most:
                return False
            transaction.api_keys.keep(key)
            return True

    def end_key(self, account_id: str, key_id: str) -> None:
        with self._store.transaction() as transaction:
            transaction.api_keys.end(account_id, key_id)

    def followed(self, account_id: str) -> tuple[Following, ...]:
        """What the reader follows, the latest first."""
        with self._store.read() as transaction:
            return transaction.followings.all(account_id)

    def follow(self, following: Following, *, most: int) -> None:
        """Follow it, unless the reader already follows ``most`` things."""
        with self._store.transaction() as transaction:
            if len(transaction.followings.all(following.account_id)) < most:
                transaction.followings.add(following)

    def unfollow(self, account_id: str, following_id: str) -> None:
        with self._store.transaction() as transaction:
            transaction.followings.remove(account_id, following_id)

    def mark(self, mark: ReadingMark) -> None:
        with self._store.transaction() as transaction:
            transaction.bookmarks.mark(mark)

    def mark_article(self, mark: ReadingMark) -> None:
        """Mark a stored article. Other addresses are ignored, so that readers cannot fill the store."""
        with self._store.transaction() as transaction:
            if transaction.lookups.times([mark.subject]):
                transaction.bookmarks.mark(mark)

    def mute(self, mark: ReadingMark, *, most: int) -> None:
        """Mute a source or a word, unless the reader has already muted ``most`` of that kind."""
        with self._store.transaction() as transaction:
            if len(transaction.bookmarks.marks(mark.account_id, mark.kind)) < most:
                transaction.bookmarks.mark(mark)

    def unmark(self, account_id: str, kind: str, subject: str) -> None:
        with self._store.transaction() as transaction:
            transaction.bookmarks.unmark(account_id, kind, subject)

    def is_marked(self, account_id: str, kind: str, subject: str) -> bool:
        with self._store.read() as transaction:
            return subject in transaction.bookmarks.marked(account_id, kind, (subject,))

    def marked_at(self, account_id: str, kind: str, subject: str) -> datetime | None:
        """When the reader last marked it."""
        with self._store.read() as transaction:
            marks = transaction.bookmarks.marks(account_id, kind)
        return next((one.at for one in marks if one.subject == subject), None)

    def muted(self, account_id: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The sources and the words that the reader has muted."""
        with self._store.read() as transaction:
            sources = transaction.bookmarks.marks(account_id, _MUTED_SOURCE)
            words = transaction.bookmarks.marks(account_id, _MUTED_WORD)
        return tuple(mark.subject for mark in sources), tuple(mark.subject for mark in words)

    def starred(self, account_id: str, limit: int) -> tuple[Article, ...]:
        """The articles that the reader has starred, the latest starred first, without their blocks."""
        with self._store.read() as transaction:
            urls = [mark.subject for mark in transaction.bookmarks.marks(account_id, "star", limit=limit)]
            kept = transaction.lookups.summaries(urls)
        return tuple(kept[url].article for url in urls if url in kept)

    def count_visits(self, opened: Iterable[tuple[date, str, str]]) -> int:
        """Count who opened which article, given as a day, the article's id and a string that identifies the reader.

        Only a digest of that string is stored, with a salt that is thrown away when the day is over. Unknown article
        ids are ignored, so that readers cannot fill the store. Returns how many visits are new.
        """
        by_day: dict[date, list[tuple[str, str]]] = {}
        for day, article_id, reader in opened:
            by_day.setdefault(day, []).append((article_id, reader))
        new = 0
        with self._store.transaction() as transaction:
            for day, readings in sorted(by_day.items()):
                salt = transaction.visits.salt_of(day, secrets.token_hex(16))
                urls = {one: _address(transaction, one) for one in {article_id for article_id, _ in readings}}
                new += transaction.visits.add(
                    Visit(day=day, subject=url, visitor=_visitor(salt, reader))
                    for article_id, reader in readings
                    if (url := urls[article_id]) is not None
                )
                transaction.visits.forget(day - VISITS_KEPT)
        return new

    def most_read(self, since: datetime, limit: int) -> tuple[tuple[Article, int], ...]:
        """The articles opened most often since that day with their counts, without their blocks.

        A reader counts once per article and day, with or without an account.
        """
        with self._store.read() as transaction:
            counts = transaction.visits.most_read(since.date(), limit)
            kept = transaction.lookups.summaries(url for url, _ in counts)
        return tuple((kept[url].article, readers) for url, readers in counts if url in kept)


def _address(transaction: Transaction, article_id: str) -> str | None:
    article = transaction.articles.by_id(article_id)
    return article.url if article else None


def _visitor(salt: str, reader: str) -> str:
    return hmac.new(salt.encode(), reader.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:_VISITOR_DIGITS]
