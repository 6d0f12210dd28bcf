"""Shared by the checks of all kinds of rooms. A broken promise is an ``AssertionError`` with a plain message."""

from __future__ import annotations

import dataclasses
from typing import Protocol

from lxml import etree

from newsloom.dom import Document

__all__ = ["Named", "parameters_are_stored_untouched", "require", "serialised"]


class Named(Protocol):
    """A room of any kind."""

    @property
    def name(self) -> str: ...


def require(claim: object, message: str) -> None:
    """Raises ``AssertionError`` if the claim is false."""
    # Not an assert statement: python -O would disable the checks of an installed package.
    if not claim:
        raise AssertionError(message)


def serialised(document: Document) -> bytes:
    """Returns the document's whole tree as bytes, to compare it with a later state."""
    return b"" if document.root is None else etree.tostring(document.root.getroottree())


def parameters_are_stored_untouched(room: Named) -> None:
    """The parameters are the fields of a frozen dataclass, and a room made from them again is equal."""
    made_of = _parameter_class(room)
    values = {field.name: getattr(room, field.name) for field in dataclasses.fields(made_of)}
    again = made_of(**values)
    require(again == room, f"{room.name} made again from its own parameters is not the same room")
    changed = [name for name, value in values.items() if getattr(again, name) is not value]
    require(not changed, f"{room.name} changes its parameters when made: {', '.join(changed)}")


def _parameter_class(room: Named) -> type:
    """Returns the frozen dataclass whose fields are the room's parameters."""
    made_of = type(room)
    require(dataclasses.is_dataclass(made_of), f"{room.name} is not a dataclass; its parameters cannot be listed")
    require(made_of.__dataclass_params__.frozen, f"{room.name} is not frozen")  # type: ignore[attr-defined]
    return made_of
