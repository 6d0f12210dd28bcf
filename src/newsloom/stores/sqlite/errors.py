"""Translates SQLAlchemy's errors about SQLite into a ``StoreError`` that says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError, StatementError

from newsloom.errors import StoreError, StoreUnavailable

__all__ = ["translator"]

# By SQLite's primary result codes, https://sqlite.org/rescode.html
_REASONS: Final = {
    sqlite3.SQLITE_BUSY: "is locked: another process has been writing for a minute; end it, or try again",
    sqlite3.SQLITE_LOCKED: "is locked by another part of this process",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_CORRUPT: "is damaged; restore it from a backup",
    sqlite3.SQLITE_NOTADB: "is not a database; choose another file",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: does the folder exist, and may we write to it?",
    sqlite3.SQLITE_PERM: "cannot be opened: there is no permission",
    sqlite3.SQLITE_READONLY: "cannot be written: the transaction or the file is read-only",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error",
}


def translator(place: str, /) -> Callable[[SQLAlchemyError], StoreError]:
    """A function that turns SQLAlchemy's errors about the store at that place into ``StoreError``."""

    def translate(error: SQLAlchemyError) -> StoreError:
        kind = StoreUnavailable if _code(error) == sqlite3.SQLITE_BUSY else StoreError
        return kind(place, _reason(error))

    return translate


def _reason(error: SQLAlchemyError) -> str:
    code = _code(error)
    known = None if code is None else _REASONS.get(code)
    return known or str(_cause(error) or error)


def _code(error: SQLAlchemyError) -> int | None:
    """SQLite's primary result code."""
    # The low byte is the primary code; the rest gives details.
    code = getattr(_cause(error), "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _cause(error: SQLAlchemyError) -> BaseException | None:
    return error.orig if isinstance(error, DBAPIError | StatementError) else None
