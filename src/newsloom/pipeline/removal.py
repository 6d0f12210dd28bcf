"""Removes articles and old versions of pages from a store, by address or age.

Transactions are short, so that gathering can continue meanwhile.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from newsloom.logs import INFO, log_event, stage_logger
from newsloom.pipeline.desk.followedevents import forget_articles
from newsloom.records import Coverage
from newsloom.stores.protocol import Store, Transaction
from newsloom.text.urls import url_forms

__all__ = ["prune", "take_down"]

_LOG: Final = stage_logger(__name__)

_BATCH: Final = 200


def take_down(store: Store, url: str, now: datetime) -> bool:
    """Remove an article, every version of its page, and what stories and followed events took from it.

    It will not be gathered again. Returns False if nothing of it was stored; it will not be gathered then either.
    """
    forms = set(url_forms(url))
    with store.transaction() as transaction:
        told = {story.id: story for one in forms if (story := transaction.stories.of(one)) is not None}
        found = [transaction.removals.take_down(one, now) for one in sorted(forms)]
        for story in told.values():
            _drop_reports(transaction, story, forms, now)
        forget_articles(transaction, forms)
    log_event(_LOG, INFO, "took down %(url)s", url=url)
    return any(found)


def prune(store: Store, now: datetime, *, versions_days: int | None, articles_days: int | None) -> tuple[int, int]:
    """Delete page versions replaced that many days ago, and articles that many days old. Returns how many of each.

    None keeps all.
    """
    versions = articles = 0
    while articles_days is not None:
        gone = _prune_articles(store, now, now - timedelta(days=articles_days))
        articles += gone
        if gone < _BATCH:
            break
    while versions_days is not None:
        with store.transaction() as transaction:
            gone = transaction.removals.prune(now - timedelta(days=versions_days), _BATCH)
        versions += gone
        if gone < _BATCH:
            break
    if versions or articles:
        message = "pruned %(versions)d versions of pages and %(articles)d articles"
        log_event(_LOG, INFO, message, versions=versions, articles=articles)
    return versions, articles


def _prune_articles(store: Store, now: datetime, before: datetime) -> int:
    with store.transaction() as transaction:
        urls = transaction.removals.old_articles(before, _BATCH)
        told = {story.id: story for url in urls if (story := transaction.stories.of(url)) is not None}
        for url in urls:
            transaction.removals.remove(url)
        for story in told.values():
            _drop_reports(transaction, story, set(urls), now)
    return len(urls)


def _drop_reports(transaction: Transaction, story: Coverage, gone: set[str], now: datetime) -> None:
    """Store the story without these reports and without text that may come from them. The desk writes that again."""
    left = tuple(
        replace(report, copy_of=None if report.copy_of in gone else report.copy_of)
        for report in story.reports
        if report.url not in gone
    )
    first = transaction.lookups.summaries([left[0].url]).get(left[0].url) if left else None
    title = first.article.title if first else None
    words = story.words if left else ()
    transaction.stories.keep(
        replace(story, reports=left, title=title, summary="", image=None, words=words, changed_at=now)
    )
