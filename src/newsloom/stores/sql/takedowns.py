"""The table of addresses that were taken down, and a lookup in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Column, ForeignKey, Table, bindparam, select

from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.types import METADATA, Key, Moment

__all__ = ["TAKEDOWNS", "taken_down_numbers"]

TAKEDOWNS: Final = Table(
    "takedowns",
    METADATA,
    Column("address_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("taken_down_at", Moment, nullable=False),
)

_KNOWN: Final = select(TAKEDOWNS.c.address_id).where(TAKEDOWNS.c.address_id.in_(bindparam("numbers", expanding=True)))


def taken_down_numbers(executor: Executor, numbers: Sequence[int], /) -> set[int]:
    """The numbers, among these, of addresses that were taken down."""
    return {row.address_id for batch in batches(numbers) for row in executor.rows(_KNOWN, numbers=list(batch))}
