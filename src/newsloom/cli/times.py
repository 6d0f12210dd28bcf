"""Parses and formats times on the command line."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import typer

from newsloom.pipeline.gathering.intervals import duration_text

__all__ = ["ago", "ahead", "moment", "stamp", "stamp_or_day"]


def moment(text: str) -> datetime:
    """The time in a text: ISO 8601, a day for its first moment, or "now"; UTC if no zone is named."""
    if text.strip().lower() == "now":
        return datetime.now(UTC)
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is not a time. Write it as 2026-11-01T12:00, 2026-11-01 or now") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def stamp(time: datetime | None) -> str:
    """A time to the second, in UTC."""
    return "–" if time is None else f"{time.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def stamp_or_day(time: datetime, day: date | None) -> str:
    """A time as far as it is known: a paper may give only the day."""
    return day.isoformat() if day else stamp(time)


def ago(time: datetime | None, now: datetime) -> str:
    """How long ago the time was."""
    return "never" if time is None else f"{duration_text((now - time) / timedelta(seconds=1))} ago"


def ahead(time: datetime, now: datetime) -> str:
    """How long it is until the time."""
    return "now" if time <= now else f"in {duration_text((time - now) / timedelta(seconds=1))}"
