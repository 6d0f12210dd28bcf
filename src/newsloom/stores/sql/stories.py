"""Stories with their reports: tables, statements, rows and records, and the role."""

from __future__ import annotations

import dataclasses
import functools
import json
import operator
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    Row,
    Select,
    Table,
    Text,
    UniqueConstraint,
    Update,
    bindparam,
    delete,
    func,
    insert,
    select,
    tuple_,
    type_coerce,
    update,
)

from newsloom.errors import StoreError, UnknownName
from newsloom.records import Coverage, Report, StoryQuery, reports_in_order
from newsloom.stores.sites import clipped, site_named
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.conditions import Condition
from newsloom.stores.sql.derived import derived
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.types import METADATA, JsonText, Key, Moment, Words
from newsloom.text.categories import filed_under

__all__ = [
    "CONDITIONS",
    "REPORTS",
    "STORIES",
    "WITH_REPORTS",
    "SqlStories",
    "as_kept",
    "coverage_of_rows",
    "order_named",
]

# ``name`` is the story's public id. ``reports`` and ``papers`` count its reports and their papers; both are 0 for a
# merged story. Every order has its index, and so have sections and languages by heat.
STORIES: Final = Table(
    "stories",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("name", Words, nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("last_seen", Moment, nullable=False),
    Column("changed_at", Moment, nullable=False),
    Column("heat", Float, nullable=False),
    Column("newness", Float, nullable=False),
    Column("section", Words),
    Column("language", Words),
    Column("reports", Integer, nullable=False),
    Column("papers", Integer, nullable=False),
    Column("merged_into", Key, ForeignKey("stories.id")),
    Column("document", JsonText, nullable=False),
    UniqueConstraint("name"),
    Index(None, "heat", "id"),
    Index(None, "section", "heat", "id"),
    Index(None, "language", "heat", "id"),
    Index(None, "last_seen", "id"),
    Index(None, "first_seen", "id"),
    Index(None, "changed_at", "id"),
    Index(None, "merged_into", "reports"),
)

# Keyed by address: an article is a report of one story at a time.
REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("address_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("story_id", Key, ForeignKey("stories.id"), nullable=False, index=True),
    Column("paper", Words, nullable=False),
    Column("seen_at", Moment, nullable=False),
    Column("closeness", Float, nullable=False),
    Column("copy_of", Key, ForeignKey("addresses.id")),
    Column("told_at", Moment),
    Column("told_by", Words),
    Index(None, "paper", "story_id"),
)


def coverage_of(row: Row[Any], told: Mapping[str, Any], reports: tuple[Report, ...], /) -> Coverage:
    """The story of a row of ``STORIES``, with the contents of its ``document`` and its reports."""
    bare = Coverage(
        id=row.name,
        first_seen=row.first_seen,
        last_seen=row.last_seen,
        changed_at=row.changed_at,
        section=row.section,
        language=row.language,
        reports=reports,
        newness=row.newness,
        heat=row.heat,
    )
    return derived("story", lambda: _with_facts(bare, told), lambda: bare)


def _with_facts(story: Coverage, told: Mapping[str, Any]) -> Coverage:
    words = tuple((word, weight) for word, weight in told["words"])
    return dataclasses.replace(story, title=told["title"], summary=told["summary"], image=told["image"], words=words)


def values_of_story(coverage: Coverage, /) -> dict[str, Any]:
    """The column values of a story, except its name."""
    own = ("first_seen", "last_seen", "changed_at", "heat", "newness", "section", "language")
    return {name: getattr(coverage, name) for name in own} | {
        "reports": len(coverage.reports),
        "papers": len(coverage.papers),
        "document": {name: getattr(coverage, name) for name in ("title", "summary", "image", "words")},
    }


def report_of(told: Sequence[Any], /) -> Report:
    """A report from its columns: address, paper, time, closeness, when it was told, who says so, and what it copies."""
    url, paper, seen_at, closeness, told_at, told_by, copy_of = told
    return Report(
        url=url,
        paper=paper,
        seen_at=seen_at,
        closeness=closeness,
        copy_of=copy_of,
        told_at=told_at,
        told_by=told_by,
    )


def _reported_by(column: ColumnElement[str], names: ColumnElement[Any]) -> ColumnElement[bool]:
    # The + 0 disables an index: otherwise SQLite would begin with all stories of the paper, and sort them.
    return (STORIES.c.id + 0).in_(select(REPORTS.c.story_id).where(column.in_(names)))


# One for each of ``story_filters``, and two that only Newsloom itself uses.
CONDITIONS: Final = (
    Condition("section", STORIES.c.section, operator.eq, lambda name: clipped(filed_under(None, name))),
    Condition("language", STORIES.c.language, operator.eq, clipped),
    # A reader may ask for a paper by its host.
    Condition("paper", REPORTS.c.paper, _reported_by, lambda name: [clipped(name), site_named(name)]),
    Condition("since", STORIES.c.last_seen, operator.ge),
    Condition("until", STORIES.c.last_seen, operator.lt),
    Condition("changed_after", STORIES.c.changed_at, operator.gt),
    Condition("least_newness", STORIES.c.newness, operator.ge),
    Condition("least_papers", STORIES.c.papers, operator.ge, lambda least: least if least > 1 else None),
)
_EXPRESSIONS: Final[dict[str, ColumnElement[bool]]] = {one.field: one.on(one.column) for one in CONDITIONS}

# The orders of a StoryQuery: the field to sort by, and whether the greatest comes first.
_ORDERS: Final = {
    "heat": ("heat", True),
    "latest": ("last_seen", True),
    "began": ("first_seen", True),
    "changed": ("changed_at", False),
}


def order_named(name: str, /) -> tuple[str, bool]:
    """The field that a query sorts by, and whether the greatest comes first. Raises ``UnknownName``."""
    if name not in _ORDERS:
        raise UnknownName("order of stories", name, tuple(_ORDERS))
    return _ORDERS[name]


def as_kept(coverage: Coverage, /) -> Coverage:
    """The story as it is stored: each report once, in order of arrival, and facts cut to the length that is compared.

    ``merged_into`` is cleared, because only ``merge`` sets it.
    """
    first: dict[str, Report] = {}
    for report in coverage.reports:
        first.setdefault(report.url, dataclasses.replace(report, paper=clipped(report.paper) or ""))
    return dataclasses.replace(
        coverage,
        section=clipped(filed_under(None, coverage.section)),
        language=clipped(coverage.language),
        reports=reports_in_order(first.values()),
        merged_into=None,
    )


# The address of the report that another one copies.
_ORIGINAL: Final = ADDRESSES.alias("original")

_STORY: Final = (
    *(column for column in STORIES.c if column is not STORIES.c.document),
    type_coerce(STORIES.c.document, Text).label("written"),
)
# The columns that ``report_of`` reads, and where they begin and end in a row.
_REPORT: Final = (
    *(ADDRESSES.c.url, REPORTS.c.paper, REPORTS.c.seen_at, REPORTS.c.closeness, REPORTS.c.told_at, REPORTS.c.told_by),
    _ORIGINAL.c.url.label("original"),
)
_FIRST: Final = len(_STORY)
_LAST: Final = _FIRST + len(_REPORT)

WITH_REPORTS: Final[Select[Any]] = (
    select(*_STORY, *_REPORT)
    .outerjoin(REPORTS, REPORTS.c.story_id == STORIES.c.id)
    .outerjoin(ADDRESSES, ADDRESSES.c.id == REPORTS.c.address_id)
    .outerjoin(_ORIGINAL, _ORIGINAL.c.id == REPORTS.c.copy_of)
    .where(STORIES.c.name == bindparam("same"))
)

_ADDRESSES: Final = REPORTS.c.address_id.in_(bindparam("addresses", type_=Key, expanding=True))

_SAME: Final = select(STORIES).where(STORIES.c.name == bindparam("same"))
_NUMBERED: Final = select(STORIES).where(STORIES.c.id == bindparam("number"))
_OF: Final = (
    select(STORIES)
    .join(REPORTS, REPORTS.c.story_id == STORIES.c.id)
    .where(REPORTS.c.address_id == bindparam("address"))
)
_NEW: Final = insert(STORIES)
_ONE: Final = update(STORIES).where(STORIES.c.id == bindparam("number"))
_COUNT: Final = select(func.count()).where(STORIES.c.merged_into.is_(None), STORIES.c.reports > 0)

_REPORTS: Final = (
    select(REPORTS.c.story_id, *_REPORT)
    .join(ADDRESSES, ADDRESSES.c.id == REPORTS.c.address_id)
    .outerjoin(_ORIGINAL, _ORIGINAL.c.id == REPORTS.c.copy_of)
    .where(REPORTS.c.story_id.in_(bindparam("stories", type_=Key, expanding=True)))
)
_NEW_REPORT: Final = insert(REPORTS)
_TAKE_OUT: Final = delete(REPORTS).where(_ADDRESSES)
_LOSERS: Final = select(REPORTS.c.story_id).where(_ADDRESSES, REPORTS.c.story_id != bindparam("number")).distinct()
_MOVE: Final = update(REPORTS).where(REPORTS.c.story_id == bindparam("part")).values(story_id=bindparam("whole"))
_LEAD: Final = update(STORIES).where(STORIES.c.merged_into == bindparam("part")).values(merged_into=bindparam("whole"))
_OWN: Final = REPORTS.c.story_id == STORIES.c.id
_RECOUNT: Final = _ONE.values(
    reports=select(func.count()).where(_OWN).scalar_subquery(),
    papers=select(func.count(REPORTS.c.paper.distinct())).where(_OWN).scalar_subquery(),
)


def _setting(*names: str) -> Update:
    return _ONE.values({name: bindparam(f"new_{name}", type_=STORIES.c[name].type) for name in names})


_RENEW: Final = _setting(*(name for name in STORIES.c.keys() if name not in ("id", "name")))  # noqa: SIM118
_LET_GO: Final = _setting("merged_into", "changed_at", "reports", "papers")
_WIDEN: Final = _setting("first_seen", "last_seen")


@dataclass(frozen=True, slots=True)
class SqlStories:
    """Stories with their reports; an article is a report of one story at a time."""

    _executor: Executor

    def keep(self, coverage: Coverage, /) -> bool:
        self._executor.lock_for_writing()
        kept = as_kept(coverage)
        row = self._executor.row(_SAME, same=kept.id)
        before = self._whole(row)
        if before == kept and row is not None and row.merged_into is None:
            return False
        values = values_of_story(kept) | {"merged_into": None}
        if row is None:
            number = self._executor.add(_NEW, name=kept.id, **values)
        else:
            number = row.id
            self._set(_RENEW, number, **values)
        self._write_reports(number, before.reports if before else (), kept.reports)
        return True

    def merge(self, story_id: str, into: str, at: datetime, /) -> None:
        self._executor.lock_for_writing()
        part, whole = self._known(story_id), self._present(self._known(into))
        if part.merged_into == whole.id:
            return
        if part.id == whole.id:
            raise StoreError(self._executor.place, f"the story {story_id} cannot become a part of itself")
        for statement in (_MOVE, _LEAD):
            self._executor.run(statement, part=part.id, whole=whole.id)
        self._set(_LET_GO, part.id, merged_into=whole.id, changed_at=at, reports=0, papers=0)
        first_seen, last_seen = min(part.first_seen, whole.first_seen), max(part.last_seen, whole.last_seen)
        self._set(_WIDEN, whole.id, first_seen=first_seen, last_seen=last_seen)
        self._executor.run(_RECOUNT, number=whole.id)

    def get(self, story_id: str, /) -> Coverage | None:
        rows = self._executor.rows(WITH_REPORTS, same=story_id)
        if not rows:
            return None
        if rows[0].merged_into is not None:
            return self._whole(self._executor.row(_NUMBERED, number=rows[0].merged_into))
        return coverage_of_rows(rows)

    def of(self, url: str, /) -> Coverage | None:
        address_id = self._executor.address(url)
        return None if address_id is None else self._whole(self._executor.row(_OF, address=address_id))

    def find(self, query: StoryQuery, /) -> tuple[Coverage, ...]:
        asked = {one: getattr(query, one.field) for one in CONDITIONS}
        values = {one.field: one.value(value) for one, value in asked.items() if value is not None}
        field, _ = order_named(query.order)
        if query.after is not None:
            last = self._known(query.after)
            values |= {"last": getattr(last, field), "last_number": last.id}
        given = {name: value for name, value in values.items() if value is not None}
        rows = self._executor.rows(_finding(query.order, frozenset(given)), **given, limit=max(query.limit, 0))
        return self._coverages(rows)

    def count(self) -> int:
        return int(self._executor.rows(_COUNT)[0][0])

    def _set(self, statement: Update, number: int, **values: Any) -> None:
        self._executor.run(statement, number=number, **{f"new_{name}": value for name, value in values.items()})

    def _known(self, story_id: str) -> Row[Any]:
        row = self._executor.row(_SAME, same=story_id)
        if row is None:
            raise StoreError(self._executor.place, f"there is no story {story_id}")
        return row

    def _present(self, row: Row[Any]) -> Row[Any]:
        """The row of the story that this one was merged into, if any, else its own. That story is not merged itself."""
        whole = None if row.merged_into is None else self._executor.row(_NUMBERED, number=row.merged_into)
        return row if whole is None else whole

    def _whole(self, row: Row[Any] | None) -> Coverage | None:
        return None if row is None else self._coverages([row])[0]

    def _coverages(self, rows: Sequence[Row[Any]]) -> tuple[Coverage, ...]:
        reports: defaultdict[int, list[Report]] = defaultdict(list)
        for batch in batches([row.id for row in rows]):
            for told in self._executor.rows(_REPORTS, stories=list(batch)):
                reports[told[0]].append(report_of(told[1:]))
        return tuple(coverage_of(row, row.document, reports_in_order(reports[row.id])) for row in rows)

    def _write_reports(self, number: int, before: tuple[Report, ...], after: tuple[Report, ...]) -> None:
        addresses = self._addresses((*before, *after))
        gone = {report.url for report in before} - {report.url for report in after}
        known = frozenset(before)
        new = [report for report in after if report not in known]
        losers: set[int] = set()
        for batch in batches([addresses[url] for url in (*gone, *(report.url for report in new))]):
            losers.update(row.story_id for row in self._executor.rows(_LOSERS, addresses=batch, number=number))
            self._executor.run(_TAKE_OUT, addresses=batch)
        rows = [_values(report, number, addresses) for report in new]
        for some in batches(rows):
            self._executor.run_all(_NEW_REPORT, list(some))
        for loser in sorted(losers):
            self._executor.run(_RECOUNT, number=loser)

    def _addresses(self, reports: tuple[Report, ...]) -> dict[str, int]:
        urls = [url for report in reports for url in (report.url, report.copy_of) if url is not None]
        return self._executor.keep_addresses(urls)


def coverage_of_rows(rows: Sequence[Row[Any]], /) -> Coverage:
    """The story from all its rows of ``WITH_REPORTS``; further columns are ignored."""
    reports = reports_in_order(report_of(row[_FIRST:_LAST]) for row in rows if row[_FIRST] is not None)
    return coverage_of(rows[0], derived("story", lambda: json.loads(rows[0].written), dict), reports)


def _values(report: Report, number: int, addresses: dict[str, int]) -> dict[str, Any]:
    return {
        "address_id": addresses[report.url],
        "story_id": number,
        "paper": report.paper,
        "seen_at": report.seen_at,
        "closeness": report.closeness,
        "copy_of": None if report.copy_of is None else addresses[report.copy_of],
        "told_at": report.told_at,
        "told_by": report.told_by,
    }


@functools.cache
def _finding(order: str, given: frozenset[str]) -> Select[Any]:
    """The statement for an order and a set of filters."""
    field, is_descending = order_named(order)
    column, number = STORIES.c[field], STORIES.c.id
    place = tuple_(column, number)
    last = tuple_(bindparam("last", type_=column.type), bindparam("last_number", type_=Key))
    conditions = _EXPRESSIONS | {"last": place < last if is_descending else place > last}
    wanted = [condition for part, condition in conditions.items() if part in given]
    ranking = (column.desc(), number.desc()) if is_descending else (column, number)
    return select(STORIES).where(STORIES.c.reports > 0, *wanted).order_by(*ranking).limit(bindparam("limit"))
