"""The templates of sites, and the drift alarms raised when pages stop fitting."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import Column, Float, Index, Integer, Row, Table, bindparam, delete, insert, or_, select

from newsloom.records import Drift, SiteTemplate, Template
from newsloom.stores.sql.derived import derived
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.rows import record_of, values_of
from newsloom.stores.sql.types import METADATA, JsonText, Moment, PackedJson, Words

__all__ = ["DRIFTS", "SITE_TEMPLATES", "SqlTemplates", "document_of_template"]

SITE_TEMPLATES: Final = Table(
    "site_templates",
    METADATA,
    Column("site", Words, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("valid_from", Moment, nullable=False),
    Column("valid_until", Moment),
    Column("pages", Integer, nullable=False),
    Column("fit", Float, nullable=False),
    Column("template", PackedJson, nullable=False),
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
    Column("gone", JsonText, nullable=False),
    Column("new", JsonText, nullable=False),
    Column("settled_at", Moment),
    Index(None, "noticed_at", "since"),
)


def document_of_template(template: Template, /) -> dict[str, Any]:
    """The fields of a template for the column ``template``."""
    return {one.name: _written(getattr(template, one.name)) for one in dataclasses.fields(template)}


def _template(fields: Mapping[str, Any]) -> Template:
    tuples = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
    sets = {name: frozenset(fields[name]) for name in ("content_paths", "blocks")}
    return Template(**{**fields, **tuples, **sets})


def _written(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return dict(value) if isinstance(value, Mapping) else value


_OF_SITE: Final = SITE_TEMPLATES.c.site == bindparam("of_site")
_TAKE_OUT: Final = delete(SITE_TEMPLATES).where(_OF_SITE, SITE_TEMPLATES.c.number == bindparam("of_number"))
_NEW: Final = insert(SITE_TEMPLATES)
_HISTORY: Final = select(SITE_TEMPLATES).where(_OF_SITE).order_by(SITE_TEMPLATES.c.valid_from, SITE_TEMPLATES.c.number)
_RANKED: Final = select(SITE_TEMPLATES).where(_OF_SITE).order_by(SITE_TEMPLATES.c.pages.desc(), SITE_TEMPLATES.c.number)
_NOW: Final = _RANKED.where(SITE_TEMPLATES.c.valid_until.is_(None))
_THEN: Final = _RANKED.where(
    SITE_TEMPLATES.c.valid_from <= bindparam("time"),
    or_(SITE_TEMPLATES.c.valid_until.is_(None), SITE_TEMPLATES.c.valid_until > bindparam("time")),
)
_SITES: Final = select(SITE_TEMPLATES.c.site).distinct()

_TAKE_OUT_DRIFT: Final = delete(DRIFTS).where(
    DRIFTS.c.site == bindparam("of_site"), DRIFTS.c.since == bindparam("of_since")
)
_NEW_DRIFT: Final = insert(DRIFTS)
_DRIFTS: Final = select(DRIFTS).order_by(DRIFTS.c.noticed_at.desc(), DRIFTS.c.since.desc()).limit(bindparam("limit"))
_DRIFTS_OF: Final = _DRIFTS.where(DRIFTS.c.site == bindparam("of_site"))


@dataclass(frozen=True, slots=True)
class SqlTemplates:
    """Templates by site, each valid until its successor's start time, and drift alarms."""

    _executor: Executor

    def keep(self, template: SiteTemplate, /) -> None:
        self._executor.lock_for_writing()
        self._executor.run(_TAKE_OUT, of_site=template.site, of_number=template.number)
        values = values_of(template, "template")
        self._executor.run(_NEW, template=document_of_template(template.template), **values)

    def at(self, site: str, time: datetime | None = None, /) -> tuple[SiteTemplate, ...]:
        if time is None:
            rows = self._executor.rows(_NOW, of_site=site)
        else:
            rows = self._executor.rows(_THEN, of_site=site, time=time)
        return _readable(rows)

    def history(self, site: str, /) -> tuple[SiteTemplate, ...]:
        return _readable(self._executor.rows(_HISTORY, of_site=site))

    def sites(self) -> tuple[str, ...]:
        return tuple(sorted(row.site for row in self._executor.rows(_SITES)))

    def keep_drift(self, drift: Drift, /) -> None:
        self._executor.lock_for_writing()
        self._executor.run(_TAKE_OUT_DRIFT, of_site=drift.site, of_since=drift.since)
        self._executor.run(_NEW_DRIFT, **values_of(drift))

    def drifts(self, *, site: str | None = None, limit: int = 100) -> tuple[Drift, ...]:
        if site is None:
            rows = self._executor.rows(_DRIFTS, limit=max(limit, 0))
        else:
            rows = self._executor.rows(_DRIFTS_OF, limit=max(limit, 0), of_site=site)
        read = (derived("alarm", partial(_drift_of, row), lambda: None) for row in rows)
        return tuple(drift for drift in read if drift is not None)


def _readable(rows: Sequence[Row[Any]]) -> tuple[SiteTemplate, ...]:
    read = (derived("template", partial(_site_template_of, row), lambda: None) for row in rows)
    return tuple(template for template in read if template is not None)


def _site_template_of(row: Row[Any]) -> SiteTemplate:
    return record_of(SiteTemplate, row, template=_template(row.template))


def _drift_of(row: Row[Any]) -> Drift:
    return record_of(Drift, row, gone=tuple(row.gone), new=tuple(row.new))
