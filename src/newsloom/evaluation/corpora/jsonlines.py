"""Reads labels from JSON lines: the objects, and the values under their keys.

An unexpected value is a ``CorpusError`` that names the file and the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from newsloom.errors import CorpusError

__all__ = ["json_objects", "optional_string", "optional_strings"]


def json_objects(lines: Iterable[bytes], subject: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yields every line that is not blank as an object, with its place for errors; ``subject`` names the file."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{subject}, line {number}"
        try:
            # Some sets write NaN where there is no value.
            values = json.loads(line, parse_constant=lambda _: None)
        except (ValueError, RecursionError) as error:
            raise CorpusError(where, f"wanted one JSON object per line, found what is not JSON ({error})") from error
        if not isinstance(values, dict):
            raise CorpusError(where, f"wanted a JSON object, found a {type(values).__name__}")
        yield where, values


def optional_string(values: Mapping[str, Any], key: str, where: str) -> str | None:
    """Returns the string under a key, None if there is none. ``where`` names the line in a ``CorpusError``."""
    value = values.get(key)
    if value is None or isinstance(value, str):
        return value
    raise CorpusError(where, f'wanted a string under "{key}", found a {type(value).__name__}')


def optional_strings(values: Mapping[str, Any], key: str, where: str) -> tuple[str, ...] | None:
    """Returns the strings under a key, None if there are none."""
    value = values.get(key)
    if value is None:
        return None
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    raise CorpusError(where, f'wanted a list of strings under "{key}", found something else')
