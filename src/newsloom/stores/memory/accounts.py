"""Accounts, sessions and keys in memory."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime

from newsloom.records import Account, ApiKey, Session
from newsloom.stores.memory.ledgers import Ledgers
from newsloom.stores.reading import folded_name

__all__ = ["MemoryAccounts"]


@dataclass(frozen=True, slots=True)
class MemoryAccounts:
    """Who may sign in, and who has."""

    _ledgers: Ledgers

    def add(self, account: Account, /) -> bool:
        if self.named(account.name) is not None or account.id in self._ledgers.accounts:
            return False
        self._ledgers.accounts[account.id] = account
        self._ledgers.account_names[folded_name(account.name)] = account.id
        return True

    def get(self, account_id: str, /) -> Account | None:
        return self._ledgers.accounts.get(account_id)

    def named(self, name: str, /) -> Account | None:
        account_id = self._ledgers.account_names.get(folded_name(name))
        return None if account_id is None else self._ledgers.accounts[account_id]

    def change(self, account: Account, /) -> None:
        known = self._ledgers.accounts.get(account.id)
        if known is not None:
            kept = dataclasses.replace(account, name=known.name, created_at=known.created_at)
            self._ledgers.accounts[account.id] = kept

    def remove(self, account_id: str, /) -> None:
        account = self._ledgers.accounts.pop(account_id, None)
        if account is None:
            return
        del self._ledgers.account_names[folded_name(account.name)]
        self.end_sessions(account_id)
        for key in self.keys(account_id):
            del self._ledgers.keys[key.digest]
        for following in [one for one in self._ledgers.followings if one[0] == account_id]:
            del self._ledgers.followings[following]
        for mark in [one for one in self._ledgers.reading_marks if one[0] == account_id]:
            del self._ledgers.reading_marks[mark]

    def open_session(self, session: Session, /) -> None:
        for ended in self.sessions(session.account_id):
            if ended.ends_at <= session.started_at:
                del self._ledgers.sessions[ended.digest]
        self._ledgers.sessions[session.digest] = session

    def session(self, digest: str, now: datetime, /) -> Session | None:
        session = self._ledgers.sessions.get(digest)
        return None if session is None or session.ends_at <= now else session

    def sessions(self, account_id: str, /) -> tuple[Session, ...]:
        own = [one for one in self._ledgers.sessions.values() if one.account_id == account_id]
        return tuple(sorted(own, key=lambda one: (one.started_at, one.digest), reverse=True))

    def end_session(self, account_id: str, digest: str, /) -> bool:
        session = self._ledgers.sessions.get(digest)
        if session is None or session.account_id != account_id:
            return False
        del self._ledgers.sessions[digest]
        return True

    def end_sessions(self, account_id: str, *, but: str | None = None) -> int:
        ended = [one.digest for one in self.sessions(account_id) if one.digest != but]
        return sum(self.end_session(account_id, digest) for digest in ended)

    def keep_key(self, key: ApiKey, /) -> None:
        self._ledgers.keys[key.digest] = key

    def key(self, digest: str, /) -> ApiKey | None:
        return self._ledgers.keys.get(digest)

    def keys(self, account_id: str, /) -> tuple[ApiKey, ...]:
        own = [one for one in self._ledgers.keys.values() if one.account_id == account_id]
        return tuple(sorted(own, key=lambda one: (one.created_at, one.id), reverse=True))

    def end_key(self, account_id: str, key_id: str, /) -> bool:
        ended = [one.digest for one in self.keys(account_id) if one.id == key_id]
        for digest in ended:
            del self._ledgers.keys[digest]
        return bool(ended)
