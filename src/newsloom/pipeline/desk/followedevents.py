"""Events that are followed, each given by one to four example articles, with the reports found for them.

Stored as one note. The desk finds reports when articles arrive (``tracking``); this module stores and reads them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

from newsloom.errors import InputError
from newsloom.stores.protocol import Store, Transaction

__all__ = [
    "MOST_EXAMPLES",
    "FollowedEvent",
    "FoundReport",
    "add_reports",
    "follow_event",
    "forget_articles",
    "read_followed",
    "unfollow_event",
]

# TDT followed topics from one and from four examples. More would be a search.
MOST_EXAMPLES: Final = 4
# Each event is compared with each article that arrives.
_MOST_EVENTS: Final = 50
_MOST_REPORTS: Final = 500
_NOTE: Final = "events"
_ID_CHARACTERS: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundReport:
    """A report of a followed event: how much it belongs to the event, and when it was first seen."""

    url: str
    score: float
    seen_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedEvent:
    """An event described by its ``examples``. ``reports`` are the reports found, the latest last."""

    id: str
    title: str
    examples: tuple[str, ...]
    followed_at: datetime
    reports: tuple[FoundReport, ...] = ()

    def with_reports(self, found: Sequence[FoundReport]) -> FollowedEvent:
        """The event with more reports, each once, in order of arrival. Only the latest 500 are kept."""
        known = {one.url: one for one in (*found, *self.reports)}
        ordered = sorted(known.values(), key=lambda one: (one.seen_at, one.url))[-_MOST_REPORTS:]
        return replace(self, reports=tuple(ordered))


def follow_event(store: Store, urls: Sequence[str], now: datetime) -> FollowedEvent:
    """Follow the event of these stored articles. Raises ``InputError`` for too many, or one that is not stored."""
    examples = tuple(dict.fromkeys(urls))
    if not 1 <= len(examples) <= MOST_EXAMPLES:
        raise InputError("events", f"wanted 1 to {MOST_EXAMPLES} examples of an event, found {len(examples)}")
    with store.transaction() as transaction:
        for url in examples:
            if transaction.articles.get(url) is None:
                raise InputError(url, "is not stored in this newsroom. Gather it first, or give its canonical address")
        event = FollowedEvent(
            id=hashlib.sha256("\n".join(examples).encode("utf-8", "surrogatepass")).hexdigest()[:_ID_CHARACTERS],
            title=_title(transaction, examples),
            examples=examples,
            followed_at=now,
        )
        followed = {one.id: one for one in _read(transaction)}
        if event.id not in followed and len(followed) >= _MOST_EVENTS:
            raise InputError("events", f"{_MOST_EVENTS} events are followed already; stop following one first")
        _keep(transaction, [*followed.values(), *([] if event.id in followed else [event])])
        return followed.get(event.id, event)


def unfollow_event(store: Store, event_id: str) -> bool:
    """Stop following an event. Returns False if it was not followed."""
    with store.transaction() as transaction:
        followed = _read(transaction)
        left = [one for one in followed if one.id != event_id]
        _keep(transaction, left)
        return len(left) < len(followed)


def read_followed(store: Store) -> tuple[FollowedEvent, ...]:
    """The followed events, the latest followed first."""
    with store.read() as transaction:
        return tuple(sorted(_read(transaction), key=lambda one: one.followed_at, reverse=True))


def add_reports(store: Store, found: Mapping[str, Sequence[FoundReport]]) -> None:
    """Add the reports found for each event, given by id. Events that are no longer followed are ignored."""
    if any(found.values()):
        with store.transaction() as transaction:
            _keep(transaction, [event.with_reports(found.get(event.id, ())) for event in _read(transaction)])


def forget_articles(transaction: Transaction, gone: Collection[str]) -> None:
    """Remove deleted articles, and titles that came from them, from the followed events.

    If all examples of an event are gone, its best report becomes the example. Without any report it is unfollowed.
    """
    followed = _read(transaction)
    left = [_without(transaction, event, gone) for event in followed]
    if left != list(followed):
        _keep(transaction, [event for event in left if event is not None])


def _without(transaction: Transaction, event: FollowedEvent, gone: Collection[str]) -> FollowedEvent | None:
    examples = tuple(url for url in event.examples if url not in gone)
    reports = tuple(one for one in event.reports if one.url not in gone)
    if (examples, reports) == (event.examples, event.reports):
        return event
    if not examples and not reports:
        return None
    examples = examples or (max(reports, key=lambda one: one.score).url,)
    return replace(event, title=_title(transaction, examples), examples=examples, reports=reports)


def _title(transaction: Transaction, examples: Sequence[str]) -> str:
    articles = map(transaction.articles.get, examples)
    return next((article.title for article in articles if article and article.title), examples[0])


def _keep(transaction: Transaction, events: Sequence[FollowedEvent]) -> None:
    transaction.checkpoints.write(_NOTE, json.dumps([asdict(event) for event in events], default=datetime.isoformat))


def _read(transaction: Transaction) -> tuple[FollowedEvent, ...]:
    return tuple(map(_event, json.loads(transaction.checkpoints.read(_NOTE) or "[]")))


def _event(values: dict[str, Any]) -> FollowedEvent:
    return FollowedEvent(
        id=values["id"],
        title=values["title"],
        examples=tuple(values["examples"]),
        followed_at=datetime.fromisoformat(values["followed_at"]),
        reports=tuple(
            FoundReport(url=one["url"], score=one["score"], seen_at=datetime.fromisoformat(one["seen_at"]))
            for one in values["reports"]
        ),
    )
