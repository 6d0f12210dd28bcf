"""Permanent removal from the warehouse: articles that are taken down, and versions that are no longer kept.

Other bodies may be stored as deltas to a removed one; they are first stored whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import BindParameter, bindparam, delete, exists, insert, or_, select, update
from zstandard import ZstdError

from newsloom.records import Link
from newsloom.stores.delta import pack
from newsloom.stores.digests import address_digest
from newsloom.stores.search.stems import stems_of_article
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.article_rows import article_of
from newsloom.stores.sql.article_sources import ARTICLE_SOURCES, REDIRECTS
from newsloom.stores.sql.articles import ARTICLES, REVISIONS
from newsloom.stores.sql.bodies import BODIES, DELTA_BASES, Bodies, BodyCache
from newsloom.stores.sql.bookmarks import READING_MARKS
from newsloom.stores.sql.damages import DAMAGES
from newsloom.stores.sql.drawings import drop_drawings
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.facets import LANGUAGE, SECTION, count_facts
from newsloom.stores.sql.items import ITEMS
from newsloom.stores.sql.links import LINKS, MENTIONS, document_of_link
from newsloom.stores.sql.pages import FETCHES, VERSIONS
from newsloom.stores.sql.search import SearchIndex
from newsloom.stores.sql.stories import REPORTS
from newsloom.stores.sql.takedowns import TAKEDOWNS, taken_down_numbers
from newsloom.stores.sql.topics import MEMBERS
from newsloom.stores.sql.visits import VISITS

__all__ = ["SqlRemovals"]

_NUMBERS: Final[BindParameter[Any]] = bindparam("numbers", expanding=True)

_NEW_TAKEDOWN: Final = insert(TAKEDOWNS)
_LED_HERE: Final = select(REDIRECTS.c.from_id).where(REDIRECTS.c.to_id == bindparam("number"))
_URL: Final = select(ADDRESSES.c.url).where(ADDRESSES.c.id == bindparam("number"))
_ARTICLE: Final = select(ARTICLES.c.id, ARTICLES.c.section, ARTICLES.c.language).where(
    ARTICLES.c.address_id == bindparam("number")
)
_REVISIONS: Final = select(REVISIONS.c.id, REVISIONS.c.document, REVISIONS.c.blocks).where(
    REVISIONS.c.article_id == bindparam("article")
)
_DROP_REVISIONS: Final = delete(REVISIONS).where(REVISIONS.c.article_id == bindparam("article"))
_DROP_SOURCES: Final = delete(ARTICLE_SOURCES).where(ARTICLE_SOURCES.c.article_id == bindparam("article"))
_DROP_ARTICLE: Final = delete(ARTICLES).where(ARTICLES.c.id == bindparam("article"))
_DROP_REPORT: Final = delete(REPORTS).where(REPORTS.c.address_id == bindparam("number"))
_ORIGINALS: Final = update(REPORTS).where(REPORTS.c.copy_of == bindparam("number")).values(copy_of=None)
_DROP_MEMBER: Final = delete(MEMBERS).where(MEMBERS.c.address_id == bindparam("number"))
_DROP_MARKS: Final = delete(READING_MARKS).where(READING_MARKS.c.digest == bindparam("same"))
_DROP_VISITS: Final = delete(VISITS).where(VISITS.c.digest == bindparam("same"))
_DROP_ITEMS: Final = delete(ITEMS).where(ITEMS.c.address_id == bindparam("number"))
_BLANK_MENTIONS: Final = (
    update(MENTIONS).where(MENTIONS.c.address_id == bindparam("number")).values(document=bindparam("said"))
)
_REST: Final = (
    update(LINKS).where(LINKS.c.address_id == bindparam("number")).values(due_at=None, owner=None, leased_until=None)
)
_OWN_DIGESTS: Final = (
    select(VERSIONS.c.digest, VERSIONS.c.drawing).where(VERSIONS.c.address_id == bindparam("number")).distinct()
)
_DROP_VERSIONS: Final = delete(VERSIONS).where(VERSIONS.c.address_id == bindparam("number"))
_DROP_FETCHES: Final = delete(FETCHES).where(FETCHES.c.address_id == bindparam("number"))

_LATER: Final = VERSIONS.alias("later")
_OLD: Final = (
    select(VERSIONS.c.id, VERSIONS.c.digest, VERSIONS.c.drawing)
    .where(
        VERSIONS.c.last_seen < bindparam("before"),
        exists().where(_LATER.c.address_id == VERSIONS.c.address_id, _LATER.c.first_seen > VERSIONS.c.first_seen),
    )
    .order_by(VERSIONS.c.id)
    .limit(bindparam("limit"))
)
_DROP_OLD: Final = delete(VERSIONS).where(VERSIONS.c.id.in_(_NUMBERS))
_OLD_ARTICLES: Final = (
    select(ADDRESSES.c.url)
    .join(ARTICLES, ARTICLES.c.address_id == ADDRESSES.c.id)
    .where(
        ARTICLES.c.first_seen < bindparam("before"),
        or_(ARTICLES.c.changed_at.is_(None), ARTICLES.c.changed_at < bindparam("before")),
    )
    .order_by(ARTICLES.c.first_seen)
    .limit(bindparam("limit"))
)

_DIGESTS: Final[BindParameter[Any]] = bindparam("digests", expanding=True)
_USED: Final = select(VERSIONS.c.digest).where(VERSIONS.c.digest.in_(_DIGESTS)).distinct()
_DRAWN: Final = select(VERSIONS.c.drawing).where(VERSIONS.c.drawing.in_(_DIGESTS)).distinct()
_CHILDREN: Final = select(BODIES.c.digest).where(BODIES.c.base.in_(_DIGESTS))
_WHOLE: Final = (
    update(BODIES)
    .where(BODIES.c.digest == bindparam("same"))
    .values(base=None, depth=0, coding=bindparam("new_coding"), data=bindparam("new_data"))
)
_DROP_BASES: Final = delete(DELTA_BASES).where(DELTA_BASES.c.body.in_(_DIGESTS))
_DROP_DAMAGES: Final = delete(DAMAGES).where(DAMAGES.c.body.in_(_DIGESTS))
_FORGET_DAMAGE: Final = delete(DAMAGES).where(DAMAGES.c.revision_id == bindparam("revision"))
_DROP_BODIES: Final = delete(BODIES).where(BODIES.c.digest.in_(_DIGESTS))


@dataclass(frozen=True, slots=True)
class SqlRemovals:
    """Permanent removal from the warehouse."""

    _executor: Executor
    _cache: BodyCache
    _index: SearchIndex

    def take_down(self, url: str, at: datetime, /) -> bool:
        self._executor.lock_for_writing()
        number = self._executor.keep_address(url)
        numbers = [number, *(row.from_id for row in self._executor.rows(_LED_HERE, number=number))]
        known = taken_down_numbers(self._executor, numbers)
        for one in numbers:
            if one not in known:
                self._executor.run(_NEW_TAKEDOWN, address_id=one, taken_down_at=at)
            self._executor.run(_REST, number=one)
            self._executor.run(_BLANK_MENTIONS, number=one, said=document_of_link(Link(url="")))
            self._executor.run(_DROP_ITEMS, number=one)
        removed = [self._remove(one) for one in numbers]
        return any(removed)

    def taken_down(self, urls: Iterable[str], /) -> frozenset[str]:
        urls_of = {number: url for url, number in self._executor.addresses(urls).items()}
        return frozenset(urls_of[number] for number in taken_down_numbers(self._executor, list(urls_of)))

    def remove(self, url: str, /) -> bool:
        self._executor.lock_for_writing()
        number = self._executor.address(url)
        return number is not None and self._remove(number)

    def old_articles(self, before: datetime, limit: int, /) -> tuple[str, ...]:
        return tuple(row.url for row in self._executor.rows(_OLD_ARTICLES, before=before, limit=limit))

    def prune(self, before: datetime, limit: int, /) -> int:
        self._executor.lock_for_writing()
        rows = self._executor.rows(_OLD, before=before, limit=limit)
        for batch in batches([row.id for row in rows]):
            self._executor.run(_DROP_OLD, numbers=list(batch))
        self._drop_drawings(row.drawing for row in rows)
        self._drop_bodies({row.digest for row in rows})
        return len(rows)

    def _remove(self, number: int) -> bool:
        """Remove the article, every version of its page, and what readers and the desk made of it."""
        row = self._executor.row(_URL, number=number)
        if row is not None:
            for of_readers in (_DROP_MARKS, _DROP_VISITS):
                self._executor.run(of_readers, same=address_digest(row.url))
        for statement in (_ORIGINALS, _DROP_REPORT, _DROP_MEMBER):
            self._executor.run(statement, number=number)
        has_article = self._remove_article(number)
        versions = self._executor.rows(_OWN_DIGESTS, number=number)
        digests = {version.digest for version in versions}
        self._executor.run(_DROP_VERSIONS, number=number)
        self._executor.run(_DROP_FETCHES, number=number)
        self._drop_drawings(version.drawing for version in versions)
        self._drop_bodies(digests)
        return has_article or bool(digests)

    def _remove_article(self, number: int) -> bool:
        article = self._executor.row(_ARTICLE, number=number)
        if article is None:
            return False
        for revision in self._executor.rows(_REVISIONS, article=article.id):
            self._executor.run(_FORGET_DAMAGE, revision=revision.id)
            try:
                stems = stems_of_article(article_of(revision))
            except (ValueError, ZstdError):
                # Damaged on the disk: its words are no longer known.
                continue
            self._index.delete(self._executor, article.id, revision.id, stems)
        count_facts(self._executor, {SECTION: article.section, LANGUAGE: article.language}, {})
        for statement in (_DROP_SOURCES, _DROP_REVISIONS, _DROP_ARTICLE):
            self._executor.run(statement, article=article.id)
        return True

    def _drop_drawings(self, digests: Iterable[str | None]) -> None:
        """Remove the drawings that no version uses any more, and the files that no drawing uses."""
        for batch in batches(sorted(set(filter(None, digests)))):
            drawn = {row.drawing for row in self._executor.rows(_DRAWN, digests=list(batch))}
            drop_drawings(self._executor, [digest for digest in batch if digest not in drawn])

    def _drop_bodies(self, digests: Iterable[str]) -> None:
        """Remove the bodies that no version uses any more."""
        for batch in batches(sorted(digests)):
            used = {row.digest for row in self._executor.rows(_USED, digests=list(batch))}
            gone = [digest for digest in batch if digest not in used]
            if gone:
                self._free(gone)
                self._executor.run(_DROP_BASES, digests=gone)
                self._executor.run(_DROP_DAMAGES, digests=gone)
                self._executor.run(_DROP_BODIES, digests=gone)
                self._cache.drop(gone)

    def _free(self, gone: Sequence[str]) -> None:
        """Store whole the bodies that are deltas to one that will be deleted."""
        bodies = Bodies(self._executor, self._cache)
        children = {row.digest for row in self._executor.rows(_CHILDREN, digests=list(gone))}
        for digest in sorted(children.difference(gone)):
            packed = pack(bodies.get(digest) or b"")
            self._executor.run(_WHOLE, same=digest, new_coding=int(packed.coding), new_data=packed.data)
