"""Checks and converts the parameters of a query string; an error says what was expected.

Each parameter reads values and describes itself for the OpenAPI document, so the two cannot differ.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from newsloom.portal.api.responses import ApiError
from newsloom.portal.cache import AnswerCache
from newsloom.records import Filter

__all__ = [
    "Arguments",
    "NumberParameter",
    "Parameter",
    "TextParameter",
    "TimeParameter",
    "filter_parameter",
    "read_arguments",
]

_MOST_DIGITS: Final = 9
# A plus sign in a query string means a blank; an unquoted one before a zone arrives as a blank.
_LOST_PLUS: Final = re.compile(r" (?=\d\d:?\d\d$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter(ABC):
    """A parameter in the query string or the path."""

    name: str
    says: str
    required: bool = False
    in_path: bool = False

    @abstractmethod
    def read(self, text: str) -> Any:
        """The value that a text stands for. Raises ``ApiError`` if it is not valid."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The OpenAPI schema of valid texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextParameter(Parameter):
    """Any text but an empty one."""

    most: int = 2000

    def read(self, text: str) -> str:
        if not text.strip() or len(text) > self.most or "\0" in text:
            raise _wrong(self, f"text of 1 to {self.most} characters")
        return text.strip()

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.most}


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberParameter(Parameter):
    """A whole number."""

    least: int
    most: int
    default: int

    def read(self, text: str) -> int:
        is_number = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
        if not is_number or not self.least <= int(text) <= self.most:
            raise _wrong(self, f"a whole number from {self.least} to {self.most}")
        return int(text)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most, "default": self.default}


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeParameter(Parameter):
    """A time; without a zone it is in UTC."""

    def read(self, text: str) -> datetime:
        try:
            moment = datetime.fromisoformat(_LOST_PLUS.sub("+", text.strip()))
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise _wrong(self, "a time such as 2026-01-31T12:00:00Z") from error

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date-time"}


def filter_parameter(one: Filter) -> Parameter:
    """The parameter for a filter of articles or stories."""
    if one.kind is datetime:
        return TimeParameter(name=one.parameter, says=one.help)
    return TextParameter(name=one.parameter, says=one.help, most=one.most_characters)


@dataclass(frozen=True, slots=True)
class Arguments:
    """The values of one request, each checked by its parameter. ``memory`` caches answers that took long to find."""

    _values: Mapping[str, Any]
    memory: AnswerCache

    def value(self, name: str) -> Any:
        """The value that the parameter read; None if it was not given."""
        return self._values.get(name)

    def text(self, name: str) -> str | None:
        value = self._values.get(name)
        return value if isinstance(value, str) else None

    def moment(self, name: str) -> datetime | None:
        value = self._values.get(name)
        return value if isinstance(value, datetime) else None

    def number(self, name: str) -> int:
        return int(self._values[name])


def read_arguments(
    parameters: Iterable[Parameter], given: Iterable[tuple[str, str]], path: Mapping[str, str], memory: AnswerCache
) -> Arguments:
    """The arguments with their defaults. Raises ``ApiError`` for one that is unknown, repeated, missing or wrong."""
    known = {parameter.name: parameter for parameter in parameters}
    values: dict[str, Any] = {one.name: one.default for one in known.values() if isinstance(one, NumberParameter)}
    seen: set[str] = set()
    for name, text in [*given, *path.items()]:
        if name not in known or (known[name].in_path != (name in path)):
            raise ApiError(400, "there is no such parameter", f"Available: {_listed(known.values())}.")
        if name in seen:
            raise ApiError(400, f"{name} is given twice", f"Give {name} once.")
        seen.add(name)
        values[name] = known[name].read(text)
    missing = [one.name for one in known.values() if one.required and one.name not in seen]
    if missing:
        raise ApiError(400, f"{missing[0]} is missing", f"Add {missing[0]}: {known[missing[0]].says}")
    return Arguments(values, memory)


def _listed(parameters: Iterable[Parameter]) -> str:
    return ", ".join(one.name for one in parameters if not one.in_path) or "none"


def _wrong(parameter: Parameter, wanted: str) -> ApiError:
    return ApiError(400, f"{parameter.name} is not valid", f"{parameter.name} must be {wanted}.")
