"""Sources and the items of their front pages, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from newsloom.newsroom import Newsroom
from newsloom.pipeline.history import spellings
from newsloom.portal.api.cursors import offset_of, unknown_cursor
from newsloom.portal.api.faults import Fault
from newsloom.portal.api.parameters import Asked
from newsloom.portal.api.resource import Listed
from newsloom.portal.api.shapes import Shape
from newsloom.records import Item, Source

__all__ = ["ITEM", "SOURCE", "items", "sources"]

ITEM: Final = Shape(name="Item", record=Item)
SOURCE: Final = Shape(
    name="SourceEntry",
    record=Source,
    more={
        "due_at": datetime,
        "checked_at": datetime | None,
        "changed_at": datetime | None,
        "interval_seconds": float,
        "failures": int,
        "failure": str | None,
    },
)


def sources(room: Newsroom, asked: Asked) -> Listed:
    """What is followed, by newspaper."""
    skip, limit = offset_of(asked.text("cursor")), asked.number("limit")
    changed_after = asked.moment("changed_after")
    found = [
        one
        for one in room.sources()
        if changed_after is None or (one.appointment.changed_at and one.appointment.changed_at > changed_after)
    ]
    page = [
        SOURCE.of(
            one.source,
            due_at=one.appointment.due_at,
            checked_at=one.appointment.checked_at,
            changed_at=one.appointment.changed_at,
            interval_seconds=one.appointment.interval_seconds,
            failures=one.appointment.failures,
            failure=one.failure.reason if one.failure else None,
        )
        for one in found[skip : skip + limit]
    ]
    return Listed(page, str(skip + limit) if len(found) > skip + limit else None)


def items(room: Newsroom, asked: Asked) -> Listed:
    """The news items of one front page as of a time, or of all followed front pages, one after the other."""
    url = asked.text("url")
    if url is None:
        followed = [one.source.url for one in room.sources() if one.source.kind == "page"]
        return _across(room, followed, asked)
    start = _version_start(room, url, asked.moment("at"))
    if start is None:
        raise Fault(404, "no version of this page is kept", "GET /v1/sources lists the pages that are followed.")
    skip, limit = offset_of(asked.text("cursor")), asked.number("limit")
    found = _items(room, asked, url, start)
    page = [ITEM.of(item) for item in found[skip : skip + limit]]
    return Listed(page, str(skip + limit) if len(found) > skip + limit else None)


def _across(room: Newsroom, pages: Sequence[str], asked: Asked) -> Listed:
    """The items of one front page that has some, and where to go on: the next page's number and how many to skip.

    To read a front page takes a tenth of a second, so an answer reads one, however small it is.
    """
    number, skip = _across_place(asked.text("cursor"))
    limit = asked.number("limit")
    for place in range(number, len(pages)):
        start = _version_start(room, pages[place], asked.moment("at"))
        if start is None or not _is_wanted(start, asked):
            continue
        found = _items(room, asked, pages[place], start)
        end = (skip if place == number else 0) + limit
        data = [ITEM.of(item) for item in found[end - limit : end]]
        following = f"{place}-{end}" if len(found) > end else f"{place + 1}-0" if place + 1 < len(pages) else None
        return Listed(data, following)
    return Listed([])


def _items(room: Newsroom, asked: Asked, url: str, start: datetime) -> Sequence[Item]:
    """The items of the version that began at a time: they never change, and a client asks for them bit by bit."""
    if not _is_wanted(start, asked):
        return ()
    return asked.memory.get(("items", url, start), lambda: room.items(url, start) or ())


def _version_start(room: Newsroom, url: str, at: datetime | None) -> datetime | None:
    """Since when the page stood as it did at a time, or does now; None where no version of it is kept."""
    with room.store.look() as shift:
        for address in spellings(url):
            starts = [version.first_seen for version in shift.pages.versions(address)]
            begun = [start for start in starts if at is None or start <= at]
            if begun:
                return max(begun)
    return None


def _is_wanted(start: datetime, asked: Asked) -> bool:
    changed_after = asked.moment("changed_after")
    return changed_after is None or start > changed_after


def _across_place(cursor: str | None) -> tuple[int, int]:
    if cursor is None:
        return 0, 0
    number, dash, skip = cursor.partition("-")
    if not dash:
        raise unknown_cursor()
    return offset_of(number), offset_of(skip)
