"""Links in memory: what stood where and when, and which of it waits."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime, timedelta

from newsloom.records import Link
from newsloom.stores.appointing import is_due
from newsloom.stores.digests import list_digest
from newsloom.stores.fronts import as_sighted, changes
from newsloom.stores.memory.ledgers import Ledgers, Waiting
from newsloom.stores.memory.stays import insert, standing
from newsloom.stores.timeline import Stay

__all__ = ["MemoryLinks"]


@dataclass(frozen=True, slots=True)
class MemoryLinks:
    """What stood where and when; and which of it is still to be fetched."""

    _ledgers: Ledgers

    def sight(self, source_url: str, links: tuple[Link, ...], at: datetime, /) -> tuple[Link, ...]:
        sighted = as_sighted(source_url, links)
        seen = Stay(digest=list_digest(sighted), first_seen=at, last_seen=at, fact=sighted)
        _, self._ledgers.fronts[source_url] = insert(self._ledgers.fronts.get(source_url, ()), seen)
        new = tuple(link for link in sighted if link.url not in self._ledgers.links)
        for link in sighted:
            self._ledgers.sighted[(source_url, link.url)] = True
        for link in new:
            self._ledgers.waiting[link.url] = Waiting(link=link, due_at=at, serial=len(self._ledgers.links))
            self._ledgers.links[link.url] = True
        return new

    def on(self, source_url: str, at: datetime, /) -> tuple[Link, ...]:
        stay = standing(self._ledgers.fronts.get(source_url, ()), at)
        return () if stay is None else stay.fact

    def between(
        self, source_url: str, since: datetime, until: datetime, /
    ) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
        return changes(self.on(source_url, since), self.on(source_url, until))

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Link, ...]:
        due = [one for one in self._ledgers.waiting.values() if is_due(one.due_at, one.leased_until, now)]
        until = now + timedelta(seconds=lease_seconds)
        claimed = sorted(due, key=lambda one: (one.due_at, one.serial))[: max(limit, 0)]
        for one in claimed:
            self._ledgers.waiting[one.link.url] = dataclasses.replace(one, owner=owner, leased_until=until)
        return tuple(one.link for one in claimed)

    def settle(self, owner: str, url: str, retry_at: datetime | None = None, /) -> bool:
        held = self._ledgers.waiting.get(url)
        if held is None or held.owner != owner:
            return False
        if retry_at is None:
            del self._ledgers.waiting[url]
        else:
            self._ledgers.waiting[url] = dataclasses.replace(held, due_at=retry_at, owner=None, leased_until=None)
        return True

    def waiting(self) -> int:
        return len(self._ledgers.waiting)
