"""Sources and the items of their front pages in the API."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from newsloom.newsroom import FollowedSource, Newsroom
from newsloom.pipeline.pagination import Cursor
from newsloom.portal.api.cursors import cursor_of, offset_of, page_by_offset, text_of, unknown_cursor
from newsloom.portal.api.parameters import Arguments
from newsloom.portal.api.responses import ApiError, ResultPage
from newsloom.portal.api.schemas import Schema
from newsloom.portal.paths import article_id
from newsloom.records import Item, Source

__all__ = ["ITEM", "SOURCE", "items", "sources"]

ITEM: Final = Schema(name="Item", record=Item)
SOURCE: Final = Schema(
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


def sources(room: Newsroom, arguments: Arguments) -> ResultPage:
    """The followed sources, by newspaper."""
    changed_after = arguments.moment("changed_after")
    found = [
        one
        for one in room.sources()
        if changed_after is None or (one.appointment.changed_at and one.appointment.changed_at > changed_after)
    ]
    return page_by_offset(found, arguments, _source)


def _source(one: FollowedSource) -> dict[str, Any]:
    return SOURCE.of(
        one.source,
        due_at=one.appointment.due_at,
        checked_at=one.appointment.checked_at,
        changed_at=one.appointment.changed_at,
        interval_seconds=one.appointment.interval_seconds,
        failures=one.appointment.failures,
        failure=one.failure.reason if one.failure else None,
    )


def items(room: Newsroom, arguments: Arguments) -> ResultPage:
    """The news items of one front page at a time, or of all followed front pages, one after the other."""
    url = arguments.text("url")
    if url is None:
        return _across(room, [one.source.url for one in room.sources() if one.source.kind == "page"], arguments)
    if room.pages.version_start(url, arguments.moment("at")) is None:
        raise ApiError(404, "no version of this page is stored", "GET /v1/sources lists the pages that are followed.")
    return _across(room, [url], arguments)


def _across(room: Newsroom, pages: Sequence[str], arguments: Arguments) -> ResultPage:
    """The items of the next front page that has some, and a cursor.

    The cursor has the page, when the version that was read began, and how many items to skip, so that nothing is lost
    while pages change. Reading a front page takes a tenth of a second, so an answer reads one, however small it is.
    """
    begun, skip = _resumed(arguments.text("cursor"))
    ids = [article_id(page) for page in pages]
    if begun is not None and begun.id not in ids:
        raise unknown_cursor()
    limit = arguments.number("limit")
    for place in range(ids.index(begun.id) if begun else 0, len(pages)):
        is_begun = begun is not None and begun.id == ids[place]
        at = begun.changed_at if begun is not None and is_begun else None
        start = room.pages.version_start(pages[place], at or arguments.moment("at"))
        if start is None or not _is_wanted(start, arguments):
            continue
        found = _items(room, arguments, pages[place], start)
        end = (skip if is_begun else 0) + limit
        data = [ITEM.of(item) for item in found[end - limit : end]]
        if len(found) > end:
            return ResultPage(data, f"{text_of(Cursor(ids[place], start))}-{end}")
        return ResultPage(data, f"{text_of(Cursor(ids[place + 1]))}-0" if place + 1 < len(pages) else None)
    return ResultPage([])


def _items(room: Newsroom, arguments: Arguments, url: str, start: datetime) -> Sequence[Item]:
    """The items of the version that began at a time. Cached: they never change, and a client pages through them."""
    if not _is_wanted(start, arguments):
        return ()
    return arguments.memory.get(("items", url, start), lambda: room.pages.items(url, start) or ())


def _is_wanted(start: datetime, arguments: Arguments) -> bool:
    changed_after = arguments.moment("changed_after")
    return changed_after is None or start > changed_after


def _resumed(cursor: str | None) -> tuple[Cursor | None, int]:
    """The page to continue, with the time of its version, and how many of its items were returned already."""
    if cursor is None:
        return None, 0
    where, dash, skip = cursor.rpartition("-")
    if not dash:
        raise unknown_cursor()
    return cursor_of(where), offset_of(skip)
