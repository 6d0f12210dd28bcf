"""Damaged records: notes them when they are found, lists and searches for them, and replaces them with new readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, bindparam, delete, func, insert, select, update

from newsloom.records import Article, Damage, Page
from newsloom.stores.digests import reading_digest
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.article_rows import article_of, packed_article, readable
from newsloom.stores.sql.articles import ARTICLES, REVISIONS
from newsloom.stores.sql.bodies import BODIES, Bodies, BodyCache
from newsloom.stores.sql.damages import DAMAGES
from newsloom.stores.sql.drawings import SqlDrawings
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.pages import VERSIONS, page_of
from newsloom.stores.sql.types import Digest, Key

__all__ = ["SqlDamages", "note_damages"]

_ARTICLE: Final = "article"
_PAGE: Final = "page"

_NOTED_REVISION: Final = select(DAMAGES.c.id).where(DAMAGES.c.revision_id == bindparam("key"))
_NOTED_BODY: Final = select(DAMAGES.c.id).where(DAMAGES.c.body == bindparam("key"))
_OWNER_OF_REVISION: Final = (
    select(ARTICLES.c.address_id)
    .join(REVISIONS, REVISIONS.c.article_id == ARTICLES.c.id)
    .where(REVISIONS.c.id == bindparam("key"))
)
_OWNER_OF_BODY: Final = select(VERSIONS.c.address_id).where(VERSIONS.c.digest == bindparam("key")).limit(1)
_NEW: Final = insert(DAMAGES)

_ALL: Final = (
    select(
        DAMAGES.c.id,
        DAMAGES.c.revision_id,
        DAMAGES.c.body,
        DAMAGES.c.reason,
        ADDRESSES.c.url,
        REVISIONS.c.body.label("read_from"),
    )
    .outerjoin(ADDRESSES, ADDRESSES.c.id == DAMAGES.c.address_id)
    .outerjoin(REVISIONS, REVISIONS.c.id == DAMAGES.c.revision_id)
    .where(DAMAGES.c.id > bindparam("after", type_=Key))
    .order_by(DAMAGES.c.id)
    .limit(bindparam("limit"))
)
_COUNT: Final = select(func.count()).select_from(DAMAGES)
_FORGET: Final = delete(DAMAGES).where(DAMAGES.c.id == bindparam("number"))
_MEND: Final = (
    update(REVISIONS)
    .where(REVISIONS.c.id == bindparam("number"))
    .values({name: bindparam(f"new_{name}", type_=REVISIONS.c[name].type) for name in ("digest", "document", "blocks")})
)
_NEXT_REVISIONS: Final = (
    select(REVISIONS.c.id, REVISIONS.c.document, REVISIONS.c.blocks)
    .where(REVISIONS.c.id > bindparam("after", type_=Key))
    .order_by(REVISIONS.c.id)
    .limit(bindparam("limit"))
)
_NEXT_BODIES: Final = (
    select(BODIES.c.digest)
    .where(BODIES.c.digest > bindparam("after", type_=Digest))
    .order_by(BODIES.c.digest)
    .limit(bindparam("limit"))
)
_VERSION: Final = (
    select(VERSIONS, ADDRESSES.c.url)
    .join(ADDRESSES, ADDRESSES.c.id == VERSIONS.c.address_id)
    .where(VERSIONS.c.digest == bindparam("digest"))
    .order_by(VERSIONS.c.id)
    .limit(1)
)


def note_damages(executor: Executor, found: Mapping[tuple[str, Any], str], /) -> None:
    """Note damaged records, each once. ``found`` maps the kind and key of a record to the reason."""
    executor.lock_for_writing()
    for (kind, key), reason in found.items():
        is_article = kind == _ARTICLE
        if executor.row(_NOTED_REVISION if is_article else _NOTED_BODY, key=key) is not None:
            continue
        owner = executor.row(_OWNER_OF_REVISION if is_article else _OWNER_OF_BODY, key=key)
        values = {"revision_id" if is_article else "body": key, "reason": reason}
        executor.run(_NEW, address_id=None if owner is None else owner.address_id, **values)


@dataclass(frozen=True, slots=True)
class SqlDamages:
    """The records that were found damaged."""

    _executor: Executor

    def all(self, limit: int = 100, *, after: int = 0) -> tuple[Damage, ...]:
        return tuple(map(_damage_of, self._executor.rows(_ALL, after=after, limit=max(limit, 0))))

    def count(self) -> int:
        return int(self._executor.rows(_COUNT)[0][0])

    def check_articles(self, after: int, limit: int, /) -> int | None:
        rows = self._executor.rows(_NEXT_REVISIONS, after=after, limit=limit)
        for row in rows:
            readable(self._executor, row.id, row, article_of)
        return rows[-1].id if rows else None

    def check_pages(self, after: str, limit: int, /) -> str | None:
        rows = self._executor.rows(_NEXT_BODIES, after=after, limit=limit)
        for row in rows:
            self._bodies.get(row.digest)
        return rows[-1].digest if rows else None

    def page(self, damage: Damage, /) -> Page | None:
        body = self._bodies.get(damage.digest) if damage.digest else None
        version = None if body is None else self._executor.row(_VERSION, digest=damage.digest)
        if version is None or body is None:
            return None
        drawing = SqlDrawings(self._executor).get(version.drawing, body) if version.drawing else None
        return page_of(version, version.url, body, drawing)

    def mend(self, damage: Damage, article: Article | None = None, /) -> None:
        self._executor.lock_for_writing()
        if article is not None:
            values = {"digest": reading_digest(article), **packed_article(article)}
            row = self._executor.row(_REVISION, number=damage.number)
            if row is not None:
                self._executor.run(_MEND, number=row.revision_id, **{f"new_{name}": values[name] for name in values})
        self._executor.run(_FORGET, number=damage.number)

    @property
    def _bodies(self) -> Bodies:
        # With an empty cache, so that everything is read from the disk.
        return Bodies(self._executor, BodyCache())


_REVISION: Final = select(DAMAGES.c.revision_id).where(DAMAGES.c.id == bindparam("number"))


def _damage_of(row: Row[Any]) -> Damage:
    is_article = row.revision_id is not None
    return Damage(
        number=row.id,
        kind=_ARTICLE if is_article else _PAGE,
        url=row.url or "",
        reason=row.reason,
        digest=row.read_from if is_article else row.body,
    )
