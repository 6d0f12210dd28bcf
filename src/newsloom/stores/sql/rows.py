"""Rows and records whose columns and fields have the same names: a row in, a record out, and back.

Such a field is named twice, in its record and in its table, and nowhere else.
"""

from __future__ import annotations

from typing import Any, TypeVar

from sqlalchemy import Row

from newsloom.conversion import field_names

__all__ = ["record_of", "values_of"]

Record = TypeVar("Record")


def record_of(kind: type[Record], row: Row[Any], /, **others: Any) -> Record:
    """The record of a row; ``others`` are fields that are no column, or that a column holds in another form."""
    return kind(**{name: getattr(row, name) for name in field_names(kind) if name not in others}, **others)


def values_of(record: Any, /, *left_out: str) -> dict[str, Any]:
    """The values of a record's row; ``left_out`` are fields that are no column."""
    return {name: getattr(record, name) for name in field_names(type(record)) if name not in left_out}
