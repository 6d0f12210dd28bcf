"""Articles in memory, with their edit history."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from newsloom.errors import StoreError
from newsloom.records import Article, ArticleQuery, Hit, Revision
from newsloom.stores.choosing import MOST_FACETS, clipped, site_named, site_of_article
from newsloom.stores.digests import article_id, reading_digest
from newsloom.stores.memory.ledger import PLACE
from newsloom.stores.memory.ledgers import Ledgers
from newsloom.stores.memory.stays import insert, standing
from newsloom.stores.searching import matched, question_of, reading_of, snippet_of
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
        self._ledgers.names.setdefault(article_id(url), url)
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
        self._require(after)
        found = [
            url
            for url in (self._ledgers.articles if source_url is None else self._of(source_url))
            if (since is None or self._arrival(url)[0] >= since)
            and (until is None or self._arrival(url)[0] < until)
            and (after is None or self._arrival(url) > self._arrival(after))
        ]
        chosen = sorted(found, key=self._arrival)[: max(limit, 0)]
        return tuple(map(self._now, chosen))

    def latest(self, query: ArticleQuery, /) -> tuple[Article, ...]:
        self._require(query.after)
        found = self._wanted(query)
        if query.changed_after is not None:
            last = None if query.after is None else self._change(query.after)
            changed = [url for url in found if last is None or self._change(url) > last]
            return tuple(map(self._now, sorted(changed, key=self._change)[: max(query.limit, 0)]))
        last = None if query.after is None else self._arrival(query.after)
        behind = [url for url in found if last is None or self._arrival(url) < last]
        return tuple(map(self._now, sorted(behind, key=self._arrival, reverse=True)[: max(query.limit, 0)]))

    def named(self, article_id: str, /) -> Article | None:
        url = self._ledgers.names.get(article_id)
        return None if url is None else self._now(url)

    def search(self, words: str, query: ArticleQuery, /) -> tuple[Hit, ...]:
        languages = [query.language] if query.language else [None, *(name for name, _ in self.languages())]
        question = question_of(words, languages)
        if question is None:
            return ()
        scores = {url: matched(reading_of(self._now(url)), question) for url in self._wanted(query)}
        found = [(score, self._arrival(url), url) for url, score in scores.items() if score is not None]
        page = sorted(found, reverse=True)[max(query.skip, 0) :][: max(query.limit, 0)]
        return tuple(Hit(url=url, score=score, snippet=snippet_of(self._now(url), question)) for score, _, url in page)

    def sections(self) -> tuple[tuple[str, int], ...]:
        return _counted(self._now(url).section for url in self._ledgers.articles)

    def languages(self) -> tuple[tuple[str, int], ...]:
        return _counted(self._now(url).language for url in self._ledgers.articles)

    def first_seen(self, url: str, /) -> datetime | None:
        return self._arrival(url)[0] if url in self._ledgers.articles else None

    def changed_at(self, url: str, /) -> datetime | None:
        return self._change(url)[0] if url in self._ledgers.articles else None

    def count(self) -> int:
        return len(self._ledgers.articles)

    def _require(self, after: str | None) -> None:
        if after is not None and after not in self._ledgers.articles:
            raise StoreError(PLACE, f"there is no article {after} to go on from")

    def _now(self, url: str) -> Article:
        return self._ledgers.articles[url][-1].fact.article

    def _change(self, url: str) -> tuple[datetime, int]:
        return self._ledgers.articles[url][-1].first_seen, self._ledgers.arrivals[url]

    def _wanted(self, query: ArticleQuery) -> list[str]:
        site = None if query.site is None else site_named(query.site)
        of_source = self._ledgers.articles if query.source_url is None else self._of(query.source_url)
        of_site = (url for url in of_source if site is None or site_of_article(url) == site)
        return [url for url in of_site if self._is_wanted(url, query)]

    def _is_wanted(self, url: str, query: ArticleQuery) -> bool:
        article, first_seen, changed_at = self._now(url), self._arrival(url)[0], self._change(url)[0]
        return (
            (query.section is None or clipped(article.section) == clipped(query.section))
            and (query.language is None or clipped(article.language) == clipped(query.language))
            and (query.since is None or first_seen >= query.since)
            and (query.until is None or first_seen < query.until)
            and (query.changed_after is None or changed_at > query.changed_after)
        )

    def _arrival(self, url: str) -> tuple[datetime, int]:
        return self._ledgers.articles[url][0].first_seen, self._ledgers.arrivals[url]

    def _of(self, source_url: str) -> Iterator[str]:
        sighted = {url for place, url in self._ledgers.sighted if place == source_url}
        led_to = {url for requested, url in self._ledgers.redirects if requested in sighted}
        return (url for url in self._ledgers.articles if url in sighted | led_to)


def _counted(facts: Iterable[str | None]) -> tuple[tuple[str, int], ...]:
    counts = Counter(clipped(fact) or "" for fact in facts if fact)
    return tuple(sorted(counts.items(), key=lambda count: (-count[1], count[0]))[:MOST_FACETS])
