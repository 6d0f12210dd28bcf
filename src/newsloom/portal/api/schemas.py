"""Converts records to JSON, and makes their JSON schemas: both have the fields of the classes."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from newsloom.conversion import to_builtins
from newsloom.records import Article, Block

__all__ = ["Schema", "schemas_of"]

_SCALARS: Final[Mapping[Any, dict[str, Any]]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    datetime: {"type": "string", "format": "date-time"},
    type(None): {"type": "null"},
}
# What ``Article.as_dict`` has besides the fields.
_DERIVED: Final = {"paragraphs": tuple[str, ...], "word_count": int}


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """The shape of one answer: a record's fields, and ``more`` ones with their types."""

    name: str
    record: type
    more: Mapping[str, Any] = field(default_factory=dict)

    def reference(self) -> dict[str, Any]:
        """A reference to its schema in the OpenAPI document."""
        return _reference(self.name)

    def of(self, record: Any, **more: Any) -> dict[str, Any]:
        """The record as JSON-ready values, with the further ones."""
        if set(more) != set(self.more):
            raise ValueError(f"{self.name} has {sorted(self.more)}, not {sorted(more)}")
        return {**to_builtins(record), **to_builtins(more)}


def schemas_of(shapes: Iterable[Schema]) -> dict[str, Any]:
    """The schemas of shapes and of all records in them, by name."""
    waiting = list(shapes)
    found: dict[str, Any] = {}
    while waiting:
        shape = waiting.pop()
        if shape.name not in found:
            hints = {**get_type_hints(shape.record), **shape.more, **(_DERIVED if shape.record is Article else {})}
            found[shape.name] = _object(shape.record, hints)
            inner = [record for hint in hints.values() for record in _records_in(hint)]
            waiting += [Schema(name=record.__name__, record=record) for record in inner]
    return dict(sorted(found.items()))


def _object(record: type, hints: Mapping[str, Any]) -> dict[str, Any]:
    properties = {name: _schema(hint) for name, hint in hints.items()}
    # A block is written without fields that have their defaults.
    required = ["text", "kind"] if record is Block else list(properties)
    says = (record.__doc__ or "").partition("\n")[0]
    return {"type": "object", "description": says, "properties": properties, "required": required}


def _schema(hint: Any) -> dict[str, Any]:
    if hint in _SCALARS:
        return _SCALARS[hint]
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _reference(hint.__name__)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(one) for one in inner]}
    if origin is tuple and inner[-1] is not Ellipsis:
        return {"type": "array", "prefixItems": [_schema(one) for one in inner], "minItems": len(inner)}
    if origin is tuple:
        return {"type": "array", "items": _schema(inner[0])}
    return {"type": "object", "additionalProperties": _schema(inner[1])}


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _records_in(hint: Any) -> list[type]:
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return [hint]
    return [found for inner in get_args(hint) for found in _records_in(inner)]
