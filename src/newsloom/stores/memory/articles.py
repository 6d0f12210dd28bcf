"""Articles in memory, with their edit history."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from newsloom.errors import StoreError
from newsloom.records import Article, Revision
from newsloom.stores.digests import reading_digest
from newsloom.stores.memory.ledger import PLACE
from newsloom.stores.memory.ledgers import Ledgers
from newsloom.stores.memory.stays import insert, standing
from newsloom.stores.timeline import Stay

__all__ = ["MemoryArticles"]


@dataclass(frozen=True, slots=True)
class MemoryArticles:
    """Stories with their edit history."""

    _ledgers: Ledgers

    def keep(self, revision: Revision, /) -> bool:
        url = revision.article.url
        if url is None:
            raise StoreError(PLACE, "an article without an address cannot be kept")
        seen = Stay(
            digest=reading_digest(revision.article),
            first_seen=revision.seen_at,
            last_seen=revision.seen_at,
            fact=revision,
        )
        holder, self._ledgers.articles[url] = insert(self._ledgers.articles.get(url, ()), seen)
        self._ledgers.arrivals.setdefault(url, len(self._ledgers.arrivals))
        return holder is seen

    def get(self, url: str, at: datetime | None = None, /) -> Article | None:
        stay = standing(self._ledgers.articles.get(url, ()), at)
        return None if stay is None else stay.fact.article

    def revisions(self, url: str, /) -> tuple[Revision, ...]:
        stays = self._ledgers.articles.get(url, ())
        return tuple(dataclasses.replace(stay.fact, seen_at=stay.first_seen) for stay in stays)

    def find(
        self,
        *,
        source_url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> tuple[Article, ...]:
        if after is not None and after not in self._ledgers.articles:
            raise StoreError(PLACE, f"there is no article {after} to go on from")
        found = [
            url
            for url in (self._ledgers.articles if source_url is None else self._of(source_url))
            if (since is None or self._arrival(url)[0] >= since)
            and (until is None or self._arrival(url)[0] < until)
            and (after is None or self._arrival(url) > self._arrival(after))
        ]
        chosen = sorted(found, key=self._arrival)[: max(limit, 0)]
        return tuple(self._ledgers.articles[url][-1].fact.article for url in chosen)

    def count(self) -> int:
        return len(self._ledgers.articles)

    def _arrival(self, url: str) -> tuple[datetime, int]:
        return self._ledgers.articles[url][0].first_seen, self._ledgers.arrivals[url]

    def _of(self, source_url: str) -> Iterator[str]:
        sighted = {url for place, url in self._ledgers.sighted if place == source_url}
        led_to = {url for requested, url in self._ledgers.redirects if requested in sighted}
        return (url for url in self._ledgers.articles if url in sighted | led_to)
