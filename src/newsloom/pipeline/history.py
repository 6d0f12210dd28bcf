"""The history of an address: the versions of its page, the revisions of its article, and its links.

Reads a store; writes and fetches nothing. Text is extracted only when an article is asked for that is not stored.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from newsloom.pipeline.gathering.reading import StoryPage, read_story
from newsloom.records import Article, Failure, Link, Page, Revision, Source, Version
from newsloom.records.description import described
from newsloom.stores.protocol import Store, Transaction
from newsloom.text.urls import url_forms
from newsloom.timestamps import TICK

__all__ = [
    "Change",
    "History",
    "article_at",
    "change_between",
    "earlier_pages",
    "edits_of",
    "history_of",
    "links_at",
    "page_at",
    "version_start",
]

_MOST_FAILURES: Final = 20
# The minimum ages of a page's earlier versions: the one before it, and some that show which parts never change.
# Versions only minutes apart do not show that, as they hardly differ.
_EARLIER_AGES: Final = (timedelta(0), timedelta(hours=1), timedelta(hours=6), timedelta(hours=24))
# The size limit of an earlier version: they are sent to other processes and parsed with the page.
_MOST_EARLIER_BYTES: Final = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The history of an address. ``source`` is set if it is followed, ``links`` are the links on it now.

    ``revisions`` are those that differ in headline, authors or text. ``failures`` are the latest, the last one first.
    """

    url: str
    versions: tuple[Version, ...] = ()
    revisions: tuple[Revision, ...] = ()
    source: Source | None = None
    links: tuple[Link, ...] = ()
    failures: tuple[Failure, ...] = ()

    def __repr__(self) -> str:
        lists = ("versions", "revisions", "links", "failures")
        return described(self, url=self.url, **{name: len(getattr(self, name)) for name in lists})


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The difference between two times: links of a source, or lines of a story's text."""

    since: datetime
    until: datetime
    came: tuple[Link, ...] = ()
    went: tuple[Link, ...] = ()
    lines: tuple[str, ...] = ()

    def __repr__(self) -> str:
        times = {"since": self.since.isoformat(), "until": self.until.isoformat()}
        return described(self, **times, came=len(self.came), went=len(self.went), lines=len(self.lines))


def history_of(store: Store, url: str, now: datetime) -> History | None:
    """The history of an address. None if nothing is known about it."""
    with store.read() as transaction:
        for address in url_forms(url):
            found = History(
                url=address,
                versions=transaction.pages.versions(address),
                revisions=edits_of(transaction.articles.revisions(address)),
                source=transaction.sources.get(address),
                links=transaction.links.on(address, now),
                failures=transaction.run_log.failures(_MOST_FAILURES, url=address),
            )
            if found.versions or found.revisions or found.source or found.links or found.failures:
                return found
    return None


def edits_of(revisions: Sequence[Revision]) -> tuple[Revision, ...]:
    """The first revision, and those that differ from the one before in headline, authors or text.

    A store also keeps revisions in which only something else changed: a picture, a time, a section.
    """
    found: list[Revision] = []
    for revision in revisions:
        if not found or _content(revision.article) != _content(found[-1].article):
            found.append(revision)
    return tuple(found)


def page_at(store: Store, url: str, at: datetime | None = None) -> Page | None:
    """The page byte for byte as it was at a time, or as it is now."""
    with store.read() as transaction:
        return _page(transaction, url, at)


def version_start(store: Store, url: str, at: datetime | None = None) -> datetime | None:
    """When the version that was current at a time, or is now, was first seen. None if no version is stored."""
    with store.read() as transaction:
        for address in url_forms(url):
            starts = [version.first_seen for version in transaction.pages.versions(address)]
            begun = [start for start in starts if at is None or start <= at]
            if begun:
                return max(begun)
    return None


def article_at(store: Store, url: str, at: datetime | None, extractor: str) -> Article | None:
    """The article as it was at a time, or as it is now. Extracted from the stored page if no article is stored."""
    with store.read() as transaction:
        for address in url_forms(url):
            kept = transaction.articles.get(address, at)
            if kept is not None:
                return kept
        page = _page(transaction, url, at)
    return None if page is None else read_story(StoryPage(link=Link(url=url), page=page), extractor=extractor)


def earlier_pages(transaction: Transaction, url: str, page: Page) -> tuple[Page, ...]:
    """The version of an address before this page and a few that are hours older, the oldest first."""
    found: list[Page] = []
    before = page.fetched_at
    for age in _EARLIER_AGES:
        one = transaction.pages.at(url, min(page.fetched_at - age, before - TICK))
        if one is not None and one.body == page.body:
            # The same page, fetched again.
            one = transaction.pages.at(url, one.fetched_at - TICK)
        if one is None:
            break
        before = one.fetched_at
        if len(one.body) <= _MOST_EARLIER_BYTES:
            found.append(one)
    return tuple(reversed(found))


def links_at(store: Store, url: str, at: datetime) -> tuple[Link, ...]:
    """The links of a source at a time, in their order then."""
    with store.read() as transaction:
        return next(filter(None, (transaction.links.on(address, at) for address in url_forms(url))), ())


def change_between(store: Store, url: str, since: datetime, until: datetime, extractor: str) -> Change:
    """What appeared on or disappeared from a source, or how a story's text changed, between two times."""
    with store.read() as transaction:
        for address in url_forms(url):
            came, went = transaction.links.between(address, since, until)
            if came or went:
                return Change(since=since, until=until, came=came, went=went)
    before, after = (_lines(article_at(store, url, time, extractor)) for time in (since, until))
    labels = (since.isoformat(), until.isoformat())
    lines = difflib.unified_diff(before, after, *labels, lineterm="", n=1)
    return Change(since=since, until=until, lines=tuple(lines))


def _page(transaction: Transaction, url: str, at: datetime | None) -> Page | None:
    return next(filter(None, (transaction.pages.at(address, at) for address in url_forms(url))), None)


def _content(article: Article) -> tuple[str, frozenset[str], str]:
    return " ".join((article.title or "").split()), frozenset(article.authors), " ".join(article.text.split())


def _lines(article: Article | None) -> list[str]:
    return [] if article is None else [article.title or "", *article.paragraphs]
