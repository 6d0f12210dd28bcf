"""Looks up many articles by their addresses, or a story with its articles, in one statement instead of one for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, Select, and_, bindparam, select

from newsloom.records import Article, Coverage, StoredArticle
from newsloom.stores.digests import address_digest
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.article_rows import article_of, readable, summary_of
from newsloom.stores.sql.articles import ARTICLES, REVISIONS
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.stories import REPORTS, STORIES, WITH_REPORTS, coverage_of_rows

__all__ = ["SqlLookups"]

_TIMES: Final = (ARTICLES.c.first_seen.label("arrived"), ARTICLES.c.changed_at.label("edited"))
_DIGESTS: Final = ADDRESSES.c.digest.in_(bindparam("digests", expanding=True))

_ONLY_TIMES: Final = (
    select(ADDRESSES.c.url, *_TIMES).join(ARTICLES, ARTICLES.c.address_id == ADDRESSES.c.id).where(_DIGESTS)
)
_ALL_SUMMARIES: Final = (
    select(ADDRESSES.c.url, *_TIMES, ARTICLES.c.revision_id, REVISIONS.c.document)
    .join(ARTICLES, ARTICLES.c.address_id == ADDRESSES.c.id)
    .join(REVISIONS, REVISIONS.c.id == ARTICLES.c.revision_id)
)
_SUMMARIES: Final = _ALL_SUMMARIES.where(_DIGESTS)
_WHOLE: Final = _SUMMARIES.add_columns(REVISIONS.c.blocks)

# The first reports of a story.
_OF_STORY: Final = (
    _ALL_SUMMARIES.join(REPORTS, REPORTS.c.address_id == ADDRESSES.c.id)
    .join(STORIES, STORIES.c.id == REPORTS.c.story_id)
    .where(STORIES.c.name == bindparam("same"))
    .order_by(REPORTS.c.seen_at, ADDRESSES.c.url)
    .limit(bindparam("most"))
)
# A story with each report's article, unless it has more reports than ``most``: no one reads all of a thousand.
_STORY: Final[Select[Any]] = (
    WITH_REPORTS.add_columns(*_TIMES, ARTICLES.c.revision_id, REVISIONS.c.document)
    .outerjoin(ARTICLES, and_(ARTICLES.c.address_id == REPORTS.c.address_id, STORIES.c.reports <= bindparam("most")))
    .outerjoin(REVISIONS, REVISIONS.c.id == ARTICLES.c.revision_id)
)
_STORY_NAMES: Final = (
    select(ADDRESSES.c.url, STORIES.c.name)
    .join(REPORTS, REPORTS.c.address_id == ADDRESSES.c.id)
    .join(STORIES, STORIES.c.id == REPORTS.c.story_id)
    .where(_DIGESTS)
)
_NAME: Final = select(STORIES.c.name).where(STORIES.c.id == bindparam("number"))


@dataclass(frozen=True, slots=True)
class SqlLookups:
    """Articles by their addresses, as they read now."""

    _executor: Executor

    def articles(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        return self._stored(self._rows(_WHOLE, urls), article_of)

    def summaries(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        return self._stored(self._rows(_SUMMARIES, urls), summary_of)

    def times(self, urls: Iterable[str], /) -> dict[str, tuple[datetime, datetime]]:
        return {row.url: (row.arrived, row.edited or row.arrived) for row in self._rows(_ONLY_TIMES, urls)}

    def stories(self, urls: Iterable[str], /) -> dict[str, str]:
        return {row.url: row.name for row in self._rows(_STORY_NAMES, urls)}

    def story(self, story_id: str, most: int, /) -> tuple[Coverage, dict[str, StoredArticle]] | None:
        rows = self._executor.rows(_STORY, same=story_id, most=most)
        if not rows:
            return None
        if rows[0].merged_into is not None:
            whole = self._executor.row(_NAME, number=rows[0].merged_into)
            return None if whole is None else self.story(whole.name, most)
        story = coverage_of_rows(rows)
        if len(story.reports) <= most:
            return story, self._stored((row for row in rows if row.document is not None), summary_of)
        return story, self._stored(self._executor.rows(_OF_STORY, same=story_id, most=max(most, 0)), summary_of)

    def _rows(self, statement: Select[Any], urls: Iterable[str]) -> Iterator[Row[Any]]:
        for batch in batches([address_digest(url) for url in dict.fromkeys(urls)]):
            yield from self._executor.rows(statement, digests=list(batch))

    def _stored(self, rows: Iterable[Row[Any]], read: Callable[[Row[Any]], Article]) -> dict[str, StoredArticle]:
        """The articles of the rows; damaged ones are left out."""
        found = ((row, readable(self._executor, row.revision_id, row, read)) for row in rows)
        return {
            row.url: StoredArticle(article=article, first_seen=row.arrived, changed_at=row.edited or row.arrived)
            for row, article in found
            if article is not None
        }
