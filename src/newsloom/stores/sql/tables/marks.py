"""Notes of work that goes on for ever, and the leases on it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Table

from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Moment, Words

__all__ = ["MARKS"]

MARKS: Final = Table(
    "marks",
    METADATA,
    Column("name", Words, primary_key=True),
    Column("note", Words),
    Column("owner", Words),
    Column("leased_until", Moment),
)
