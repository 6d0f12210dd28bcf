"""The labels of a page: a line of ``truth.jsonl`` in, a ``Truth`` out.

Says which line of which file is wrong; knows nothing of archives and pages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora.frontpages import FrontTruth, read_front
from newsloom.text.urls import host_of

__all__ = ["Truth", "optional_string", "read_truths"]

_YEAR_FIRST: Final = re.compile(r"(?:19|20)\d\d(?!\d)")
_YEAR_LAST: Final = re.compile(r"(?<!\d)(?:19|20)\d\d$")
# Only with a month behind it: ids are often hexadecimal, or plain numbers.
_YEAR_AND_MONTH: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.](?:0[1-9]|1[0-2])(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The labels of one page; None where nobody labelled that field."""

    id: str
    url: str | None = None
    site: str | None = None
    language: str | None = None
    type: str | None = None
    title: str | None = None
    date: str | None = None
    authors: tuple[str, ...] | None = None
    text: str | None = None
    with_snippets: tuple[str, ...] | None = None
    without_snippets: tuple[str, ...] | None = None
    template: str | None = None
    front: FrontTruth | None = None

    @property
    def year(self) -> int | None:
        """When the page was made: by its date, else as its template or its id says."""
        if found := _YEAR_FIRST.match(self.date or ""):
            return int(found[0])
        if found := _YEAR_LAST.search(self.template or ""):
            return int(found[0])
        found = _YEAR_AND_MONTH.search(self.id)
        return int(found[1]) if found else None


def read_truths(lines: Iterable[bytes], subject: str) -> dict[str, Truth]:
    """The truths by id, in the order of the lines. ``subject`` names the file in a ``CorpusError``."""
    truths: dict[str, Truth] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{subject}, line {number}"
        truth = _truth(_json_object(line, where), where)
        if truth.id in truths:
            raise CorpusError(where, f"the id {truth.id!r} was given before. Ids must be unique in a set")
        truths[truth.id] = truth
    return truths


def _json_object(line: bytes, where: str) -> Mapping[str, Any]:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise CorpusError(where, f"wanted one JSON object per line, found what is not JSON ({error})") from error
    if not isinstance(values, dict):
        raise CorpusError(where, f"wanted a JSON object, found a {type(values).__name__}")
    return values


def _truth(values: Mapping[str, Any], where: str) -> Truth:
    page_id = optional_string(values, "id", where)
    if not page_id:
        raise CorpusError(where, 'wanted an "id", the name of the page in pages/ without .html; found none')
    url = optional_string(values, "url", where)
    return Truth(
        id=page_id,
        url=url,
        site=optional_string(values, "site", where) or host_of(url),
        language=optional_string(values, "lang", where),
        type=optional_string(values, "type", where),
        title=optional_string(values, "title", where),
        date=optional_string(values, "date", where),
        authors=_strings(values, "authors", where),
        text=optional_string(values, "text", where),
        with_snippets=_strings(values, "with", where),
        without_snippets=_strings(values, "without", where),
        template=optional_string(values, "template", where),
        front=read_front(values, where),
    )


def optional_string(values: Mapping[str, Any], key: str, where: str) -> str | None:
    """The string under a key, None where there is none. ``where`` names the line in a ``CorpusError``."""
    value = values.get(key)
    if value is None or isinstance(value, str):
        return value
    raise CorpusError(where, f'wanted a string under "{key}", found a {type(value).__name__}')


def _strings(values: Mapping[str, Any], key: str, where: str) -> tuple[str, ...] | None:
    value = values.get(key)
    if value is None:
        return None
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    raise CorpusError(where, f'wanted a list of strings under "{key}", found something else')
