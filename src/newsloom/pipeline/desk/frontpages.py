"""How long stories stay on front pages, by address, from the timeline of links in the store.

Front pages are sampled at every full hour of the last day, so the cost does not depend on how often a page changes.
Samples are cached between calls. Writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from newsloom.desk.salience import FrontPageStay
from newsloom.records import Source
from newsloom.stores.protocol import Store, Transaction
from newsloom.stores.sites import site_of_article

__all__ = ["FrontPageSamples"]

_HOUR: Final = timedelta(hours=1)
_HOURS: Final = 24
# At most this many front pages count, and this many links of each: the position of lower links says little.
_MOST_FRONTS: Final = 200
_MOST_LINKS: Final = 60

# The links of a front page at an hour: each address with its position, the top being 0.
Sample = Mapping[str, int]


class FrontPageSamples:
    """The front pages of the last day, hour by hour."""

    def __init__(self) -> None:
        self._samples: dict[tuple[str, datetime], Sample] = {}
        self.stays: Mapping[str, Sequence[FrontPageStay]] = {}

    def refresh(self, store: Store, now: datetime) -> set[str]:
        """Sample the hours that are missing. Returns the addresses whose stays changed."""
        last = now.replace(minute=0, second=0, microsecond=0)
        hours = [last - _HOUR * back for back in range(_HOURS, -1, -1)]
        with store.read() as transaction:
            fronts = _fronts(transaction)
            samples = {
                (front.url, hour): self._sample(transaction, front, hour)
                for front, checked_at in fronts
                for hour in hours
                if hour <= checked_at
            }
        before, self._samples = self.stays, samples
        self.stays = _stays([front.url for front, _ in fronts], hours, samples)
        return {url for url in before.keys() | self.stays.keys() if before.get(url) != self.stays.get(url)}

    def _sample(self, transaction: Transaction, front: Source, hour: datetime) -> Sample:
        known = self._samples.get((front.url, hour))
        if known is not None:
            return known
        links = transaction.links.on(front.url, hour)[:_MOST_LINKS]
        return {link.url: place for place, link in enumerate(links)}


def _fronts(transaction: Transaction) -> list[tuple[Source, datetime]]:
    """The newspapers' front pages, each with the time of its last check: later hours have no data."""
    checked = {one.url: one.checked_at for one in transaction.schedule.all() if one.checked_at is not None}
    pages = [source for source in transaction.sources.all() if source.kind == "page" and source.url in checked]
    homes = [source for source in pages if source.home in (None, source.url)]
    return [(source, checked[source.url]) for source in homes[:_MOST_FRONTS]]


def _stays(
    fronts: Sequence[str], hours: Sequence[datetime], samples: Mapping[tuple[str, datetime], Sample]
) -> dict[str, list[FrontPageStay]]:
    """A stay for every hour for which an address was on a front page at both the beginning and the end."""
    found: dict[str, list[FrontPageStay]] = {}
    for front in fronts:
        paper = site_of_article(front)
        for begin, end in pairwise(hours):
            later = samples.get((front, end), {})
            for url, place in samples.get((front, begin), {}).items():
                if url in later:
                    stay = FrontPageStay(paper=paper, position=place, first_seen=begin, last_seen=end)
                    found.setdefault(url, []).append(stay)
    return found
