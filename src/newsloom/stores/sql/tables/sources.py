"""Sources and their appointments."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Column, Float, ForeignKey, Integer, Row, Table

from newsloom.records import Appointment, Source
from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Key, Moment, Words

__all__ = ["APPOINTMENTS", "SOURCES", "appointment_of", "source_of"]

SOURCES: Final = Table(
    "sources",
    METADATA,
    Column("address_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("kind", Words, nullable=False),
    Column("title", Words),
    Column("category", Words),
    Column("home", Words),
    Column("added_at", Moment),
)

APPOINTMENTS: Final = Table(
    "appointments",
    METADATA,
    Column("address_id", Key, ForeignKey("sources.address_id"), primary_key=True, autoincrement=False),
    Column("due_at", Moment, nullable=False, index=True),
    Column("interval_seconds", Float, nullable=False),
    Column("reason", Words, nullable=False),
    Column("checks", Integer, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("checked_at", Moment),
    Column("changed_at", Moment),
    Column("owner", Words),
    Column("leased_until", Moment),
)


def source_of(row: Row[Any], /) -> Source:
    """The source of a row of ``SOURCES`` with its ``url``."""
    return Source(
        url=row.url,
        kind=row.kind,
        title=row.title,
        category=row.category,
        home=row.home,
        added_at=row.added_at,
    )


def appointment_of(row: Row[Any], /) -> Appointment:
    """The appointment of a row of ``APPOINTMENTS`` with its ``url``."""
    return Appointment(
        url=row.url,
        due_at=row.due_at,
        interval_seconds=row.interval_seconds,
        reason=row.reason,
        checks=row.checks,
        changes=row.changes,
        failures=row.failures,
        checked_at=row.checked_at,
        changed_at=row.changed_at,
        owner=row.owner,
        leased_until=row.leased_until,
    )
