"""Reads the labels of pages: each line of ``truth.jsonl`` becomes a ``Truth``.

Errors name the file and line. Knows nothing of archives and pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora.frontpages import FrontTruth, read_front
from newsloom.evaluation.corpora.jsonlines import json_objects, optional_string, optional_strings
from newsloom.text.urls import host_of

__all__ = ["Truth", "read_truths"]

_YEAR_FIRST: Final = re.compile(r"(?:19|20)\d\d(?!\d)")
_YEAR_LAST: Final = re.compile(r"(?<!\d)(?:19|20)\d\d$")
# Only with a month after it: ids are often hexadecimal, or plain numbers.
_YEAR_AND_MONTH: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.](?:0[1-9]|1[0-2])(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The labels of one page; a field is None if it was not labelled."""

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
        """The year of the page: from its date, or else from its template or its id."""
        if found := _YEAR_FIRST.match(self.date or ""):
            return int(found[0])
        if found := _YEAR_LAST.search(self.template or ""):
            return int(found[0])
        found = _YEAR_AND_MONTH.search(self.id)
        return int(found[1]) if found else None


def read_truths(lines: Iterable[bytes], subject: str) -> dict[str, Truth]:
    """Returns the truths by id, in the order of the lines. ``subject`` names the file in a ``CorpusError``."""
    truths: dict[str, Truth] = {}
    for where, values in json_objects(lines, subject):
        truth = _truth(values, where)
        if truth.id in truths:
            raise CorpusError(where, f"the id {truth.id!r} was given before. Ids must be unique in a set")
        truths[truth.id] = truth
    return truths


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
        authors=optional_strings(values, "authors", where),
        text=optional_string(values, "text", where),
        with_snippets=optional_strings(values, "with", where),
        without_snippets=optional_strings(values, "without", where),
        template=optional_string(values, "template", where),
        front=read_front(values, where),
    )
