"""Many articles at once, in SQL."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import zstandard
from sqlalchemy import LargeBinary, Row, bindparam, select, type_coerce

from newsloom.records import Article, Clipping
from newsloom.stores.digests import address_digest
from newsloom.stores.sql.tables.addresses import ADDRESSES
from newsloom.stores.sql.tables.articles import ARTICLES, REVISIONS
from newsloom.stores.sql.tables.stories import REPORTS, STORIES
from newsloom.stores.sql.transaction import Transaction, portions

__all__ = ["SqlClippings"]

# The document as it is stored: what unpacks it takes as long to make as to use, and one does for all rows.
_READ: Final = (
    select(
        ADDRESSES.c.url,
        ARTICLES.c.first_seen,
        ARTICLES.c.changed_at,
        type_coerce(REVISIONS.c.document, LargeBinary).label("packed"),
    )
    .join(ARTICLES, ARTICLES.c.address_id == ADDRESSES.c.id)
    .join(REVISIONS, REVISIONS.c.id == ARTICLES.c.revision_id)
)
_SEVERAL: Final = _READ.where(ADDRESSES.c.digest.in_(bindparam("digests", expanding=True)))
_OF_STORY: Final = (
    _READ.join(REPORTS, REPORTS.c.address_id == ADDRESSES.c.id)
    .join(STORIES, STORIES.c.id == REPORTS.c.story_id)
    .where(STORIES.c.name == bindparam("same"))
    .order_by(REPORTS.c.seen_at, ADDRESSES.c.url)
    .limit(bindparam("most"))
)


@dataclass(frozen=True, slots=True)
class SqlClippings:
    """Articles by their addresses, as they read now."""

    _transaction: Transaction

    def read(self, urls: Iterable[str], /) -> dict[str, Clipping]:
        return {row.url: _clipping(row, document) for row, document in _unpacked(self._rows(urls))}

    def skim(self, urls: Iterable[str], /) -> dict[str, Clipping]:
        return _skimmed(self._rows(urls))

    def skim_story(self, story_id: str, most: int, /) -> dict[str, Clipping]:
        return _skimmed(self._transaction.rows(_OF_STORY, same=story_id, most=max(most, 0)))

    def _rows(self, urls: Iterable[str]) -> Iterator[Row[Any]]:
        for portion in portions([address_digest(url) for url in dict.fromkeys(urls)]):
            yield from self._transaction.rows(_SEVERAL, digests=list(portion))


def _skimmed(rows: Iterable[Row[Any]]) -> dict[str, Clipping]:
    return {row.url: _clipping(row, document | {"blocks": ()}) for row, document in _unpacked(rows)}


def _unpacked(rows: Iterable[Row[Any]]) -> Iterator[tuple[Row[Any], dict[str, Any]]]:
    unpack = zstandard.ZstdDecompressor().decompress
    for row in rows:
        yield row, json.loads(unpack(row.packed))


def _clipping(row: Row[Any], document: dict[str, Any]) -> Clipping:
    return Clipping(
        article=Article.from_dict(document), first_seen=row.first_seen, changed_at=row.changed_at or row.first_seen
    )
