"""The methods to choose from: a ``Method`` for each room of the catalogue, with its parameters and a one-line summary.

Scores are not known here: they belong to the evaluation.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from newsloom.catalogue import KINDS, available, room
from newsloom.parameters import declared_parameters, paper_settings

__all__ = ["Method", "MethodParameter", "describe_methods"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodParameter:
    """A parameter of a room. ``default`` is written as a user would write it, ``takes`` describes the valid values."""

    name: str
    default: str
    takes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """One room of the catalogue.

    ``paper`` holds the settings that "paper" stands for: empty if the defaults are the paper's, None without a paper.
    """

    kind: str
    name: str
    version: int
    summary: str
    parameters: tuple[MethodParameter, ...] = ()
    paper: str | None = None


def describe_methods() -> tuple[Method, ...]:
    """Every room of every kind, in the order of the kinds, then by name."""
    return tuple(_describe(kind, name) for kind in KINDS for name in available(kind))


def _describe(kind: str, name: str) -> Method:
    room_class = room(kind, name)
    # cleandoc, not getdoc: a room without a docstring must not show that of its base class.
    lines = inspect.cleandoc(room_class.__doc__ or "").splitlines()
    return Method(
        kind=kind,
        name=name,
        version=room_class.version,
        summary=lines[0] if lines else "",
        parameters=tuple(
            MethodParameter(name=one.name, default=one.default, takes=one.wanted)
            for one in declared_parameters(room_class)
        ),
        paper=paper_settings(room_class),
    )
