"""Converts the parameters of a method from text ("beta=0.3,similarity=dice") to checked values, and back.

The annotations of the room's dataclass say what each parameter takes: numbers, ``Between`` bounds, true or false, a
choice of names, a list with ``+`` between its elements or in a file (``@FILE``). A room that reads a file in its own
format names the function in ``FILES``; a published method lists in ``PAPER`` the parameters of its paper. Nothing is
built here.
"""

from __future__ import annotations

import dataclasses
import math
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from newsloom.errors import ParameterError, UnknownName

__all__ = [
    "PAPER",
    "Between",
    "Count",
    "DeclaredParameter",
    "Share",
    "declared_parameters",
    "named_files",
    "paper_settings",
    "read_parameters",
    "read_truth",
    "split_method",
]

PAPER: Final = "paper"
"""The setting that stands for all parameters of a room's paper."""

_TRUE: Final = frozenset({"true", "yes", "on", "1"})
_FALSE: Final = frozenset({"false", "no", "off", "0"})
_NONE: Final = "none"
_FILE_SIGN: Final = "@"
_BETWEEN_ELEMENTS: Final = "+"
# In case the file is another, very large one.
_MOST_CHARACTERS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Between:
    """The bounds of a number, both included."""

    least: float
    most: float = math.inf

    def __str__(self) -> str:
        return f"from {self.least:g}" + ("" if self.most == math.inf else f" to {self.most:g}")


Share = Annotated[float, Between(0, 1)]
Count = Annotated[int, Between(1)]


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a value is, in words, and the function that reads it; ``parse`` raises ``ValueError``."""

    wanted: str
    parse: Callable[[str], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredParameter:
    """A parameter of a room: ``default`` is the default as text, ``wanted`` says in words what it takes."""

    name: str
    default: str
    wanted: str
    parse: Callable[[str], Any]


def split_method(method: str) -> tuple[str, str]:
    """Returns the name of the room and the settings after its colon, an empty text if there are none."""
    name, colon, settings = method.partition(":")
    # A colon with nothing after it becomes an empty setting, which ``read_parameters`` reports.
    return name.strip(), settings if settings.strip() or not colon else ","


def read_parameters(room: type[Any], kind: str, settings: str) -> dict[str, Any]:
    """Returns the values of comma-separated settings: "paper", "parameter=value", or a parameter that is true.

    Raises ``UnknownName`` for a parameter that the room does not have, ``ParameterError`` for a value that it cannot
    take.
    """
    title = f"the {kind} {room.name}"
    declared = {one.name: one for one in declared_parameters(room)}
    values: dict[str, Any] = {}
    given: dict[str, Any] = {}
    for setting in settings.split(",") if settings else ():
        name, equals, text = (part.strip() for part in setting.partition("="))
        if name == PAPER and not equals:
            values |= _paper(room, title)
            continue
        if not equals and name in declared and declared[name].wanted == _KINDS[bool].wanted:
            # The name of a boolean parameter alone means true.
            text = "true"
        elif not equals:
            raise ParameterError(title, setting.strip(), "write paper, or parameter=value, separated by commas")
        if name not in declared:
            raise UnknownName(f"parameter of {title}", name, tuple(declared))
        if name in given:
            raise ParameterError(title, name, "is given twice")
        try:
            given[name] = declared[name].parse(text)
        except ValueError as error:
            found = f" ({error})" if str(error) else ""
            raise ParameterError(title, name, f"must be {declared[name].wanted}, not {text!r}{found}") from error
    return {**values, **given}


def declared_parameters(room: type[Any]) -> tuple[DeclaredParameter, ...]:
    """Returns the parameters of a room, in the order of its fields; empty for a class that is not a dataclass."""
    if not dataclasses.is_dataclass(room):
        return ()
    hints = typing.get_type_hints(room, include_extras=True)
    files: Mapping[str, Callable[[str], Any]] = getattr(room, "FILES", {})
    found = []
    for field in dataclasses.fields(room):
        if field.init:
            kind = _kind(hints[field.name], files.get(field.name))
            default = as_text(_default(field))
            found.append(DeclaredParameter(name=field.name, default=default, wanted=kind.wanted, parse=kind.parse))
    return tuple(found)


def named_files(method: str) -> tuple[str, ...]:
    """Returns the files that a method's settings are read from."""
    values = (setting.partition("=")[2].strip() for setting in split_method(method)[1].split(","))
    return tuple(value.removeprefix(_FILE_SIGN) for value in values if value.startswith(_FILE_SIGN))


def paper_settings(room: type[Any]) -> str | None:
    """Returns the paper's parameters that differ from the room's defaults, as text; None for a room without a paper."""
    if not hasattr(room, "PAPER"):
        return None
    return ",".join(f"{name}={as_text(value)}" for name, value in room.PAPER.items())


def read_truth(text: str) -> bool:
    """Returns whether a text says yes ("true", "on", "1") or no. Raises ``ValueError`` if it says neither."""
    if text.lower() not in _TRUE | _FALSE:
        raise ValueError
    return text.lower() in _TRUE


def as_text(value: Any) -> str:
    """Returns a value in the form in which it can be given."""
    if value is None:
        return _NONE
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list | frozenset):
        return _BETWEEN_ELEMENTS.join(map(as_text, value))
    return str(value)


def _paper(room: type[Any], title: str) -> dict[str, Any]:
    if not hasattr(room, "PAPER"):
        raise ParameterError(title, PAPER, "there is no paper; the method is our own")
    return dict(room.PAPER)


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return "" if field.default is dataclasses.MISSING else field.default


def _kind(hint: Any, from_file: Callable[[str], Any] | None = None) -> _Kind:
    """Returns what a parameter with this annotation takes."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in {Union, types.UnionType} and type(None) in arguments:
        (inner,) = (one for one in arguments if one is not type(None))
        kind = _kind(inner, from_file)
        return _Kind(f"{kind.wanted}, or {_NONE}", lambda text: None if text == _NONE else kind.parse(text))
    if from_file is not None:
        return _Kind(f"a file, {_FILE_SIGN}FILE", lambda text: from_file(_read_file(text)))
    if origin is Annotated:
        bounds = next(one for one in arguments[1:] if isinstance(one, Between))
        return _bounded(_kind(arguments[0]), bounds)
    if origin is Literal:
        return _Kind(_either([*arguments]), lambda text: _one_of(text, arguments))
    if origin is tuple:
        return _list(_kind(arguments[0]))
    return _KINDS[hint]


def _bounded(kind: _Kind, bounds: Between) -> _Kind:
    def parse(text: str) -> Any:
        value = kind.parse(text)
        if not bounds.least <= value <= bounds.most:
            raise ValueError
        return value

    return _Kind(f"{kind.wanted} {bounds}", parse)


def _list(kind: _Kind) -> _Kind:
    def parse(text: str) -> Any:
        if text.startswith(_FILE_SIGN):
            lines = (line.partition("#")[0].strip() for line in _read_file(text).splitlines())
            return tuple(kind.parse(line) for line in lines if line)
        return tuple(kind.parse(part.strip()) for part in text.split(_BETWEEN_ELEMENTS) if part.strip())

    wanted = f"each {kind.wanted}, separated by {_BETWEEN_ELEMENTS} or one per line in {_FILE_SIGN}FILE"
    return _Kind(wanted, parse)


def _read_file(text: str) -> str:
    if not text.startswith(_FILE_SIGN):
        raise ValueError(f"write a file as {_FILE_SIGN}FILE")
    try:
        with Path(text.removeprefix(_FILE_SIGN)).open(encoding="utf-8-sig") as file:
            return file.read(_MOST_CHARACTERS)
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from error


def _number(text: str) -> float:
    value: float = _plain(float, text)
    if not math.isfinite(value):
        raise ValueError
    return value


def _plain(number: Callable[[str], Any], text: str) -> Any:
    try:
        return number(text)
    except ValueError:
        # Python's message says less than ``wanted``.
        raise ValueError from None


def _one_of(text: str, choices: tuple[Any, ...]) -> Any:
    if text not in choices:
        raise ValueError
    return text


def _either(choices: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))


_KINDS: Final[dict[Any, _Kind]] = {
    bool: _Kind("true or false", read_truth),
    int: _Kind("a whole number", lambda text: _plain(int, text)),
    float: _Kind("a number", _number),
    str: _Kind("a text", str),
}
