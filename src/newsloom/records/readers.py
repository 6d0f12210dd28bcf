"""Readers of the portal, and what belongs to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

__all__ = ["Account", "ApiKey", "Following", "ReadingMark", "Session", "Visit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A reader. ``password`` is an argon2 hash, never plain text. An operator may see runs and failures."""

    id: str
    name: str
    password: str
    created_at: datetime
    language: str | None = None
    theme: str | None = None
    is_operator: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A signed-in browser. ``digest`` is the SHA-256 of the browser's secret."""

    digest: str
    account_id: str
    started_at: datetime
    ends_at: datetime
    agent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key for programs. ``digest`` is the SHA-256 of its secret, ``name`` the owner's name for it."""

    id: str
    digest: str
    account_id: str
    name: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """What a reader follows: an "event" or "topic" by its id, or a "search" by its query string."""

    id: str
    account_id: str
    kind: str
    subject: str
    name: str
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingMark:
    """Something a reader did: "read" or "star" an article, "mute-source" or "mute-word", "visit" a story."""

    account_id: str
    kind: str
    subject: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A visit to an article on one day. ``visitor`` is a digest that cannot be linked to one of another day."""

    day: date
    subject: str
    visitor: str
