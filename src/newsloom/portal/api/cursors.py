"""Cursors: the last entry of a page of a list as a short text for the next request, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from newsloom.pipeline.pagination import Cursor
from newsloom.portal.api.parameters import Arguments
from newsloom.portal.api.responses import ApiError, ResultPage
from newsloom.timestamps import moment_of, timestamp

__all__ = ["cursor_of", "offset_of", "page_by_offset", "text_of", "unknown_cursor"]

T = TypeVar("T")

_TEXT: Final = re.compile(r"([^.\s]{1,100})(?:\.(-?\d{1,18}))?")
_MOST_OFFSET: Final = 100_000


def text_of(cursor: Cursor) -> str:
    """The id, then a dot and the time of its last change in microseconds since 1970, if it has one."""
    if cursor.changed_at is None:
        return cursor.id
    return f"{cursor.id}.{timestamp(cursor.changed_at)}"


def cursor_of(text: str | None) -> Cursor | None:
    """The cursor that ``text_of`` wrote. Raises ``ApiError`` if it is not valid."""
    if text is None:
        return None
    found = _TEXT.fullmatch(text)
    if found is None:
        raise unknown_cursor()
    try:
        return Cursor(found[1], None if found[2] is None else moment_of(int(found[2])))
    except OverflowError as error:
        raise unknown_cursor() from error


def offset_of(cursor: str | None) -> int:
    """How many entries came before, for lists whose entries do not shift. Raises ``ApiError`` if it is not valid."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 7 and int(cursor) <= _MOST_OFFSET):
        raise unknown_cursor()
    return int(cursor)


def page_by_offset(found: Sequence[T], arguments: Arguments, write: Callable[[T], dict[str, Any]]) -> ResultPage:
    """The requested part of a list whose entries do not shift, each entry as ``write`` returns it."""
    start = offset_of(arguments.text("cursor"))
    end = start + arguments.number("limit")
    return ResultPage([write(one) for one in found[start:end]], str(end) if len(found) > end else None)


def unknown_cursor() -> ApiError:
    """The error for a cursor that was never issued, or whose entry is gone."""
    return ApiError(
        400, "this cursor is not valid", 'Take the cursor from "next" of the previous page, or leave it out.'
    )
