"""The templates of sites, and the alarms when pages stop fitting."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Column, Float, Index, Integer, Row, Table

from newsloom.records import Drift, SiteTemplate, Template
from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Document, Moment, PackedDocument, Words

__all__ = ["DRIFTS", "SITE_TEMPLATES", "document_of_template", "drift_of", "site_template_of"]

SITE_TEMPLATES: Final = Table(
    "site_templates",
    METADATA,
    Column("site", Words, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("valid_from", Moment, nullable=False),
    Column("valid_until", Moment),
    Column("pages", Integer, nullable=False),
    Column("fit", Float, nullable=False),
    Column("template", PackedDocument, nullable=False),
)

DRIFTS: Final = Table(
    "drifts",
    METADATA,
    Column("site", Words, primary_key=True),
    Column("since", Moment, primary_key=True, autoincrement=False),
    Column("noticed_at", Moment, nullable=False),
    Column("fit_before", Float, nullable=False),
    Column("fit_after", Float, nullable=False),
    Column("pages", Integer, nullable=False),
    Column("gone", Document, nullable=False),
    Column("new", Document, nullable=False),
    Column("settled_at", Moment),
    Index(None, "noticed_at", "since"),
)


def site_template_of(row: Row[Any], /) -> SiteTemplate:
    """The template of a row of ``SITE_TEMPLATES``."""
    return SiteTemplate(
        site=row.site,
        number=row.number,
        template=_template(row.template),
        valid_from=row.valid_from,
        valid_until=row.valid_until,
        pages=row.pages,
        fit=row.fit,
    )


def document_of_template(template: Template, /) -> dict[str, Any]:
    """What was learned, for the column ``template``."""
    return {one.name: _written(getattr(template, one.name)) for one in dataclasses.fields(template)}


def drift_of(row: Row[Any], /) -> Drift:
    """The alarm of a row of ``DRIFTS``."""
    return Drift(
        site=row.site,
        since=row.since,
        noticed_at=row.noticed_at,
        fit_before=row.fit_before,
        fit_after=row.fit_after,
        pages=row.pages,
        gone=tuple(row.gone),
        new=tuple(row.new),
        settled_at=row.settled_at,
    )


def _template(fields: Mapping[str, Any]) -> Template:
    tuples = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
    sets = {name: frozenset(fields[name]) for name in ("content_paths", "blocks")}
    return Template(**{**fields, **tuples, **sets})


def _written(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return dict(value) if isinstance(value, Mapping) else value
