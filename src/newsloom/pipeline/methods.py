"""The methods that can be chosen: the catalogue's rooms with their parameters and one line about each.

The catalogue goes in, one ``Method`` for each room comes out. Scores are not known here: they are
the evaluation's.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from newsloom.catalogue import KINDS, available, room
from newsloom.parameters import declared_parameters, paper_settings

__all__ = ["Method", "MethodParameter", "describe_methods"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodParameter:
    """One choice a room offers; ``default`` is written as it can be given, ``takes`` says what else can be."""

    name: str
    default: str
    takes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """One room of the catalogue.

    ``paper`` are the settings that "paper" stands for, empty where the defaults are the paper's; None without a paper.
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
    # cleandoc and not getdoc: a room without a docstring must not show its base's.
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
