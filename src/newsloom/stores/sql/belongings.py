"""Which articles belong to which sources: kept up to date from three sides, so that asking costs one index.

An article belongs to a source if its address was sighted there, or one that led to it. Articles, sightings and
redirects may arrive in any order.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Insert, bindparam, exists, insert, select, union_all
from sqlalchemy.sql.selectable import FromClause

from newsloom.stores.sql.executor import Executor, portions
from newsloom.stores.sql.tables.addresses import ADDRESSES, REDIRECTS
from newsloom.stores.sql.tables.articles import ARTICLES, BELONGINGS
from newsloom.stores.sql.tables.links import MENTIONS
from newsloom.stores.sql.types import Key

__all__ = ["belong_after_article", "belong_after_redirect", "belong_after_sighting"]


def belong_after_redirect(executor: Executor, from_id: int, to_id: int, /) -> None:
    """One address led to another: what was sighted of it is about the other's article."""
    if executor.row(_KNOWN_REDIRECT, from_id=from_id, to_id=to_id) is None:
        executor.run(_NEW_REDIRECT, from_id=from_id, to_id=to_id)
        executor.run(_AFTER_REDIRECT, origin=from_id, target=to_id)


def belong_after_article(executor: Executor, address_id: int, /) -> None:
    """An article is there that was not: where was its address sighted?"""
    executor.run(_AFTER_ARTICLE, address=address_id)


def belong_after_sighting(executor: Executor, source_id: int, address_ids: list[int], /) -> None:
    """Addresses were sighted on a source: of which of them are there articles?"""
    for portion in portions(address_ids):
        executor.run(_AFTER_SIGHTING, source=source_id, addresses=list(portion))


def _missing(tables: FromClause, source_id: ColumnElement[Any], places: ColumnElement[bool]) -> Insert:
    known = exists().where(BELONGINGS.c.source_id == source_id, BELONGINGS.c.article_id == ARTICLES.c.id)
    columns = (source_id.label("source_id"), ARTICLES.c.id, ARTICLES.c.first_seen)
    rows = select(*columns).select_from(tables).where(places, ~known).distinct()
    return insert(BELONGINGS).from_select(["source_id", "article_id", "first_seen"], rows)


_SOURCE: Final = bindparam("source", type_=Key)
_ADDRESS: Final = bindparam("address", type_=Key)
_ADDRESSES: Final = bindparam("addresses", type_=Key, expanding=True)

_KNOWN_REDIRECT: Final = select(REDIRECTS.c.to_id).where(
    REDIRECTS.c.from_id == bindparam("from_id"), REDIRECTS.c.to_id == bindparam("to_id")
)
_NEW_REDIRECT: Final = insert(REDIRECTS)

# One list of addresses, not "this or one of those": of an OR PostgreSQL makes a walk through the whole table.
_AFTER_REDIRECT: Final = _missing(
    MENTIONS.join(ARTICLES, ARTICLES.c.address_id == bindparam("target", type_=Key)),
    MENTIONS.c.source_id,
    MENTIONS.c.address_id == bindparam("origin", type_=Key),
)
_AFTER_ARTICLE: Final = _missing(
    MENTIONS.join(ARTICLES, ARTICLES.c.address_id == _ADDRESS),
    MENTIONS.c.source_id,
    MENTIONS.c.address_id.in_(
        union_all(select(_ADDRESS), select(REDIRECTS.c.from_id).where(REDIRECTS.c.to_id == _ADDRESS))
    ),
)
_AFTER_SIGHTING: Final = _missing(
    ARTICLES,
    _SOURCE,
    ARTICLES.c.address_id.in_(
        union_all(
            select(ADDRESSES.c.id).where(ADDRESSES.c.id.in_(_ADDRESSES)),
            select(REDIRECTS.c.to_id).where(REDIRECTS.c.from_id.in_(_ADDRESSES)),
        )
    ),
)
