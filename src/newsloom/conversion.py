"""Converts records to what JSON can hold: dictionaries, lists, strings and numbers.

Used by ``as_dict``, the command line, the API and the stores. Field names are kept, times become ISO 8601 with their
offset, and numbers that JSON does not know (infinity, NaN) become null.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any, Final

__all__ = ["field_names", "fields_of", "to_builtins"]

_AS_THEY_ARE: Final = frozenset({str, int, bool, type(None)})


def to_builtins(value: Any) -> Any:
    """Converts a record or any value in one. A record with an ``as_dict`` method is converted by that."""
    kind: Any = type(value)
    return value if kind in _AS_THEY_ARE else _writer_of(kind)(value)


def fields_of(record: Any) -> dict[str, Any]:
    """Returns the fields of a record as a dictionary, in the order of its class."""
    return {name: to_builtins(getattr(record, name)) for name in field_names(type(record))}


def field_names(kind: Any, /) -> tuple[str, ...]:
    """Returns the names of a record's fields, in the order of its class."""
    return _field_names(kind)


@functools.cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


# Cached by class: inspecting each value takes ten times as long as the look-up.
@functools.cache
def _writer_of(kind: type) -> Callable[[Any], Any]:
    if issubclass(kind, tuple | list | frozenset):
        return _listed
    if issubclass(kind, Mapping):
        return _mapped
    if hasattr(kind, "as_dict"):
        return operator.methodcaller("as_dict")
    return fields_of if is_dataclass(kind) else _scalar


def _listed(values: Iterable[Any]) -> list[Any]:
    return [to_builtins(one) for one in values]


def _mapped(values: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): to_builtins(one) for name, one in values.items()}


def _scalar(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    is_unsayable = isinstance(value, float) and not math.isfinite(value)
    return None if is_unsayable else value
