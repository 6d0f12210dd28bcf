"""Page versions and the requests that fetched them: tables, statements, rows and records, and the role."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    Row,
    Table,
    bindparam,
    func,
    insert,
    select,
    update,
)

from newsloom.records import Drawing, Fetch, Page, Version
from newsloom.stores.digests import body_digest
from newsloom.stores.sql.article_sources import add_redirect
from newsloom.stores.sql.bodies import BODIES, Bodies, BodyCache, shape_of
from newsloom.stores.sql.drawings import SqlDrawings
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.intervals import Interval, IntervalTable, Values
from newsloom.stores.sql.rows import record_of, values_of
from newsloom.stores.sql.types import METADATA, Digest, JsonText, Key, Moment, Words

__all__ = ["FETCHES", "NOT_MODIFIED", "VERSIONS", "SqlPages", "confirms", "page_of", "with_validators"]

VERSIONS: Final = Table(
    "versions",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("address_id", Key, ForeignKey("addresses.id"), nullable=False),
    Column("digest", Digest, ForeignKey("bodies.digest"), nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("last_seen", Moment, nullable=False),
    Column("status", Integer, nullable=False),
    Column("content_type", Words),
    Column("etag", Words),
    Column("last_modified", Words),
    Column("rights", JsonText, nullable=False),
    Column("requested_url", Words),
    Column("feed_title", Words),
    Column("drawing", Digest, index=True),
    Index(None, "address_id", "first_seen", "id"),
)

FETCHES: Final = Table(
    "fetches",
    METADATA,
    Column("address_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("fetched_at", Moment, primary_key=True, autoincrement=False),
    Column("is_confirming", Boolean, nullable=False),
    Column("status", Integer),
    Column("digest", Words),
    Column("etag", Words),
    Column("last_modified", Words),
    Column("size", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("error", Words),
    # For finding the last successful fetch of an address that has failed for months without reading all its failures.
    Index(None, "address_id", "is_confirming", "fetched_at"),
)


def page_of(row: Row[Any], url: str, body: bytes, drawing: Drawing | None = None, /) -> Page:
    """The page of a row of ``VERSIONS``, as it was first fetched."""
    return record_of(
        Page, row, url=url, body=body, fetched_at=row.first_seen, rights=tuple(row.rights), drawing=drawing
    )


def _version_of(row: Row[Any], url: str) -> Version:
    """The version of a row of ``VERSIONS`` with the ``size`` and ``stored_size`` of its body."""
    return record_of(Version, row, url=url, rights=tuple(row.rights))


NOT_MODIFIED: Final = 304


def confirms(fetch: Fetch, /) -> bool:
    """Whether a fetch returned a version, or the server said that ours is still current."""
    return fetch.error is None and (fetch.digest is not None or fetch.status == NOT_MODIFIED)


def with_validators(fetch: Fetch, latest: Fetch | None, /) -> Fetch:
    """The fetch, with the latest validators if a "not modified" answer has none: a server need not repeat them."""
    silent = fetch.etag is None and fetch.last_modified is None
    if fetch.status != NOT_MODIFIED or not silent or latest is None or latest.fetched_at >= fetch.fetched_at:
        return fetch
    return dataclasses.replace(fetch, etag=latest.etag, last_modified=latest.last_modified)


_INTERVALS: Final = IntervalTable(VERSIONS, "address_id")

_SIZES: Final = (BODIES.c.size, func.length(BODIES.c.data).label("stored_size"))
_VERSIONS: Final = (
    select(VERSIONS, *_SIZES)
    .join(BODIES, BODIES.c.digest == VERSIONS.c.digest)
    .where(VERSIONS.c.address_id == bindparam("address"))
    .order_by(VERSIONS.c.first_seen, VERSIONS.c.id)
)
_SAME_VERSION: Final = _VERSIONS.where(VERSIONS.c.id == bindparam("key"))

_SET_DRAWING: Final = (
    update(VERSIONS)
    .where(
        VERSIONS.c.address_id == bindparam("address"),
        VERSIONS.c.digest == bindparam("same"),
        VERSIONS.c.first_seen == bindparam("since"),
    )
    .values(drawing=bindparam("new_drawing"))
)

_LAST_FETCH: Final = (
    select(FETCHES)
    .where(FETCHES.c.address_id == bindparam("address"), FETCHES.c.is_confirming.is_(True))
    .order_by(FETCHES.c.fetched_at.desc())
    .limit(1)
)
_SAME_FETCH: Final = select(FETCHES.c.address_id).where(
    FETCHES.c.address_id == bindparam("address"), FETCHES.c.fetched_at == bindparam("at")
)
_NEW_FETCH: Final = insert(FETCHES)


@dataclass(frozen=True, slots=True)
class SqlPages:
    """Every version of every page, with its time."""

    _executor: Executor
    _cache: BodyCache

    def keep(self, page: Page, /) -> Version:
        self._executor.lock_for_writing()
        number = self._executor.keep_address(page.url)
        digest = body_digest(page.body)
        before = _INTERVALS.at(self._executor, number, page.fetched_at)
        earlier = None if before is None else before.digest
        shape = shape_of(page.url, page.content_type)
        stored_size = self._bodies.keep(digest, page.body, earlier, shape)
        fact = values_of(page, "url", "fetched_at", "body", "drawing")
        seen: Interval[Values] = Interval(
            digest=digest, first_seen=page.fetched_at, last_seen=page.fetched_at, fact=fact
        )
        holder, _ = _INTERVALS.keep(self._executor, number, seen)
        if page.drawing is not None:
            drawing = self._drawings.keep(page.drawing, digest, page.body)
            place = {"address": number, "same": digest, "since": holder.first_seen}
            self._executor.run(_SET_DRAWING, **place, new_drawing=drawing)
        if page.requested_url is not None and page.requested_url != page.url:
            requested = self._executor.keep_address(page.requested_url)
            add_redirect(self._executor, requested, number)
        return Version(
            url=page.url,
            digest=digest,
            first_seen=holder.first_seen,
            last_seen=holder.last_seen,
            size=len(page.body),
            stored_size=stored_size,
            content_type=holder.fact["content_type"],
            rights=tuple(holder.fact["rights"]),
        )

    def see_again(self, url: str, at: datetime, /) -> Version | None:
        self._executor.lock_for_writing()
        number = self._executor.address(url)
        row = None if number is None else _INTERVALS.at(self._executor, number, at)
        if number is None or row is None:
            return None
        if row.last_seen < at:
            _INTERVALS.move(self._executor, row.id, row.first_seen, at)
        same = self._executor.row(_SAME_VERSION, address=number, key=row.id)
        return None if same is None else _version_of(same, url)

    def at(self, url: str, time: datetime | None = None, /) -> Page | None:
        number = self._executor.address(url)
        row = None if number is None else _INTERVALS.at(self._executor, number, time)
        if row is None:
            return None
        body = self._bodies.get(row.digest)
        if body is None:
            return None
        drawing = self._drawings.get(row.drawing, body) if row.drawing else None
        return page_of(row, url, body, drawing)

    def versions(self, url: str, /) -> tuple[Version, ...]:
        number = self._executor.address(url)
        rows = () if number is None else self._executor.rows(_VERSIONS, address=number)
        return tuple(_version_of(row, url) for row in rows)

    def body(self, digest: str, /) -> bytes | None:
        return self._bodies.get(digest) if _is_digest(digest) else None

    def log(self, fetch: Fetch, /) -> None:
        self._executor.lock_for_writing()
        number = self._executor.keep_address(fetch.url)
        if self._executor.row(_SAME_FETCH, address=number, at=fetch.fetched_at) is not None:
            return
        latest = self.last_fetch(fetch.url) if fetch.status == NOT_MODIFIED else None
        known = with_validators(fetch, latest)
        values = values_of(known, "url")
        self._executor.run(_NEW_FETCH, address_id=number, is_confirming=confirms(known), **values)

    def last_fetch(self, url: str, /) -> Fetch | None:
        number = self._executor.address(url)
        row = None if number is None else self._executor.row(_LAST_FETCH, address=number)
        return None if row is None else record_of(Fetch, row, url=url)

    @property
    def _drawings(self) -> SqlDrawings:
        return SqlDrawings(self._executor)

    @property
    def _bodies(self) -> Bodies:
        return Bodies(self._executor, self._cache)


def _is_digest(digest: str) -> bool:
    try:
        return len(bytes.fromhex(digest)) == 32
    except ValueError:
        return False
