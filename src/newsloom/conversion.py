"""Records become what JSON can hold: a record in, dictionaries, lists, strings and numbers out.

The one writer for ``as_dict``, the command line, the API and the stores. Field names stay, times become ISO 8601 with
their offset, and numbers that JSON does not know become null.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any, Final

__all__ = ["fields_of", "to_builtins"]

_AS_THEY_ARE: Final = frozenset({str, int, bool, type(None)})


def to_builtins(value: Any) -> Any:
    """A record, or anything in one; a record that has ``as_dict`` says itself what it becomes."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, tuple | list | frozenset):
        return [to_builtins(one) for one in value]
    if isinstance(value, Mapping):
        return {str(name): to_builtins(one) for name, one in value.items()}
    if hasattr(value, "as_dict"):
        return value.as_dict()
    return fields_of(value) if is_dataclass(value) else _scalar(value)


def fields_of(record: Any) -> dict[str, Any]:
    """The fields of a record, in the order of its class."""
    return {field.name: to_builtins(getattr(record, field.name)) for field in fields(record)}


def _scalar(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    is_unsayable = isinstance(value, float) and not math.isfinite(value)
    return None if is_unsayable else value
