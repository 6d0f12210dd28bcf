"""Converts rows to records and back, where columns and fields have the same names.

Such a field is named only twice, in its record and in its table.
"""

from __future__ import annotations

from typing import Any, TypeVar

from sqlalchemy import Row

from newsloom.conversion import field_names

__all__ = ["record_of", "values_of"]

Record = TypeVar("Record")


def record_of(kind: type[Record], row: Row[Any], /, **others: Any) -> Record:
    """The record of a row. ``others`` are fields that have no column, or that a column holds in another form."""
    return kind(**{name: getattr(row, name) for name in field_names(kind) if name not in others}, **others)


def values_of(record: Any, /, *left_out: str) -> dict[str, Any]:
    """The column values of a record. ``left_out`` are fields that have no column."""
    return {name: getattr(record, name) for name in field_names(type(record)) if name not in left_out}
