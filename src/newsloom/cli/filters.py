"""Turns the filters of articles or stories into options of a command.

The command takes one ``filters`` argument; the command line has an option for each filter, with its name and help.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Annotated, Any, Final

import typer

from newsloom.cli.times import moment
from newsloom.records import Filter

__all__ = ["Filters", "with_filters"]

Filters = dict[str, Any]
"""Values by the fields of the query; None if an option was not given."""

_ARGUMENT: Final = "filters"


def with_filters(filters: Iterable[Filter], *, but: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command an option for each filter, in the place of ``filters``; for none with the field ``but``."""
    chosen = [one for one in filters if one.field != but]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**values: Any) -> None:
            filters = {one.field: _value(one, values.pop(one.option)) for one in chosen}
            command(**values, filters=filters)

        parameters: list[inspect.Parameter] = []
        for parameter in inspect.signature(command, eval_str=True).parameters.values():
            parameters += map(_option, chosen) if parameter.name == _ARGUMENT else [parameter]
        # typer reads the options from these.
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate


def _option(one: Filter) -> inspect.Parameter:
    name = one.option.replace("_", "-")
    option = Annotated[str | None, typer.Option(f"--{name}", help=one.help, metavar=one.metavar)]
    return inspect.Parameter(one.option, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option)


def _value(one: Filter, text: str | None) -> str | datetime | None:
    return moment(text) if text and one.kind is datetime else text
