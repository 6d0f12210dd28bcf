"""Articles in SQL, with their edit history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, bindparam, func, insert, select, update

from newsloom.errors import StoreError
from newsloom.records import Article, ArticleQuery, Hit, Revision
from newsloom.stores.choosing import clipped, site_named, site_of_article
from newsloom.stores.digests import digests_of_id, reading_digest
from newsloom.stores.searching import question_of, reading_of
from newsloom.stores.sql.belongings import belong_after_article
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.facets import LANGUAGE, SECTION, Facts, count_facts, counted
from newsloom.stores.sql.listing import CHANGED, EARLIEST, LATEST, listing
from newsloom.stores.sql.searching import Asked, Index, hits_of
from newsloom.stores.sql.tables.addresses import ADDRESSES
from newsloom.stores.sql.tables.articles import (
    ARTICLES,
    BELONGINGS,
    REVISIONS,
    article_of,
    document_of_article,
    revision_of,
)
from newsloom.stores.sql.timelines import Timeline, Values
from newsloom.stores.timeline import Stay

__all__ = ["SqlArticles"]

_TIMELINE: Final = Timeline(REVISIONS, "article_id")

_SAME: Final = select(ARTICLES).where(ARTICLES.c.address_id == bindparam("address"))
_NEW: Final = insert(ARTICLES)
_READ_NOW: Final = ("canonical_url", "section", "language", "published", "changed_at", "revision_id")
_RENEW: Final = (
    update(ARTICLES)
    .where(ARTICLES.c.id == bindparam("number"))
    .values({name: bindparam(f"new_{name}", type_=ARTICLES.c[name].type) for name in _READ_NOW})
)
_POINT: Final = update(ARTICLES).where(ARTICLES.c.id == bindparam("number")).values(revision_id=bindparam("latest"))
_EARLIER: Final = tuple(
    update(table).where(key == bindparam("number")).values(first_seen=bindparam("at"))
    for table, key in ((ARTICLES, ARTICLES.c.id), (BELONGINGS, BELONGINGS.c.article_id))
)
_COUNT: Final = select(func.count()).select_from(ARTICLES)
_NAMED: Final = (
    select(REVISIONS.c.document)
    .join(ARTICLES, ARTICLES.c.revision_id == REVISIONS.c.id)
    .join(ADDRESSES, ADDRESSES.c.id == ARTICLES.c.address_id)
    .where(ADDRESSES.c.digest.between(bindparam("first"), bindparam("last")))
)


@dataclass(frozen=True, slots=True)
class SqlArticles:
    """Stories with their edit history; ``_index`` is where a dialect keeps what they are searched by."""

    _executor: Executor
    _index: Index

    def keep(self, revision: Revision, /) -> bool:
        article = revision.article
        if article.url is None:
            raise StoreError(self._executor.place, "an article without an address cannot be kept")
        self._executor.file()
        address_id = self._executor.keep_address(article.url)
        known = self._executor.row(_SAME, address=address_id)
        number = self._new(address_id, revision) if known is None else known.id
        seen: Stay[Values] = Stay(
            digest=reading_digest(article),
            first_seen=revision.seen_at,
            last_seen=revision.seen_at,
            fact={"body": revision.digest, "document": document_of_article(article)},
        )
        holder, is_new = _TIMELINE.file(self._executor, number, seen)
        if known is not None:
            self._renew(known, revision.seen_at, is_new=is_new)
        elif holder.key is not None:
            self._executor.run(_POINT, number=number, latest=holder.key)
            self._read(number, holder.key, article, {})
        return is_new

    def get(self, url: str, at: datetime | None = None, /) -> Article | None:
        known = self._known(url)
        row = None if known is None else _TIMELINE.standing(self._executor, known.id, at)
        return None if row is None else article_of(row)

    def revisions(self, url: str, /) -> tuple[Revision, ...]:
        known = self._known(url)
        return () if known is None else tuple(map(revision_of, _TIMELINE.all(self._executor, known.id)))

    def find(
        self,
        *,
        source_url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> tuple[Article, ...]:
        query = ArticleQuery(source_url=source_url, since=since, until=until, after=after, limit=limit)
        return self._listed(EARLIEST, query)

    def latest(self, query: ArticleQuery, /) -> tuple[Article, ...]:
        return self._listed(LATEST if query.changed_after is None else CHANGED, query)

    def named(self, article_id: str, /) -> Article | None:
        span = digests_of_id(article_id)
        row = None if span is None else self._executor.row(_NAMED, first=span[0], last=span[1])
        return None if row is None else article_of(row)

    def search(self, words: str, query: ArticleQuery, /) -> tuple[Hit, ...]:
        languages = [query.language] if query.language else [None, *(name for name, _ in self.languages())]
        question, chosen = question_of(words, languages), self._chosen(query)
        if question is None or chosen is None:
            return ()
        return hits_of(
            Asked(question=question, chosen=chosen, skip=query.skip, limit=query.limit), self._executor, self._index
        )

    def sections(self) -> tuple[tuple[str, int], ...]:
        return counted(self._executor, SECTION)

    def languages(self) -> tuple[tuple[str, int], ...]:
        return counted(self._executor, LANGUAGE)

    def first_seen(self, url: str, /) -> datetime | None:
        known = self._known(url)
        return None if known is None else known.first_seen

    def changed_at(self, url: str, /) -> datetime | None:
        known = self._known(url)
        return None if known is None else known.changed_at

    def count(self) -> int:
        return int(self._executor.rows(_COUNT)[0][0])

    def _known(self, url: str) -> Row[Any] | None:
        address_id = self._executor.address(url)
        return None if address_id is None else self._executor.row(_SAME, address=address_id)

    def _listed(self, order: str, query: ArticleQuery) -> tuple[Article, ...]:
        given = self._chosen(query)
        last = self._last(query.after, order) if query.after is not None else {}
        if given is None:
            return ()
        given |= last
        rows = self._executor.rows(listing(order, frozenset(given)), **given, limit=max(query.limit, 0))
        return tuple(map(article_of, rows))

    def _last(self, url: str, order: str) -> dict[str, Any]:
        row = self._known(url)
        if row is None:
            raise StoreError(self._executor.place, f"there is no article {url} to go on from")
        return {"last": row.changed_at if order == CHANGED else row.first_seen, "last_number": row.id}

    def _chosen(self, query: ArticleQuery) -> dict[str, Any] | None:
        """What articles are chosen by; None where there can be none, because the source is unknown."""
        values = {
            "source": None if query.source_url is None else self._executor.address(query.source_url),
            "site": None if query.site is None else site_named(query.site),
            "section": clipped(query.section),
            "language": clipped(query.language),
            "since": query.since,
            "until": query.until,
            "changed_after": query.changed_after,
        }
        if query.source_url is not None and values["source"] is None:
            return None
        return {name: value for name, value in values.items() if value is not None}

    def _new(self, address_id: int, revision: Revision) -> int:
        number = self._executor.add(
            _NEW,
            address_id=address_id,
            first_seen=revision.seen_at,
            changed_at=revision.seen_at,
            site=site_of_article(revision.article.url or ""),
            **_facts(revision.article),
        )
        belong_after_article(self._executor, address_id)
        return number

    def _renew(self, known: Row[Any], seen_at: datetime, *, is_new: bool) -> None:
        if seen_at < known.first_seen:
            for statement in _EARLIER:
                self._executor.run(statement, number=known.id, at=seen_at)
        if not is_new and seen_at >= known.changed_at:
            return
        latest = _TIMELINE.standing(self._executor, known.id, None)
        if latest is None:
            return
        facts = _facts(article_of(latest)) | {"changed_at": latest.first_seen, "revision_id": latest.id}
        self._executor.run(_RENEW, number=known.id, **{f"new_{name}": fact for name, fact in facts.items()})
        if latest.id != known.revision_id:
            self._read(known.id, latest.id, article_of(latest), {SECTION: known.section, LANGUAGE: known.language})

    def _read(self, number: int, revision_id: int, article: Article, before: Facts) -> None:
        """The article reads so from now on: it is counted and searched by this."""
        count_facts(self._executor, before, _facts(article))
        self._executor.run(self._index.putting, **self._index.row(number, revision_id, reading_of(article)))


def _facts(article: Article) -> dict[str, Any]:
    return {
        "canonical_url": article.canonical_url,
        "section": clipped(article.section),
        "language": clipped(article.language),
        "published": article.published if article.published and article.published.tzinfo else None,
    }
