"""Many articles at once, in SQL."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import zstandard
from sqlalchemy import Row, Select, bindparam, select

from newsloom.records import Article, Coverage, StoredArticle
from newsloom.stores.digests import address_digest
from newsloom.stores.sql.executor import Executor, portions
from newsloom.stores.sql.tables.addresses import ADDRESSES
from newsloom.stores.sql.tables.articles import ARTICLES, REVISIONS
from newsloom.stores.sql.tables.stories import REPORTS, STORIES
from newsloom.stores.sql.telling import PACKED, TOLD_WITH_ARTICLES, coverage_told

__all__ = ["SqlClippings"]

_READ: Final = (
    select(
        ADDRESSES.c.url,
        ARTICLES.c.first_seen.label("arrived"),
        ARTICLES.c.changed_at.label("edited"),
        PACKED,
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
_ARRIVALS: Final = (
    select(ADDRESSES.c.url, ARTICLES.c.first_seen)
    .join(ARTICLES, ARTICLES.c.address_id == ADDRESSES.c.id)
    .where(ADDRESSES.c.digest.in_(bindparam("digests", expanding=True)))
)
_NAME: Final = select(STORIES.c.name).where(STORIES.c.id == bindparam("number"))

# Where the blocks of an article begin and end in its JSON (``document_of_article``). A quotation mark behind a comma
# is never within a text, whose own are written with a backslash; and a block has no key of these names.
_BLOCKS: Final = b',"blocks":['
_AFTER_BLOCKS: Final = b'],"published":'


@dataclass(frozen=True, slots=True)
class SqlClippings:
    """Articles by their addresses, as they read now."""

    _executor: Executor

    def read(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        unpack = zstandard.ZstdDecompressor().decompress
        return {row.url: _clipping(row, json.loads(unpack(row.packed))) for row in self._rows(_SEVERAL, urls)}

    def skim(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        return _skimmed(self._rows(_SEVERAL, urls))

    def arrivals(self, urls: Iterable[str], /) -> dict[str, datetime]:
        return {row.url: row.first_seen for row in self._rows(_ARRIVALS, urls)}

    def told(self, story_id: str, most: int, /) -> tuple[Coverage, dict[str, StoredArticle]] | None:
        rows = self._executor.rows(TOLD_WITH_ARTICLES, same=story_id, most=most)
        if not rows:
            return None
        if rows[0].merged_into is not None:
            whole = self._executor.row(_NAME, number=rows[0].merged_into)
            return None if whole is None else self.told(whole.name, most)
        story = coverage_told(rows)
        if len(story.reports) <= most:
            return story, _skimmed(row for row in rows if row.packed is not None)
        return story, _skimmed(self._executor.rows(_OF_STORY, same=story_id, most=max(most, 0)))

    def _rows(self, statement: Select[Any], urls: Iterable[str]) -> Iterator[Row[Any]]:
        for portion in portions([address_digest(url) for url in dict.fromkeys(urls)]):
            yield from self._executor.rows(statement, digests=list(portion))


def _skimmed(rows: Iterable[Row[Any]]) -> dict[str, StoredArticle]:
    unpack = zstandard.ZstdDecompressor().decompress
    return {row.url: _clipping(row, json.loads(_without_blocks(unpack(row.packed)))) for row in rows}


def _without_blocks(document: bytes) -> bytes:
    """The JSON of an article with none of its blocks, which are half of it."""
    start = document.find(_BLOCKS)
    end = document.find(_AFTER_BLOCKS, start)
    return document if start < 0 or end < 0 else document[: start + len(_BLOCKS)] + document[end:]


def _clipping(row: Row[Any], document: dict[str, Any]) -> StoredArticle:
    return StoredArticle(
        article=Article.from_dict(document), first_seen=row.arrived, changed_at=row.edited or row.arrived
    )
