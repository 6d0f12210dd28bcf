"""Page versions in memory; bodies are kept whole."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime

from newsloom.records import Fetch, Page, Version
from newsloom.stores.digests import body_digest
from newsloom.stores.fetching import confirms, with_validators
from newsloom.stores.memory.ledgers import Ledgers
from newsloom.stores.memory.stays import insert, standing
from newsloom.stores.timeline import Stay

__all__ = ["MemoryPages"]


@dataclass(frozen=True, slots=True)
class MemoryPages:
    """Every version of every page, with its time."""

    _ledgers: Ledgers

    def keep(self, page: Page, /) -> Version:
        digest = body_digest(page.body)
        seen = Stay(digest=digest, first_seen=page.fetched_at, last_seen=page.fetched_at, fact=page)
        holder, stays = insert(self._ledgers.pages.get(page.url, ()), seen)
        self._ledgers.bodies.setdefault(digest, page.body)
        self._ledgers.pages[page.url] = stays
        if page.requested_url not in (None, page.url):
            self._ledgers.redirects[(page.requested_url, page.url)] = True
        return _version(holder)

    def see_again(self, url: str, at: datetime, /) -> Version | None:
        stays = self._ledgers.pages.get(url, ())
        latest = standing(stays, at)
        if latest is None:
            return None
        seen = dataclasses.replace(latest, first_seen=at, last_seen=at, key=None)
        holder, self._ledgers.pages[url] = insert(stays, seen)
        return _version(holder)

    def at(self, url: str, time: datetime | None = None, /) -> Page | None:
        stay = standing(self._ledgers.pages.get(url, ()), time)
        return None if stay is None else dataclasses.replace(stay.fact, fetched_at=stay.first_seen)

    def versions(self, url: str, /) -> tuple[Version, ...]:
        return tuple(map(_version, self._ledgers.pages.get(url, ())))

    def body(self, digest: str, /) -> bytes | None:
        return self._ledgers.bodies.get(digest)

    def log(self, fetch: Fetch, /) -> None:
        kept = {one.fetched_at: one for one in self._ledgers.fetches.get(fetch.url, ())}
        kept.setdefault(fetch.fetched_at, with_validators(fetch, self.last_fetch(fetch.url)))
        self._ledgers.fetches[fetch.url] = tuple(kept[time] for time in sorted(kept))

    def last_fetch(self, url: str, /) -> Fetch | None:
        return next(filter(confirms, reversed(self._ledgers.fetches.get(url, ()))), None)


def _version(stay: Stay[Page]) -> Version:
    return Version(
        url=stay.fact.url,
        digest=stay.digest,
        first_seen=stay.first_seen,
        last_seen=stay.last_seen,
        size=len(stay.fact.body),
        stored_size=len(stay.fact.body),
        content_type=stay.fact.content_type,
        rights=stay.fact.rights,
    )
