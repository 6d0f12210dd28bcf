"""The text segment tables of sites, kept for the lifetime of the newsroom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Column, Row, Table, bindparam, delete, insert, select

from newsloom.records import SiteSegments
from newsloom.stores.sql.derived import derived
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.rows import record_of
from newsloom.stores.sql.types import METADATA, Moment, PackedJson, Words

__all__ = ["SEGMENT_TABLES", "SqlSegmentTables", "site_segments_of"]

SEGMENT_TABLES: Final = Table(
    "segment_tables",
    METADATA,
    Column("site", Words, primary_key=True),
    Column("method", Words, nullable=False),
    Column("counted_until", Moment, nullable=False),
    Column("document", PackedJson, nullable=False),
)

_OF_SITE: Final = SEGMENT_TABLES.c.site == bindparam("of_site")
_TAKE_OUT: Final = delete(SEGMENT_TABLES).where(_OF_SITE)
_NEW: Final = insert(SEGMENT_TABLES)
_TABLE: Final = select(SEGMENT_TABLES).where(_OF_SITE)


def site_segments_of(row: Row[Any], /) -> SiteSegments:
    """The table of a row of ``SEGMENT_TABLES``."""
    return record_of(
        SiteSegments,
        row,
        pages=row.document["pages"],
        segments={name: (frequency, seen_at) for name, (frequency, seen_at) in row.document["segments"].items()},
        blocks={path: (template, others) for path, (template, others) in row.document["blocks"].items()},
    )


@dataclass(frozen=True, slots=True)
class SqlSegmentTables:
    """The text segment table of each site."""

    _executor: Executor

    def keep(self, table: SiteSegments, /) -> None:
        self._executor.lock_for_writing()
        self._executor.run(_TAKE_OUT, of_site=table.site)
        document = {"pages": table.pages, "segments": dict(table.segments), "blocks": dict(table.blocks)}
        self._executor.run(
            _NEW, site=table.site, method=table.method, counted_until=table.counted_until, document=document
        )

    def get(self, site: str, /) -> SiteSegments | None:
        row = self._executor.row(_TABLE, of_site=site)
        return None if row is None else derived("segment table", lambda: site_segments_of(row), lambda: None)
