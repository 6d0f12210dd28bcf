"""A front page over time: its items as of a moment, and the life of every item on it.

A store and an address go in. Items are read from the stored page, with its earlier versions at hand; lives are put
together from the links that were seen with each version. Reads the store only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from newsloom.pipeline.gathering.reading import read_front_page
from newsloom.pipeline.history import earlier_pages
from newsloom.records import Item, Link
from newsloom.stores.protocol import Store
from newsloom.text.urls import url_forms

__all__ = ["ItemLife", "Place", "item_lives", "items_at"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an item stood from one time to another, and in which words; the top is position 0."""

    since: datetime
    until: datetime
    position: int
    headline: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemLife:
    """An item from its first to its last sighting; ``places`` has an entry for each place and wording."""

    url: str
    headline: str
    first_seen: datetime
    last_seen: datetime
    highest: int
    places: tuple[Place, ...]

    @property
    def headlines(self) -> tuple[str, ...]:
        """The wordings, in order of appearance."""
        return tuple(dict.fromkeys(place.headline for place in self.places))


def items_at(store: Store, url: str, at: datetime | None, reader: str) -> tuple[Item, ...] | None:
    """The items on a kept front page as of a time, or now; None where no version of it is kept."""
    with store.read() as transaction:
        for address in url_forms(url):
            page = transaction.pages.at(address, at)
            if page is not None:
                earlier = earlier_pages(transaction, address, page)
                source = transaction.sources.get(address)
                break
        else:
            return None
    _, items = read_front_page(page, earlier, reader=reader, language=source.language if source else None)
    with store.read() as transaction:
        listings = transaction.items.listings([item.url for item in items if item.url])
    return tuple(replace(item, seen_at=page.fetched_at) for item in items if item.url not in listings)


def item_lives(store: Store, url: str) -> tuple[ItemLife, ...]:
    """The lives of all items that were sighted on a source, by when they came and where they stood."""
    with store.read() as transaction:
        for address in url_forms(url):
            moments = sorted(
                {time for one in transaction.pages.versions(address) for time in (one.first_seen, one.last_seen)}
            )
            sightings = [(time, transaction.links.on(address, time)) for time in moments]
            if any(links for _, links in sightings):
                return _lives(sightings)
    return ()


def _lives(sightings: list[tuple[datetime, tuple[Link, ...]]]) -> tuple[ItemLife, ...]:
    places: dict[str, list[Place]] = {}
    for time, links in sightings:
        for link in links:
            headline = link.title or ""
            known = places.setdefault(link.url, [])
            if known and (known[-1].position, known[-1].headline) == (link.position, headline):
                known[-1] = replace(known[-1], until=time)
            else:
                known.append(Place(since=time, until=time, position=link.position, headline=headline))
    lives = [_life(url, stood) for url, stood in places.items()]
    return tuple(sorted(lives, key=lambda life: (life.first_seen, life.places[0].position)))


def _life(url: str, places: list[Place]) -> ItemLife:
    return ItemLife(
        url=url,
        headline=places[-1].headline,
        first_seen=places[0].since,
        last_seen=places[-1].until,
        highest=min(place.position for place in places),
        places=tuple(places),
    )
