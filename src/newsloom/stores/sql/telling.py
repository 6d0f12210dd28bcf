"""A story in one answer: rows of a story with its reports in, a coverage out.

What is written of the story comes with each of its reports, and is read once, from the first row.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import LargeBinary, Row, Select, Text, and_, bindparam, select, type_coerce

from newsloom.records import Coverage
from newsloom.stores.covering import in_order
from newsloom.stores.sql.tables.addresses import ADDRESSES
from newsloom.stores.sql.tables.articles import ARTICLES, REVISIONS
from newsloom.stores.sql.tables.stories import REPORTS, STORIES, coverage_of, report_of

__all__ = ["ORIGINAL", "PACKED", "TOLD", "TOLD_WITH_ARTICLES", "coverage_told"]

# The address of the report that another one repeats.
ORIGINAL: Final = ADDRESSES.alias("original")
# An article as it is stored: what unpacks it takes as long to make as to use, and one does for all rows.
PACKED: Final = type_coerce(REVISIONS.c.document, LargeBinary).label("packed")

_STORY: Final = (
    *(column for column in STORIES.c if column is not STORIES.c.document),
    type_coerce(STORIES.c.document, Text).label("written"),
)
# What ``report_of`` reads, and where it begins.
_REPORT: Final = (
    *(ADDRESSES.c.url, REPORTS.c.paper, REPORTS.c.seen_at, REPORTS.c.closeness),
    ORIGINAL.c.url.label("original"),
)
_FIRST: Final = len(_STORY)
_LAST: Final = _FIRST + len(_REPORT)

TOLD: Final[Select[Any]] = (
    select(*_STORY, *_REPORT)
    .outerjoin(REPORTS, REPORTS.c.story_id == STORIES.c.id)
    .outerjoin(ADDRESSES, ADDRESSES.c.id == REPORTS.c.address_id)
    .outerjoin(ORIGINAL, ORIGINAL.c.id == REPORTS.c.copy_of)
    .where(STORIES.c.name == bindparam("same"))
)
# The same with each report's article, unless the story has more reports than ``most``: of a thousand nobody reads all.
TOLD_WITH_ARTICLES: Final[Select[Any]] = (
    TOLD.add_columns(ARTICLES.c.first_seen.label("arrived"), ARTICLES.c.changed_at.label("edited"), PACKED)
    .outerjoin(ARTICLES, and_(ARTICLES.c.address_id == REPORTS.c.address_id, STORIES.c.reports <= bindparam("most")))
    .outerjoin(REVISIONS, REVISIONS.c.id == ARTICLES.c.revision_id)
)


def coverage_told(rows: Sequence[Row[Any]], /) -> Coverage:
    """The story of all rows of ``TOLD`` or ``TOLD_WITH_ARTICLES``."""
    reports = in_order(report_of(row[_FIRST:_LAST]) for row in rows if row[_FIRST] is not None)
    return coverage_of(rows[0], json.loads(rows[0].written), reports)
