"""The window: the articles of the last days, which may still join stories, kept in memory between catch-ups.

Reads articles in order of arrival from a store, and reports which changed since the last read. The first read takes the
whole window or its latest part, later reads only what is new or edited.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from newsloom.records import Article, ArticleQuery, Report
from newsloom.stores.protocol import Store

__all__ = ["SeenArticle", "Window", "read_articles", "trimmed"]

# Articles read in one transaction: readers should not hold one open for long.
_PAGE: Final = 500
# No part of the desk reads more of a text than this (desk.duplicates).
_TEXT_CHARACTERS: Final = 20_000
# An article has the time at which it was fetched, but is stored later, so every read goes back this far. A page that is
# not stored within its lease, five minutes by default, is fetched again.
_LOOK_BACK: Final = timedelta(minutes=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenArticle:
    """An article of the window, and when it was first seen."""

    article: Article
    seen_at: datetime

    @property
    def url(self) -> str:
        return self.article.url or ""


class Window:
    """The articles first seen within the last ``days`` of news, at most the latest ``most``.

    Days are counted back from the latest article, so that news gathered long ago has stories as well.
    """

    def __init__(self, *, days: int, most: int) -> None:
        self._span = timedelta(days=days)
        self._most = most
        # Whether all of it was read, not only a part.
        self.is_whole = True
        self._kept: dict[str, SeenArticle] = {}
        self._read_at: datetime | None = None
        self.ordered: tuple[SeenArticle, ...] = ()
        self.indexes: Mapping[str, int] = {}

    def begin(self, store: Store, now: datetime) -> datetime:
        """The time from which articles belong to the window."""
        with store.read() as transaction:
            latest = [one.url or "" for one in transaction.articles.find(ArticleQuery(limit=1))]
            times = transaction.lookups.times(latest)
        return min([now, *(first_seen for first_seen, _ in times.values())]) - self._span

    def load(
        self,
        store: Store,
        now: datetime,
        *,
        seen: Mapping[str, datetime],
        read_at: datetime | None,
        told: Collection[str] = (),
    ) -> set[str]:
        """Read the whole window. Returns the addresses of articles that changed since ``read_at``.

        ``seen`` has the times at which articles were first seen, if already known. ``told`` are articles read before,
        which count as changed only if they were edited.
        """
        begin = self.begin(store, now)
        self.is_whole = True
        self._kept = dict(_articles(store, ArticleQuery(since=begin), seen, most=self._most))
        self._read_at = now
        self._sort(begin)
        if read_at is None:
            return set(self.indexes)
        return self.changed_since(store, read_at, told)

    def load_part(self, store: Store, now: datetime, *, most: int, read_at: datetime) -> bool:
        """Read the latest ``most`` articles of the window and those that changed since ``read_at``.

        Returns False if ``most`` or more have changed: then a part is not enough.
        """
        begin = self.begin(store, now)
        self._kept = dict(_articles(store, ArticleQuery(since=begin), {}, most=most))
        seen = {url: kept.seen_at for url, kept in self._kept.items()}
        changed = dict(_articles(store, ArticleQuery(changed_after=read_at - _LOOK_BACK), seen, most=most))
        if len(changed) >= most:
            return False
        self.is_whole = False
        self._take_in(begin, changed)
        return True

    def complete(self, store: Store, now: datetime, reports: Iterable[Report]) -> None:
        """Also read the articles of these reports that belong to the window."""
        begin = self.begin(store, now)
        missing = {one.url: one.seen_at for one in reports if one.url not in self.indexes and one.seen_at >= begin}
        with store.read() as transaction:
            found = [
                (article, at) for url, at in missing.items() if (article := transaction.articles.get(url)) is not None
            ]
        self._take_in(
            begin, {article.url or "": SeenArticle(article=trimmed(article), seen_at=at) for article, at in found}
        )

    def changed_since(self, store: Store, read_at: datetime, told: Collection[str]) -> set[str]:
        """The addresses of articles that changed since ``read_at``. Those in ``told`` count only if edited."""
        since = read_at - _LOOK_BACK
        with store.read() as transaction:
            known = transaction.lookups.times(kept.url for kept in self.ordered)
        times = [(kept, known[kept.url][1]) for kept in self.ordered if kept.url in known]
        return {one.url for one, at in times if at > since and (one.url not in told or at > one.seen_at)}

    def _take_in(self, begin: datetime, found: Mapping[str, SeenArticle]) -> None:
        self._kept |= found
        self._sort(begin)

    def refresh(self, store: Store, now: datetime) -> set[str]:
        """Read articles that are new or edited. Returns their addresses."""
        begin = self.begin(store, now)
        since = (self._read_at or begin) - _LOOK_BACK
        seen = {url: kept.seen_at for url, kept in self._kept.items()}
        found = dict(_articles(store, ArticleQuery(changed_after=since), seen, most=self._most))
        if len(found) >= self._most:
            # There are more changes, and the oldest come first, but the latest articles are needed.
            return self.load(store, now, seen=seen, read_at=self._read_at, told=seen)
        changed = {url for url, kept in found.items() if self._kept.get(url) != kept}
        self._kept |= found
        self._read_at = now
        self._sort(begin)
        return {url for url in changed if url in self.indexes}

    def _sort(self, begin: datetime) -> None:
        young = [kept for kept in self._kept.values() if kept.seen_at >= begin]
        self.ordered = tuple(sorted(young, key=_arrival)[-self._most :])
        self._kept = {kept.url: kept for kept in self.ordered}
        self.indexes = {kept.url: index for index, kept in enumerate(self.ordered)}


def read_articles(store: Store, query: ArticleQuery, *, most: int) -> tuple[SeenArticle, ...]:
    """The latest articles of a query, at most ``most``, in order of arrival."""
    found = (kept for _, kept in _articles(store, query, {}, most=most))
    return tuple(sorted(found, key=_arrival))


def trimmed(article: Article) -> Article:
    """The article without what the desk does not read, so that a window of articles fits in memory."""
    return replace(
        article,
        text=article.text[:_TEXT_CHARACTERS],
        blocks=(),
        description=None,
        keywords=(),
        authors=(),
        images=article.images[:1],
        provenance={},
    )


def _articles(
    store: Store, query: ArticleQuery, seen: Mapping[str, datetime], *, most: int
) -> Iterator[tuple[str, SeenArticle]]:
    """The articles of a query by address, at most ``most``, read in batches."""
    after: str | None = None
    left = most
    while left > 0:
        limit = min(_PAGE, left)
        with store.read() as transaction:
            found = transaction.articles.find(replace(query, after=after, limit=limit))
            unseen = [one.url for one in found if one.url and one.url not in seen]
            times = {url: first_seen for url, (first_seen, _) in transaction.lookups.times(unseen).items()} | dict(seen)
        page = [SeenArticle(article=trimmed(one), seen_at=times[one.url]) for one in found if one.url in times]
        yield from ((kept.url, kept) for kept in page)
        if len(found) < limit:
            return
        after, left = found[-1].url, left - limit


def _arrival(kept: SeenArticle) -> tuple[datetime, str]:
    # By address if the times are equal, so that a window that is read again has the same order.
    return kept.seen_at, kept.url
