"""Articles with their edit history: tables, conditions, statements and the role."""

from __future__ import annotations

import functools
import operator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    LargeBinary,
    Row,
    Select,
    Table,
    UniqueConstraint,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    select,
    tuple_,
    update,
)

from newsloom.errors import StoreError, UnknownName
from newsloom.records import Article, ArticleQuery, Hit, Revision
from newsloom.stores.digests import digests_of_id, reading_digest
from newsloom.stores.search import search_query_of, stems_of_article
from newsloom.stores.sites import clipped, site_named, site_of_article
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.article_rows import article_of, packed_article, readable, summary_of
from newsloom.stores.sql.article_sources import ARTICLE_SOURCES, add_article
from newsloom.stores.sql.conditions import Condition
from newsloom.stores.sql.damages import DAMAGES
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.facets import LANGUAGE, SECTION, Facts, SqlFacets, count_facts
from newsloom.stores.sql.intervals import Interval, IntervalTable, Values
from newsloom.stores.sql.search import SearchIndex, SearchRequest, hits_of
from newsloom.stores.sql.types import METADATA, Digest, Key, Moment, Words
from newsloom.text.categories import filed_under

__all__ = [
    "ARTICLES",
    "CONDITIONS",
    "REVISIONS",
    "SqlArticles",
]

# ``revision_id`` is the latest revision, ``changed_at`` when that was first seen, ``site`` the site of the address. The
# other columns after ``first_seen`` are copied from the latest revision for filtering. ``section`` is the category that
# the article is filed under, whatever its paper calls it.
ARTICLES: Final = Table(
    "articles",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("address_id", Key, ForeignKey("addresses.id"), nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("canonical_url", Words),
    Column("site", Words),
    Column("section", Words),
    Column("language", Words),
    Column("published", Moment, index=True),
    Column("changed_at", Moment),
    Column("revision_id", Key),
    UniqueConstraint("address_id"),
    Index(None, "first_seen", "id"),
    Index(None, "changed_at", "id"),
    Index(None, "site", "first_seen", "id"),
    Index(None, "section", "first_seen", "id"),
    Index(None, "language", "first_seen", "id"),
)

# ``document`` is the article's fields as JSON, compressed; ``blocks`` its blocks, as a delta to that, or NULL.
REVISIONS: Final = Table(
    "revisions",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("article_id", Key, ForeignKey("articles.id"), nullable=False),
    Column("digest", Digest, nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("last_seen", Moment, nullable=False),
    Column("body", Words),
    Column("document", LargeBinary, nullable=False),
    Column("blocks", LargeBinary),
    Index(None, "article_id", "first_seen", "id"),
)


# One for each of ``article_filters`` except the source, which is not a column of an article. Lists and search use
# these.
CONDITIONS: Final = (
    Condition("site", ARTICLES.c.site, operator.eq, site_named),
    Condition("section", ARTICLES.c.section, operator.eq, lambda name: clipped(filed_under(None, name))),
    Condition("language", ARTICLES.c.language, operator.eq, clipped),
    Condition("since", ARTICLES.c.first_seen, operator.ge),
    Condition("until", ARTICLES.c.first_seen, operator.lt),
    Condition("changed_after", ARTICLES.c.changed_at, operator.gt),
)
_SOURCE: Final = bindparam("source", type_=Key)
_EXPRESSIONS: Final[dict[str, ColumnElement[bool]]] = {
    # The article's number is given as text, because search compiles the condition apart from the statement around it.
    "source": exists().where(
        ARTICLE_SOURCES.c.source_id == _SOURCE, ARTICLE_SOURCES.c.article_id == literal_column("articles.id", Key)
    ),
    **{one.field: one.on(one.column) for one in CONDITIONS},
}

# The orders of an ArticleQuery: first seen first, last seen first, and earliest last change first.
_EARLIEST: Final = "earliest"
_LATEST: Final = "latest"
_CHANGED: Final = "changed"
_ORDERS: Final = (_LATEST, _EARLIEST, _CHANGED)

_INTERVALS: Final = IntervalTable(REVISIONS, "article_id")

_IS_DAMAGED: Final = exists().where(DAMAGES.c.revision_id == ARTICLES.c.revision_id).label("is_damaged")
_SAME: Final = select(ARTICLES, _IS_DAMAGED).where(ARTICLES.c.address_id == bindparam("address"))
_NEW: Final = insert(ARTICLES)
_POINT: Final = update(ARTICLES).where(ARTICLES.c.id == bindparam("number")).values(revision_id=bindparam("latest"))
_EARLIER: Final = tuple(
    update(table).where(key == bindparam("number")).values(first_seen=bindparam("at"))
    for table, key in ((ARTICLES, ARTICLES.c.id), (ARTICLE_SOURCES, ARTICLE_SOURCES.c.article_id))
)
_COUNT: Final = select(func.count()).select_from(ARTICLES)
_BY_ID: Final = (
    select(REVISIONS.c.id, REVISIONS.c.document, REVISIONS.c.blocks)
    .join(ARTICLES, ARTICLES.c.revision_id == REVISIONS.c.id)
    .join(ADDRESSES, ADDRESSES.c.id == ARTICLES.c.address_id)
    .where(ADDRESSES.c.digest.between(bindparam("first"), bindparam("last")))
)


@dataclass(frozen=True, slots=True)
class SqlArticles:
    """Articles with their edit history. ``_index`` is the dialect's search index."""

    _executor: Executor
    _index: SearchIndex

    def keep(self, revision: Revision, /) -> bool:
        article = revision.article
        if article.url is None:
            raise StoreError(self._executor.place, "an article without an address cannot be stored")
        self._executor.lock_for_writing()
        address_id = self._executor.keep_address(article.url)
        known = self._executor.row(_SAME, address=address_id)
        number = self._new(address_id, revision) if known is None else known.id
        seen: Interval[Values] = Interval(
            digest=reading_digest(article),
            first_seen=revision.seen_at,
            last_seen=revision.seen_at,
            fact={"body": revision.digest, **packed_article(article)},
        )
        holder, is_new = _INTERVALS.keep(self._executor, number, seen)
        if known is not None:
            if known.is_damaged and holder.key == known.revision_id:
                self._mend(known.revision_id, seen.fact)
            self._renew(known, revision.seen_at, is_new=is_new)
        elif holder.key is not None:
            self._executor.run(_POINT, number=number, latest=holder.key)
            self._read(number, holder.key, article, {})
        return is_new

    def get(self, url: str, at: datetime | None = None, /) -> Article | None:
        known = self._known(url)
        row = None if known is None else _INTERVALS.at(self._executor, known.id, at)
        return None if row is None else self._readable(row)

    def by_id(self, article_id: str, /) -> Article | None:
        span = digests_of_id(article_id)
        row = None if span is None else self._executor.row(_BY_ID, first=span[0], last=span[1])
        return None if row is None else self._readable(row)

    def revisions(self, url: str, /) -> tuple[Revision, ...]:
        known = self._known(url)
        rows = () if known is None else _INTERVALS.all(self._executor, known.id)
        read = [(row, self._readable(row)) for row in rows]
        return tuple(
            Revision(article=article, seen_at=row.first_seen, digest=row.body) for row, article in read if article
        )

    def find(self, query: ArticleQuery, /) -> tuple[Article, ...]:
        order = query.order or (_LATEST if query.changed_after is None else _CHANGED)
        if order not in _ORDERS:
            raise UnknownName("order of articles", order, _ORDERS)
        given = self._given(query)
        last = self._last(query.after, order) if query.after is not None else {}
        if given is None:
            return ()
        given |= last
        return self._first(_finding(order, frozenset(given)), given, max(query.limit, 0))

    def search(self, words: str, query: ArticleQuery, /) -> tuple[Hit, ...]:
        known = SqlFacets(self._executor).languages
        languages = [query.language] if query.language else [None, *(name for name, _ in known())]
        wanted, given = search_query_of(words, languages), self._given(query)
        if wanted is None or given is None:
            return ()
        conditions = tuple((name, _EXPRESSIONS[name]) for name in given)
        request = SearchRequest(query=wanted, conditions=conditions, values=given, skip=query.skip, limit=query.limit)
        return hits_of(request, self._executor, self._index)

    def count(self) -> int:
        return int(self._executor.rows(_COUNT)[0][0])

    def _first(self, statement: Select[Any], given: dict[str, Any], limit: int) -> tuple[Article, ...]:
        """The first ``limit`` readable articles of a statement: one more row is fetched for each damaged one."""
        asked = limit
        while True:
            rows = self._executor.rows(statement, **given, limit=asked)
            articles = tuple(article for row in rows if (article := self._readable(row)))
            if len(articles) == limit or len(rows) < asked:
                return articles
            asked += limit - len(articles)

    def _readable(self, row: Row[Any]) -> Article | None:
        return readable(self._executor, row.id, row, article_of)

    def _known(self, url: str) -> Row[Any] | None:
        address_id = self._executor.address(url)
        return None if address_id is None else self._executor.row(_SAME, address=address_id)

    def _last(self, url: str, order: str) -> dict[str, Any]:
        row = self._known(url)
        if row is None:
            raise StoreError(self._executor.place, f"there is no article {url} to continue from")
        return {"last": row.changed_at if order == _CHANGED else row.first_seen, "last_number": row.id}

    def _given(self, query: ArticleQuery) -> dict[str, Any] | None:
        """The values of the filters that are set. None if the source is unknown, so that there can be no article."""
        asked = {one: getattr(query, one.field) for one in CONDITIONS}
        given = {one.field: one.value(value) for one, value in asked.items() if value is not None}
        if query.source_url is None:
            return given
        source = self._executor.address(query.source_url)
        return None if source is None else given | {"source": source}

    def _new(self, address_id: int, revision: Revision) -> int:
        number = self._executor.add(
            _NEW,
            address_id=address_id,
            first_seen=revision.seen_at,
            changed_at=revision.seen_at,
            site=site_of_article(revision.article.url or ""),
            **_copied(revision.article),
        )
        add_article(self._executor, address_id)
        return number

    def _renew(self, known: Row[Any], seen_at: datetime, *, is_new: bool) -> None:
        if seen_at < known.first_seen:
            for statement in _EARLIER:
                self._executor.run(statement, number=known.id, at=seen_at)
        if not is_new and seen_at >= known.changed_at:
            return
        latest = _INTERVALS.at(self._executor, known.id, None)
        if latest is None:
            return
        article = readable(self._executor, latest.id, latest, summary_of)
        if article is None:
            return
        facts = _copied(article) | {"changed_at": latest.first_seen, "revision_id": latest.id}
        self._executor.run(_RENEW, number=known.id, **{f"new_{name}": fact for name, fact in facts.items()})
        if latest.id != known.revision_id:
            self._read(known.id, latest.id, article, {SECTION: known.section, LANGUAGE: known.language})

    def _mend(self, revision_id: int, fact: Values) -> None:
        """Replace the damaged bytes of a revision that was read again."""
        written = {"new_document": fact["document"], "new_blocks": fact["blocks"]}
        self._executor.run(_MEND, number=revision_id, **written)
        self._executor.run(_UNDAMAGED, number=revision_id)

    def _read(self, number: int, revision_id: int, article: Article, before: Facts) -> None:
        """Count and index the article by its new reading."""
        count_facts(self._executor, before, _copied(article))
        self._executor.run(self._index.insertion, **self._index.row(number, revision_id, stems_of_article(article)))


def _copied(article: Article) -> dict[str, Any]:
    """The columns of ``ARTICLES`` that are copied from the latest revision."""
    return {
        "canonical_url": article.canonical_url,
        "section": clipped(filed_under(article.category, article.section)),
        "language": clipped(article.language),
        "published": article.published if article.published and article.published.tzinfo else None,
    }


_RENEW: Final = (
    update(ARTICLES)
    .where(ARTICLES.c.id == bindparam("number"))
    .values(
        {
            name: bindparam(f"new_{name}", type_=ARTICLES.c[name].type)
            for name in (*_copied(Article()), "changed_at", "revision_id")
        }
    )
)


_MEND: Final = (
    update(REVISIONS)
    .where(REVISIONS.c.id == bindparam("number"))
    .values(document=bindparam("new_document"), blocks=bindparam("new_blocks"))
)
_UNDAMAGED: Final = delete(DAMAGES).where(DAMAGES.c.revision_id == bindparam("number"))


@functools.cache
def _finding(order: str, given: frozenset[str]) -> Select[Any]:
    """The statement for an order and a set of filters; answered from an index."""
    is_by_source = "source" in given and order != _CHANGED
    moment, number = _place(order, is_by_source=is_by_source)
    place = tuple_(moment, number)
    last = tuple_(bindparam("last", type_=Moment), bindparam("last_number", type_=Key))
    conditions = _EXPRESSIONS | {"last": place < last if order == _LATEST else place > last}
    if is_by_source:
        # The articles of one source are read in order from an index of their own.
        conditions |= {one.field: one.on(moment) for one in CONDITIONS if one.column is ARTICLES.c.first_seen}
        conditions["source"] = ARTICLE_SOURCES.c.source_id == _SOURCE
    tables = ARTICLES.join(REVISIONS, REVISIONS.c.id == ARTICLES.c.revision_id)
    if is_by_source:
        tables = ARTICLE_SOURCES.join(tables, ARTICLES.c.id == ARTICLE_SOURCES.c.article_id)
    wanted = [condition for name, condition in conditions.items() if name in given]
    read = select(REVISIONS.c.id, REVISIONS.c.document, REVISIONS.c.blocks).select_from(tables).where(*wanted)
    ranked = read.order_by(moment.desc(), number.desc()) if order == _LATEST else read.order_by(moment, number)
    return ranked.limit(bindparam("limit"))


def _place(order: str, *, is_by_source: bool) -> tuple[ColumnElement[Any], ColumnElement[int]]:
    if order == _CHANGED:
        return ARTICLES.c.changed_at, ARTICLES.c.id
    if is_by_source:
        return ARTICLE_SOURCES.c.first_seen, ARTICLE_SOURCES.c.article_id
    return ARTICLES.c.first_seen, ARTICLES.c.id
