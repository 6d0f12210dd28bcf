"""Which articles belong to which sources: kept up to date on three occasions, so that a query needs only one index.

An article belongs to a source if its address, or one that led to it, was sighted there. Articles, sightings and
redirects may arrive in any order.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Insert,
    Table,
    bindparam,
    column,
    exists,
    insert,
    select,
    table,
    union_all,
)
from sqlalchemy.sql.selectable import FromClause

from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.types import METADATA, Key, Moment

__all__ = ["ARTICLE_SOURCES", "add_article", "add_redirect", "add_sighting"]

# With a copy of the time, so that the articles of one source are read in order from one index.
ARTICLE_SOURCES: Final = Table(
    "article_sources",
    METADATA,
    Column("source_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("article_id", Key, ForeignKey("articles.id"), primary_key=True, autoincrement=False, index=True),
    Column("first_seen", Moment, nullable=False),
    Index(None, "source_id", "first_seen", "article_id"),
)

# Which requested address led to which.
REDIRECTS: Final = Table(
    "redirects",
    METADATA,
    Column("from_id", Key, primary_key=True, autoincrement=False),
    Column("to_id", Key, primary_key=True, autoincrement=False, index=True),
)

# The columns used here of tables whose own modules import this one.
_ARTICLES: Final = table("articles", column("id", Key), column("address_id", Key), column("first_seen", Moment()))
_MENTIONS: Final = table("mentions", column("source_id", Key), column("address_id", Key))


def add_redirect(executor: Executor, from_id: int, to_id: int, /) -> None:
    """Record that one address led to another: sightings of the first now also count for the other's article."""
    if executor.row(_KNOWN_REDIRECT, from_id=from_id, to_id=to_id) is None:
        executor.run(_NEW_REDIRECT, from_id=from_id, to_id=to_id)
        executor.run(_AFTER_REDIRECT, origin=from_id, target=to_id)


def add_article(executor: Executor, address_id: int, /) -> None:
    """Link a new article to the sources on which its address was sighted."""
    executor.run(_AFTER_ARTICLE, address=address_id)


def add_sighting(executor: Executor, source_id: int, address_ids: list[int], /) -> None:
    """Link the articles of newly sighted addresses to the source."""
    for batch in batches(address_ids):
        executor.run(_AFTER_SIGHTING, source=source_id, addresses=list(batch))


def _missing(tables: FromClause, source_id: ColumnElement[Any], places: ColumnElement[bool]) -> Insert:
    known = exists().where(ARTICLE_SOURCES.c.source_id == source_id, ARTICLE_SOURCES.c.article_id == _ARTICLES.c.id)
    columns = (source_id.label("source_id"), _ARTICLES.c.id, _ARTICLES.c.first_seen)
    rows = select(*columns).select_from(tables).where(places, ~known).distinct()
    return insert(ARTICLE_SOURCES).from_select(["source_id", "article_id", "first_seen"], rows)


_SOURCE: Final = bindparam("source", type_=Key)
_ADDRESS: Final = bindparam("address", type_=Key)
_ADDRESSES: Final = bindparam("addresses", type_=Key, expanding=True)

_KNOWN_REDIRECT: Final = select(REDIRECTS.c.to_id).where(
    REDIRECTS.c.from_id == bindparam("from_id"), REDIRECTS.c.to_id == bindparam("to_id")
)
_NEW_REDIRECT: Final = insert(REDIRECTS)

# One list of addresses instead of an OR, for which PostgreSQL would scan the whole table.
_AFTER_REDIRECT: Final = _missing(
    _MENTIONS.join(_ARTICLES, _ARTICLES.c.address_id == bindparam("target", type_=Key)),
    _MENTIONS.c.source_id,
    _MENTIONS.c.address_id == bindparam("origin", type_=Key),
)
_AFTER_ARTICLE: Final = _missing(
    _MENTIONS.join(_ARTICLES, _ARTICLES.c.address_id == _ADDRESS),
    _MENTIONS.c.source_id,
    _MENTIONS.c.address_id.in_(
        union_all(select(_ADDRESS), select(REDIRECTS.c.from_id).where(REDIRECTS.c.to_id == _ADDRESS))
    ),
)
_AFTER_SIGHTING: Final = _missing(
    _ARTICLES,
    _SOURCE,
    _ARTICLES.c.address_id.in_(
        union_all(
            select(ADDRESSES.c.id).where(ADDRESSES.c.id.in_(_ADDRESSES)),
            select(REDIRECTS.c.to_id).where(REDIRECTS.c.from_id.in_(_ADDRESSES)),
        )
    ),
)
