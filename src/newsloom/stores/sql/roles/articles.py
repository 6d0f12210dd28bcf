"""Articles in SQL, with their edit history."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, Table, bindparam, func, insert, select, tuple_, update

from newsloom.errors import StoreError
from newsloom.records import Article, Revision
from newsloom.stores.digests import reading_digest
from newsloom.stores.sql.belongings import belong_after_article
from newsloom.stores.sql.tables.articles import (
    ARTICLES,
    BELONGINGS,
    REVISIONS,
    article_of,
    document_of_article,
    revision_of,
)
from newsloom.stores.sql.timelines import Timeline, Values
from newsloom.stores.sql.transaction import Transaction
from newsloom.stores.sql.types import Key, Moment
from newsloom.stores.timeline import Stay

__all__ = ["SqlArticles"]

# What the columns to search by hold at most; the document has the whole.
_LONGEST_FACT: Final = 200

_TIMELINE: Final = Timeline(REVISIONS, "article_id")

_SAME: Final = select(ARTICLES.c.id, ARTICLES.c.first_seen).where(ARTICLES.c.address_id == bindparam("address"))
_NEW: Final = insert(ARTICLES)
_RENEW: Final = (
    update(ARTICLES)
    .where(ARTICLES.c.id == bindparam("number"))
    .values({name: bindparam(name) for name in ("canonical_url", "site", "section", "language", "published")})
)
_EARLIER: Final = tuple(
    update(table).where(key == bindparam("number")).values(first_seen=bindparam("at"))
    for table, key in ((ARTICLES, ARTICLES.c.id), (BELONGINGS, BELONGINGS.c.article_id))
)
_COUNT: Final = select(func.count()).select_from(ARTICLES)


@dataclass(frozen=True, slots=True)
class SqlArticles:
    """Stories with their edit history."""

    _transaction: Transaction

    def keep(self, revision: Revision, /) -> bool:
        article = revision.article
        if article.url is None:
            raise StoreError(self._transaction.place, "an article without an address cannot be kept")
        self._transaction.file()
        address_id = self._transaction.keep_address(article.url)
        known = self._transaction.row(_SAME, address=address_id)
        number = self._new(address_id, revision) if known is None else known.id
        seen: Stay[Values] = Stay(
            digest=reading_digest(article),
            first_seen=revision.seen_at,
            last_seen=revision.seen_at,
            fact={"body": revision.digest, "document": document_of_article(article)},
        )
        _, is_new = _TIMELINE.file(self._transaction, number, seen)
        if known is not None:
            self._renew(known, revision.seen_at, is_new=is_new)
        return is_new

    def get(self, url: str, at: datetime | None = None, /) -> Article | None:
        number = self._number(url)
        row = None if number is None else _TIMELINE.standing(self._transaction, number, at)
        return None if row is None else article_of(row)

    def revisions(self, url: str, /) -> tuple[Revision, ...]:
        number = self._number(url)
        return () if number is None else tuple(map(revision_of, _TIMELINE.all(self._transaction, number)))

    def find(
        self,
        *,
        source_url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> tuple[Article, ...]:
        values: dict[str, Any] = {"since": since, "until": until, "limit": max(limit, 0)}
        if source_url is not None:
            values["source"] = self._transaction.address(source_url)
            if values["source"] is None:
                return ()
        if after is not None:
            last = self._last(after)
            values |= {"last_seen": last.first_seen, "last_number": last.id}
        given = {name: value for name, value in values.items() if value is not None}
        rows = self._transaction.rows(_finding(frozenset(given)), **given)
        return tuple(map(article_of, rows))

    def count(self) -> int:
        return int(self._transaction.rows(_COUNT)[0][0])

    def _number(self, url: str) -> int | None:
        address_id = self._transaction.address(url)
        row = None if address_id is None else self._transaction.row(_SAME, address=address_id)
        return None if row is None else row.id

    def _last(self, url: str) -> Row[Any]:
        address_id = self._transaction.address(url)
        row = None if address_id is None else self._transaction.row(_SAME, address=address_id)
        if row is None:
            raise StoreError(self._transaction.place, f"there is no article {url} to go on from")
        return row

    def _new(self, address_id: int, revision: Revision) -> int:
        facts = _facts(revision.article)
        number = self._transaction.add(_NEW, address_id=address_id, first_seen=revision.seen_at, **facts)
        belong_after_article(self._transaction, address_id)
        return number

    def _renew(self, known: Row[Any], seen_at: datetime, *, is_new: bool) -> None:
        if seen_at < known.first_seen:
            for statement in _EARLIER:
                self._transaction.run(statement, number=known.id, at=seen_at)
        latest = _TIMELINE.standing(self._transaction, known.id, None) if is_new else None
        if latest is not None:
            self._transaction.run(_RENEW, number=known.id, **_facts(article_of(latest)))


@functools.cache
def _finding(given: frozenset[str]) -> Select[Any]:
    """The question for those of its parts that are given."""
    index, number = (BELONGINGS, BELONGINGS.c.article_id) if "source" in given else (ARTICLES, ARTICLES.c.id)
    wanted = [condition for part, condition in _conditions(index, number).items() if part in given]
    chosen = select(number.label("id"), index.c.first_seen).where(*wanted).order_by(index.c.first_seen, number)
    page = chosen.limit(bindparam("limit")).subquery()
    own = REVISIONS.alias("own")
    latest = (
        select(own.c.id)
        .where(own.c.article_id == page.c.id)
        .order_by(own.c.first_seen.desc(), own.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    read = select(REVISIONS.c.document).select_from(page).join(REVISIONS, REVISIONS.c.id == latest)
    return read.order_by(page.c.first_seen, page.c.id)


def _conditions(index: Table, number: ColumnElement[int]) -> dict[str, ColumnElement[bool]]:
    last = tuple_(bindparam("last_seen", type_=Moment), bindparam("last_number", type_=Key))
    return {
        "source": BELONGINGS.c.source_id == bindparam("source"),
        "since": index.c.first_seen >= bindparam("since"),
        "until": index.c.first_seen < bindparam("until"),
        "last_seen": tuple_(index.c.first_seen, number) > last,
    }


def _facts(article: Article) -> dict[str, Any]:
    return {
        "canonical_url": article.canonical_url,
        "site": _clipped(article.site),
        "section": _clipped(article.section),
        "language": _clipped(article.language),
        "published": article.published if article.published and article.published.tzinfo else None,
    }


def _clipped(fact: str | None) -> str | None:
    return None if fact is None else fact[:_LONGEST_FACT]
