"""Lists of articles in SQL: an order and the parts of a question in, one statement out, answered from an index."""

from __future__ import annotations

import functools
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, bindparam, exists, select, tuple_

from newsloom.stores.sql.tables.articles import ARTICLES, BELONGINGS, REVISIONS
from newsloom.stores.sql.types import Key, Moment

__all__ = ["CHANGED", "EARLIEST", "LATEST", "listing"]

# Those first seen first, those first seen last, and those whose last change was first.
EARLIEST: Final = "earliest"
LATEST: Final = "latest"
CHANGED: Final = "changed"


@functools.cache
def listing(order: str, given: frozenset[str], /) -> Select[Any]:
    """The documents of articles as they read now; of the parts of the question those that are given."""
    is_by_source = "source" in given and order != CHANGED
    moment, number = _place(order, is_by_source=is_by_source)
    place, last = tuple_(moment, number), tuple_(_LAST, _LAST_NUMBER)
    conditions = _CONDITIONS | {"last": place < last if order == LATEST else place > last}
    if is_by_source:
        conditions |= {"source": BELONGINGS.c.source_id == _SOURCE} | _spans(BELONGINGS.c.first_seen)
    wanted = [condition for part, condition in conditions.items() if part in given]
    read = select(REVISIONS.c.document).select_from(_BY_SOURCE if is_by_source else _ALL).where(*wanted)
    ranked = read.order_by(moment.desc(), number.desc()) if order == LATEST else read.order_by(moment, number)
    return ranked.limit(bindparam("limit"))


def _place(order: str, *, is_by_source: bool) -> tuple[ColumnElement[Any], ColumnElement[int]]:
    if order == CHANGED:
        return ARTICLES.c.changed_at, ARTICLES.c.id
    # The articles of one source are read in order from an index of their own.
    return (
        (BELONGINGS.c.first_seen, BELONGINGS.c.article_id) if is_by_source else (ARTICLES.c.first_seen, ARTICLES.c.id)
    )


def _spans(first_seen: ColumnElement[Any]) -> dict[str, ColumnElement[bool]]:
    return {"since": first_seen >= bindparam("since"), "until": first_seen < bindparam("until")}


_SOURCE: Final = bindparam("source", type_=Key)
_LAST: Final = bindparam("last", type_=Moment)
_LAST_NUMBER: Final = bindparam("last_number", type_=Key)

_ALL: Final = ARTICLES.join(REVISIONS, REVISIONS.c.id == ARTICLES.c.revision_id)
_BY_SOURCE: Final = BELONGINGS.join(ARTICLES, ARTICLES.c.id == BELONGINGS.c.article_id).join(
    REVISIONS, REVISIONS.c.id == ARTICLES.c.revision_id
)
_CONDITIONS: Final[dict[str, ColumnElement[bool]]] = {
    "source": exists().where(BELONGINGS.c.source_id == _SOURCE, BELONGINGS.c.article_id == ARTICLES.c.id),
    "site": ARTICLES.c.site == bindparam("site"),
    "section": ARTICLES.c.section == bindparam("section"),
    "language": ARTICLES.c.language == bindparam("language"),
    "changed_after": ARTICLES.c.changed_at > bindparam("changed_after"),
    **_spans(ARTICLES.c.first_seen),
}
