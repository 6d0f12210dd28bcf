"""Where a list goes on: the last entry of a page in, a short text for the next request out, and back."""

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
    """The id, and behind a dot the microseconds since 1970 of its last change."""
    if cursor.changed_at is None:
        return cursor.id
    return f"{cursor.id}.{timestamp(cursor.changed_at)}"


def cursor_of(text: str | None) -> Cursor | None:
    """The cursor that ``text_of`` wrote. Raises ``ApiError`` if it is none."""
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
    """How many entries came before, for lists that stand still."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 7 and int(cursor) <= _MOST_OFFSET):
        raise unknown_cursor()
    return int(cursor)


def page_by_offset(found: Sequence[T], arguments: Arguments, write: Callable[[T], dict[str, Any]]) -> ResultPage:
    """The part of a list that stands still which is asked for, each entry as it is written."""
    start = offset_of(arguments.text("cursor"))
    end = start + arguments.number("limit")
    return ResultPage([write(one) for one in found[start:end]], str(end) if len(found) > end else None)


def unknown_cursor() -> ApiError:
    """The error for a cursor that was never given, or whose entry is gone."""
    return ApiError(
        400, "this cursor leads nowhere", 'Take the cursor from "next" of the page before, or leave it out.'
    )
