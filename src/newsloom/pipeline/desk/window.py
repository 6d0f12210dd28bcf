"""The articles that may still become parts of stories: those of the last days, kept in memory between catch-ups.

A store goes in, articles in order of arrival come out, and which of them changed since the last look. A first look
reads the whole window, every later one only what is new or edited. It groups nothing and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from newsloom.records import Article, ArticleQuery
from newsloom.stores.protocol import Store

__all__ = ["Kept", "Window", "lean", "read_articles"]

# Articles read in one shift: a store's readers should not hold one for long.
_PAGE: Final = 500
# As much of a text as any part of the desk reads (desk.duplicates).
_TEXT_CHARACTERS: Final = 20_000
# An article bears the time at which it was fetched, and is filed later: so far back is looked again. A page that is
# not filed within its lease, five minutes by default, is fetched anew.
_LOOK_BACK: Final = timedelta(minutes=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An article of the window, and when it was first seen."""

    article: Article
    seen_at: datetime

    @property
    def url(self) -> str:
        return self.article.url or ""


class Window:
    """The articles first seen within the last ``days`` of news, the latest ``most`` of them.

    The days are counted back from the latest article: what was gathered long ago has stories as well.
    """

    def __init__(self, *, days: int, most: int) -> None:
        self._span = timedelta(days=days)
        self._most = most
        self._kept: dict[str, Kept] = {}
        self._read_at: datetime | None = None
        self.ordered: tuple[Kept, ...] = ()
        self.places: Mapping[str, int] = {}

    def begin(self, store: Store, now: datetime) -> datetime:
        """From when on articles belong to the window."""
        with store.look() as shift:
            latest = [shift.articles.first_seen(one.url or "") for one in shift.articles.latest(ArticleQuery(limit=1))]
        return min([now, *(seen_at for seen_at in latest if seen_at is not None)]) - self._span

    def load(self, store: Store, now: datetime, *, seen: Mapping[str, datetime], read_at: datetime | None) -> set[str]:
        """Read the whole window; the addresses of what changed since ``read_at`` come back.

        ``seen`` says when articles were first seen, where that is known already.
        """
        begin = self.begin(store, now)
        self._kept = dict(_articles(store, ArticleQuery(since=begin), seen, most=self._most))
        self._read_at = now
        self._settle(begin)
        if read_at is None:
            return set(self.places)
        changed = _articles(store, ArticleQuery(changed_after=read_at - _LOOK_BACK), seen, most=self._most)
        return {url for url, _ in changed if url in self.places}

    def refresh(self, store: Store, now: datetime) -> set[str]:
        """Read what is new or edited; its addresses come back."""
        begin = self.begin(store, now)
        since = (self._read_at or begin) - _LOOK_BACK
        seen = {url: kept.seen_at for url, kept in self._kept.items()}
        found = dict(_articles(store, ArticleQuery(changed_after=since), seen, most=self._most))
        if len(found) >= self._most:
            # The oldest changes come first, and these were not all: what counts is the latest articles.
            return self.load(store, now, seen=seen, read_at=self._read_at)
        changed = {url for url, kept in found.items() if self._kept.get(url) != kept}
        self._kept |= found
        self._read_at = now
        self._settle(begin)
        return {url for url in changed if url in self.places}

    def _settle(self, begin: datetime) -> None:
        young = [kept for kept in self._kept.values() if kept.seen_at >= begin]
        self.ordered = tuple(sorted(young, key=_arrival)[-self._most :])
        self._kept = {kept.url: kept for kept in self.ordered}
        self.places = {kept.url: place for place, kept in enumerate(self.ordered)}


def read_articles(store: Store, query: ArticleQuery, *, most: int) -> tuple[Kept, ...]:
    """The latest articles that answer, ``most`` at most, in order of arrival."""
    found = (kept for _, kept in _articles(store, query, {}, most=most))
    return tuple(sorted(found, key=_arrival))


def lean(article: Article) -> Article:
    """The article with no more than the desk reads of it: a window of them must fit in memory."""
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
) -> Iterator[tuple[str, Kept]]:
    """The articles that answer, a page at a time, ``most`` at most."""
    after: str | None = None
    left = most
    while left > 0:
        limit = min(_PAGE, left)
        with store.look() as shift:
            found = shift.articles.latest(replace(query, after=after, limit=limit))
            times = [(one, seen.get(one.url or "") or shift.articles.first_seen(one.url or "")) for one in found]
        page = [Kept(article=lean(article), seen_at=moment) for article, moment in times if moment is not None]
        yield from ((kept.url, kept) for kept in page)
        if len(found) < limit:
            return
        after, left = found[-1].url, left - limit


def _arrival(kept: Kept) -> tuple[datetime, str]:
    # Those of one moment by address, so that a window read anew is in the same order.
    return kept.seen_at, kept.url
