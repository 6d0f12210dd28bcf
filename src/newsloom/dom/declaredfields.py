"""The record of what a page declares about itself, and how its dates are read.

``jsonld`` returns a ``Declared``, ``metatags`` objects with the same fields; ``declared`` merges them into one.
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
    """What a page declares about itself. ``sources`` maps each field that has a value to its source.

    ``date`` is the day of publication in the zone it was written in, even if no time or no offset is given. ``titles``
    are all declared titles, ``title`` the first of them, ``title_of`` the first of each source; they may contain the
    site's name. ``authors`` are persons and agencies; ``organisation`` is the paper or one of its teams if it signs
    instead. ``bylines`` are the lines that both are read from, place by place; only the records of single sources have
    them. ``sites`` are all names of the site, ``site`` the most trusted. ``type`` is the schema.org type, else
    OpenGraph's. ``body`` is JSON-LD's articleBody. ``is_free`` says whether everybody may read the story,
    ``has_closed_part`` whether a part is declared to be for subscribers, and ``tier`` is OpenGraph's content tier:
    free, metered or locked.
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
    """The first of the texts that is a time with an offset; None if there is none."""
    return moment_and_day(texts)[0]


def moment_and_day(texts: Iterable[str]) -> tuple[datetime | None, str | None]:
    """The same, with the day of the first text that can be read, in the zone it is written in."""
    day = None
    for found in map(parse_date, texts):
        if found and day is None:
            day = day_of(found).isoformat()
        if isinstance(found, datetime):
            return found, day
    return None, day
