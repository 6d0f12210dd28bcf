"""Templates of newspapers, and the alarms when their layouts changed, in the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from newsloom.newsroom import Newsroom
from newsloom.pipeline.templates.pathtree import tag_counts
from newsloom.portal.api.cursors import page_by_offset
from newsloom.portal.api.parameters import Arguments
from newsloom.portal.api.responses import ResultPage
from newsloom.portal.api.schemas import Schema
from newsloom.records import Drift, SiteTemplate

__all__ = ["DRIFT", "MOST_TEMPLATES", "TEMPLATE", "drifts", "templates"]

MOST_TEMPLATES: Final = 20
"""A template may have thousands of paths: an answer has at most this many templates."""
_MOST_DRIFTS: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateEntry:
    """A template that a newspaper's pages were printed from, with the time in which it was valid."""

    site: str
    number: int
    valid_from: datetime
    valid_until: datetime | None
    method: str
    version: int
    pages: int
    fit: float
    tags: Mapping[str, int]
    paths: Mapping[str, int]
    content_paths: tuple[str, ...]
    description_length: float | None
    description_parts: tuple[float, ...] | None
    fields: Mapping[str, str]


TEMPLATE: Final = Schema(name="TemplateEntry", record=TemplateEntry)
DRIFT: Final = Schema(name="Drift", record=Drift)


def templates(room: Newsroom, arguments: Arguments) -> ResultPage:
    """All templates that one newspaper ever had, the latest first."""
    found = room.templates(arguments.text("site") or "")[::-1]
    return page_by_offset(found, arguments, _template)


def drifts(room: Newsroom, arguments: Arguments) -> ResultPage:
    """When pages stopped fitting their templates, the latest first."""
    return page_by_offset(room.templates.drifts(arguments.text("site"), _MOST_DRIFTS), arguments, DRIFT.of)


def _template(one: SiteTemplate) -> dict[str, Any]:
    template = one.template
    return TEMPLATE.of(
        TemplateEntry(
            site=one.site,
            number=one.number,
            valid_from=one.valid_from,
            valid_until=one.valid_until,
            method=template.method,
            version=template.version,
            pages=one.pages,
            fit=one.fit,
            tags=dict(tag_counts(template)),
            paths=template.paths,
            content_paths=tuple(sorted(template.content_paths)),
            description_length=template.description_length,
            description_parts=template.description_parts,
            fields=template.fields,
        )
    )
