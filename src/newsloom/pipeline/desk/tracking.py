"""Tracking of followed events: finds their reports among the new articles of the window.

Every new article is scored against each event's examples, together with articles that came shortly before it, because a
score is only meaningful relative to others. Reports are added to a followed event, never removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from newsloom.desk.tracking import topic_scores
from newsloom.pipeline.desk.followedevents import FollowedEvent, FoundReport, add_reports, follow_event, read_followed
from newsloom.pipeline.desk.window import SeenArticle, read_articles, trimmed
from newsloom.records import ArticleQuery
from newsloom.stores.protocol import Store

__all__ = ["begin_to_follow", "track_events"]

# Chosen on stories followed from one report: at 0.2, F is 0.66 on Wikinews, 0.72 on ECB+ and 0.55 on AllSides, at 0.25
# 0.60, 0.71 and 0.41. It is a little above 0.2, which a handful of articles may reach by chance. The threshold that
# costs least on TDT2's topics of months, 0.06, gives about 0.2, 0.5 and 0.2: an event is narrower than a topic.
_LEAST_BELONGING: Final = 0.22
# How many older articles are scored together with the new ones, and the maximum of new ones at a time.
_BESIDE: Final = 1000
_MOST_NEW: Final = 2000


def begin_to_follow(store: Store, urls: Sequence[str], now: datetime) -> FollowedEvent:
    """Follow the event of these stored articles. Its reports among recent articles are found at once."""
    event = follow_event(store, urls, now)
    window = read_articles(store, ArticleQuery(), most=_MOST_NEW)
    add_reports(store, {event.id: _found(store, event, window, frozenset(kept.url for kept in window))})
    return next((one for one in read_followed(store) if one.id == event.id), event)


def track_events(store: Store, window: Sequence[SeenArticle], new: frozenset[str]) -> int:
    """Look for reports of every followed event among the new articles. Returns how many were found."""
    events = read_followed(store)
    indexes = [index for index, kept in enumerate(window) if kept.url in new][-_MOST_NEW:]
    if not events or not indexes:
        return 0
    part = window[max(0, indexes[0] - _BESIDE) :]
    found = {event.id: _found(store, event, part, new) for event in events}
    add_reports(store, found)
    return sum(map(len, found.values()))


def _found(store: Store, event: FollowedEvent, part: Sequence[SeenArticle], new: frozenset[str]) -> list[FoundReport]:
    with store.read() as transaction:
        examples = [article for url in event.examples if (article := transaction.articles.get(url)) is not None]
    if not examples:
        return []
    scores = topic_scores([trimmed(article) for article in examples], [kept.article for kept in part])
    known = {*event.examples, *(one.url for one in event.reports)}
    return [
        FoundReport(url=kept.url, score=round(score, 4), seen_at=kept.seen_at)
        for kept, score in zip(part, scores, strict=True)
        if kept.url in new and kept.url not in known and score >= _LEAST_BELONGING
    ]
