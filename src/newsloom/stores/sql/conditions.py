"""Filters of a query as conditions in SQL: one row of a table for each, which says all that a store does about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, bindparam

__all__ = ["Condition"]


@dataclass(frozen=True, slots=True)
class Condition:
    """How the filter of a field chooses rows; ``value`` makes of what is asked what is compared."""

    field: str
    column: Column[Any]
    compare: Callable[[Any, Any], ColumnElement[bool]]
    value: Callable[[Any], Any] = lambda asked: asked

    def on(self, column: ColumnElement[Any], /) -> ColumnElement[bool]:
        return self.compare(column, bindparam(self.field, type_=self.column.type))
