"""Sources and the items of their front pages, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from newsloom.newsroom import Newsroom
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
# Each front page is read anew, which takes a tenth of a second: an answer reads a few and says where to go on.
_MOST_PAGES: Final = 5


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
    """The news items of one front page as of a time, or of all followed front pages, page after page."""
    limit, changed_after = asked.number("limit"), asked.moment("changed_after")
    url = asked.text("url")
    if url is None:
        followed = [one.source.url for one in room.sources() if one.source.kind == "page"]
        return _across(room, followed, asked, limit)
    found = room.items(url, asked.moment("at"))
    if found is None:
        raise Fault(404, "no version of this page is kept", "GET /v1/sources lists the pages that are followed.")
    skip = offset_of(asked.text("cursor"))
    wanted = _changed(found, changed_after)
    page = [ITEM.of(item) for item in wanted[skip : skip + limit]]
    return Listed(page, str(skip + limit) if len(wanted) > skip + limit else None)


def _across(room: Newsroom, pages: Sequence[str], asked: Asked, limit: int) -> Listed:
    """Cursors are a page's number and how many of its items were shown."""
    number, skip = _across_place(asked.text("cursor"))
    data: list[dict[str, Any]] = []
    for place in range(number, min(len(pages), number + _MOST_PAGES)):
        found = _changed(room.items(pages[place], asked.moment("at")) or (), asked.moment("changed_after"))
        start = skip if place == number else 0
        room_left = limit - len(data)
        data += [ITEM.of(item) for item in found[start : start + room_left]]
        if len(found) > start + room_left:
            return Listed(data, f"{place}-{start + room_left}")
    following = number + _MOST_PAGES
    return Listed(data, f"{following}-0" if following < len(pages) else None)


def _across_place(cursor: str | None) -> tuple[int, int]:
    if cursor is None:
        return 0, 0
    number, dash, skip = cursor.partition("-")
    if not dash:
        raise unknown_cursor()
    return offset_of(number), offset_of(skip)


def _changed(found: Sequence[Item], changed_after: datetime | None) -> Sequence[Item]:
    if changed_after is None:
        return found
    return [item for item in found if item.seen_at is not None and item.seen_at > changed_after]
