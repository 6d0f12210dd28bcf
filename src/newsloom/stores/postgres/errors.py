"""Translates SQLAlchemy's errors about PostgreSQL into a ``StoreError`` with a plain message and no password."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import quote, quote_plus

from sqlalchemy.exc import DBAPIError, SQLAlchemyError, StatementError

from newsloom.errors import StoreError, StoreUnavailable

__all__ = ["translator"]

# By SQLSTATE, or its first two characters: https://www.postgresql.org/docs/15/errcodes-appendix.html
_REASONS: Final = {
    "08": "the connection to the server was lost; is it running?",
    "25006": "cannot be written: the transaction is read-only",
    "40P01": "two workers waited for each other; try again",
    "42501": "the server does not permit it; grant the user the right to write",
    "53100": "cannot grow: the server's disk is full",
    "53300": "the server has no connection left; end some workers, or allow it more",
    "55P03": "another worker has been writing for too long; end it, or try again",
    "57P": "the server is shutting down or starting up; try again",
}

# Those of them that are temporary.
_TEMPORARY: Final = ("08", "40P01", "53300", "55P03", "57P")


def translator(place: str, password: str | None, /) -> Callable[[SQLAlchemyError], StoreError]:
    """A function that turns SQLAlchemy's errors about the store at that place into ``StoreError``."""

    def translate(error: SQLAlchemyError) -> StoreError:
        kind = StoreUnavailable if _is_temporary(error) else StoreError
        return kind(place, _without(password, _reason(error)))

    return translate


def _reason(error: SQLAlchemyError) -> str:
    cause = error.orig if isinstance(error, DBAPIError | StatementError) else None
    state = getattr(cause, "sqlstate", None) or ""
    known = next((_REASONS[state[:length]] for length in (5, 3, 2) if state[:length] in _REASONS), None)
    if known is not None:
        return known
    if state == "" and isinstance(error, DBAPIError):
        # An error of the client itself: it cannot connect, has lost the connection, or is not let in.
        return f"there is no connection to the server: {_first_line(cause or error)}"
    return f"the server says: {_first_line(cause or error)}"


def _is_temporary(error: SQLAlchemyError) -> bool:
    cause = error.orig if isinstance(error, DBAPIError | StatementError) else None
    state = getattr(cause, "sqlstate", None) or ""
    # Without a state it is an error of the client itself.
    return state.startswith(_TEMPORARY) or (state == "" and isinstance(error, DBAPIError))


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _without(password: str | None, reason: str) -> str:
    for secret in filter(None, (password, quote(password or "", safe=""), quote_plus(password or ""))):
        reason = reason.replace(secret, "…")
    return reason
