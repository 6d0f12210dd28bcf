"""The fields that a page may declare of itself, as one record, and how their dates are read.

``jsonld`` and ``metatags`` each fill a ``Declared``; ``declared`` merges them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from newsloom.records import Image
from newsloom.text.dates import day_of, parse_date

__all__ = ["Declared", "first_moment", "moment_and_day"]


class Declared(NamedTuple):
    """What a page says of itself; ``sources`` maps each field that has a value to where it stood.

    ``date`` is the day of publication in the zone it was written in, also where no time or no offset
    is given. ``titles`` are all declared titles, ``title`` the first of them, ``title_of`` the first of
    each source; none is freed of the site's name. ``authors`` are persons and agencies; ``organisation`` is who
    signs where none is named, the paper itself or one of its teams. ``bylines`` are the lines that both
    are read from, place by place, in the record of one source only. ``sites`` are all names of the site,
    ``site`` the most trusted. ``type`` is the schema.org type, else OpenGraph's. ``body`` is JSON-LD's
    articleBody. ``is_free`` is whether all may read it, ``has_closed_part`` whether some of it is said to be for
    subscribers, and ``tier`` what OpenGraph calls it: free, metered or locked.
    """

    title: str | None = None
    titles: tuple[str, ...] = ()
    title_of: Mapping[str, str] = MappingProxyType({})
    description: str | None = None
    published: datetime | None = None
    modified: datetime | None = None
    date: str | None = None
    authors: tuple[str, ...] = ()
    organisation: tuple[str, ...] = ()
    bylines: tuple[tuple[str, ...], ...] = ()
    section: str | None = None
    keywords: tuple[str, ...] = ()
    language: str | None = None
    canonical_url: str | None = None
    site: str | None = None
    sites: tuple[str, ...] = ()
    images: tuple[Image, ...] = ()
    type: str | None = None
    body: str | None = None
    is_free: bool | None = None
    has_closed_part: bool = False
    tier: str | None = None
    sources: Mapping[str, str] = MappingProxyType({})


def first_moment(texts: Iterable[str]) -> datetime | None:
    """The first of the texts that is a time with its offset."""
    return moment_and_day(texts)[0]


def moment_and_day(texts: Iterable[str]) -> tuple[datetime | None, str | None]:
    """The same, and the day that the first readable text names, in the zone it is written in."""
    day = None
    for found in map(parse_date, texts):
        if found and day is None:
            day = day_of(found).isoformat()
        if isinstance(found, datetime):
            return found, day
    return None, day
