"""Stories and their reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, Row, Table, UniqueConstraint

from newsloom.records import Coverage, Report
from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Document, Key, Moment, Words

__all__ = ["REPORTS", "STORIES", "coverage_of", "report_of", "values_of_story"]

# ``name`` is the story's public id. ``reports`` and ``papers`` count its reports and whose they are; a story that
# became a part of another has none. Every order has its index, and so have sections and languages by heat.
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
    Column("document", Document, nullable=False),
    UniqueConstraint("name"),
    Index(None, "heat", "id"),
    Index(None, "section", "heat", "id"),
    Index(None, "language", "heat", "id"),
    Index(None, "last_seen", "id"),
    Index(None, "first_seen", "id"),
    Index(None, "changed_at", "id"),
    Index(None, "merged_into", "reports"),
)

# By address: an article is a report of one story at a time.
REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("address_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("story_id", Key, ForeignKey("stories.id"), nullable=False, index=True),
    Column("paper", Words, nullable=False),
    Column("seen_at", Moment, nullable=False),
    Column("closeness", Float, nullable=False),
    Column("copy_of", Key, ForeignKey("addresses.id")),
    Index(None, "paper", "story_id"),
)


def coverage_of(row: Row[Any], told: Mapping[str, Any], reports: tuple[Report, ...], /) -> Coverage:
    """The story of a row of ``STORIES``, with the contents of its ``document`` and its reports."""
    return Coverage(
        id=row.name,
        first_seen=row.first_seen,
        last_seen=row.last_seen,
        changed_at=row.changed_at,
        title=told["title"],
        summary=told["summary"],
        image=told["image"],
        section=row.section,
        language=row.language,
        words=tuple((word, weight) for word, weight in told["words"]),
        reports=reports,
        newness=row.newness,
        heat=row.heat,
    )


def values_of_story(coverage: Coverage, /) -> dict[str, Any]:
    """What a story is written as, but for its name."""
    own = ("first_seen", "last_seen", "changed_at", "heat", "newness", "section", "language")
    return {name: getattr(coverage, name) for name in own} | {
        "reports": len(coverage.reports),
        "papers": len(coverage.papers),
        "document": {name: getattr(coverage, name) for name in ("title", "summary", "image", "words")},
    }


def report_of(told: Sequence[Any], /) -> Report:
    """The report of its address, paper, time, closeness and the address that it repeats."""
    url, paper, seen_at, closeness, copy_of = told
    return Report(url=url, paper=paper, seen_at=seen_at, closeness=closeness, copy_of=copy_of)
