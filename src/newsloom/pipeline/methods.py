"""What can be chosen, described: the catalogue's rooms with their parameters and their one-line story.

The catalogue goes in, one ``Method`` for each room comes out. Scores are not known here: they are
the evaluation's.
"""

from __future__ import annotations

import dataclasses
import inspect
from dataclasses import dataclass
from typing import Any

from newsloom.catalogue import KINDS, available, room

__all__ = ["Method", "MethodParameter", "describe_methods"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodParameter:
    """One choice a room offers; ``default`` is written as in Python."""

    name: str
    default: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """One room of the catalogue."""

    kind: str
    name: str
    version: int
    summary: str
    parameters: tuple[MethodParameter, ...] = ()


def describe_methods() -> tuple[Method, ...]:
    """Every room of every kind, in the order of the kinds, then by name."""
    return tuple(_describe(kind, name) for kind in KINDS for name in available(kind))


def _describe(kind: str, name: str) -> Method:
    room_class = room(kind, name)
    # cleandoc and not getdoc: a room without a docstring must not show its base's.
    lines = inspect.cleandoc(room_class.__doc__ or "").splitlines()
    return Method(
        kind=kind,
        name=name,
        version=room_class.version,
        summary=lines[0] if lines else "",
        parameters=_parameters(room_class),
    )


def _parameters(room_class: type[Any]) -> tuple[MethodParameter, ...]:
    if not dataclasses.is_dataclass(room_class):
        return ()
    fields = (field for field in dataclasses.fields(room_class) if field.init)
    return tuple(MethodParameter(name=field.name, default=_default(field)) for field in fields)


def _default(field: dataclasses.Field[Any]) -> str:
    if field.default_factory is not dataclasses.MISSING:
        return repr(field.default_factory())
    return "" if field.default is dataclasses.MISSING else repr(field.default)
