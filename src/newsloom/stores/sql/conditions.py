"""Filters of a query as conditions in SQL: one table entry per filter says everything that a store does about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, bindparam

__all__ = ["Condition"]


@dataclass(frozen=True, slots=True)
class Condition:
    """How the filter on a field selects rows. ``value`` converts the given value to the one that is compared."""

    field: str
    column: Column[Any]
    compare: Callable[[Any, Any], ColumnElement[bool]]
    value: Callable[[Any], Any] = lambda asked: asked

    def on(self, column: ColumnElement[Any], /) -> ColumnElement[bool]:
        return self.compare(column, bindparam(self.field, type_=self.column.type))
