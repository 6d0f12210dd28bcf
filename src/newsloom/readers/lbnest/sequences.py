"""Reads filter sequences from TOML, and makes their steps into filters ready to be called.

A step names one of ``FILTERS``, or a user's own filter as ``package.module:function``, or holds the function itself.
No link is filtered here.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import inspect
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeAlias

from newsloom.errors import InputError, UnknownName
from newsloom.readers.lbnest.filters import FILTERS, Filter, LinkingPage, PageLink

__all__ = ["Sequence", "Step", "declared_steps", "read_sequence", "ready", "shipped_sequence"]

_SHIPPED: Final = "data/links.toml"

Parameter: TypeAlias = int | float | str | frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One filter of a sequence with its parameters; ``rescue`` hands what it rejects to the search for a teaser."""

    filter: str | Filter
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    rescue: bool = False


Sequence: TypeAlias = list[tuple[Callable[[PageLink, LinkingPage], bool], bool]]
"""Filters in the order they are called, each with whether a link it rejects may be rescued by a teaser."""


def read_sequence(path: Path) -> tuple[Step, ...]:
    """The steps declared in a file of ``[[filter]]`` tables. Raises ``InputError`` if it cannot be read as one."""
    try:
        return declared_steps(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise InputError(str(path), error.strerror or str(error)) from error


@functools.cache
def shipped_sequence() -> tuple[Step, ...]:
    """The sequence that comes with the room."""
    file = resources.files("newsloom.readers.lbnest").joinpath(_SHIPPED)
    return declared_steps(file.read_text(encoding="utf-8"), _SHIPPED)


def declared_steps(declaration: str, subject: str = "a filter sequence") -> tuple[Step, ...]:
    """The steps of ``[[filter]]`` tables. Raises ``InputError``, or ``UnknownName`` as ``ready`` does."""
    try:
        tables = tomllib.loads(declaration)["filter"]
        steps = tuple(_step(table) for table in tables)
        ready(steps)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise InputError(subject, f"wanted [[filter]] tables, each with a name; found none ({error!r})") from error
    return steps


def ready(steps: Iterable[Step]) -> Sequence:
    """The filters of the steps, with their parameters set.

    Raises ``UnknownName`` for an unknown filter or parameter, ``InputError`` for a function that cannot be imported.
    """
    return [(functools.partial(_checked(step), **step.parameters), step.rescue) for step in steps]


def _step(table: dict[str, Any]) -> Step:
    parameters = {name: _parameter(value) for name, value in table.items() if name not in {"name", "rescue"}}
    return Step(filter=str(table["name"]), parameters=parameters, rescue=bool(table.get("rescue", False)))


def _parameter(value: Any) -> Parameter:
    if isinstance(value, list):
        return frozenset(map(str, value))
    if isinstance(value, int | float | str):
        return value
    raise ValueError(f"a parameter is a number, a text, true, false or a list of texts, not {value!r}")


def _checked(step: Step) -> Filter:
    found = _function(step.filter)
    # The first two parameters are the link and its page.
    known = tuple(inspect.signature(found).parameters)[2:]
    unknown = next((name for name in step.parameters if name not in known), None)
    if unknown is not None:
        raise UnknownName(f"parameter of the filter {step.filter}", unknown, known)
    return found


def _function(named: str | Filter) -> Filter:
    if not isinstance(named, str):
        return named
    if named in FILTERS:
        return FILTERS[named]
    module, _, attribute = named.partition(":")
    if attribute:
        try:
            found: Filter = getattr(importlib.import_module(module), attribute)
        except (ImportError, AttributeError) as error:
            raise InputError(named, f"there is no such function: {error}") from error
        return found
    raise UnknownName("filter", named, tuple(FILTERS), tuple(difflib.get_close_matches(named, FILTERS, n=2)))
