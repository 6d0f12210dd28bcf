"""What checks of all kinds of rooms are made of: a claim in, an ``AssertionError`` with a plain message out."""

from __future__ import annotations

import dataclasses
from typing import Protocol

from lxml import etree

from newsloom.dom import Document

__all__ = ["Named", "parameter_class", "require", "serialised"]


class Named(Protocol):
    """A room of any kind."""

    @property
    def name(self) -> str: ...


def require(claim: object, message: str) -> None:
    """Raise ``AssertionError`` where the claim does not hold."""
    # Not an assert statement: python -O would turn the checks of a shipped package into nothing.
    if not claim:
        raise AssertionError(message)


def serialised(document: Document) -> bytes:
    """The document's whole tree, to be compared with itself later."""
    return b"" if document.root is None else etree.tostring(document.root.getroottree())


def parameter_class(room: Named) -> type:
    """The frozen dataclass whose fields are the room's parameters."""
    made_of = type(room)
    require(dataclasses.is_dataclass(made_of), f"{room.name} is not a dataclass; its parameters cannot be listed")
    require(made_of.__dataclass_params__.frozen, f"{room.name} is not frozen")  # type: ignore[attr-defined]
    return made_of
