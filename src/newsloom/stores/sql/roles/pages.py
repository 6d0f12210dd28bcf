"""Page versions in SQL."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam, func, insert, select

from newsloom.records import Fetch, Page, Version
from newsloom.stores.digests import body_digest
from newsloom.stores.fetching import NOT_MODIFIED, confirms, with_validators
from newsloom.stores.sql.belongings import belong_after_redirect
from newsloom.stores.sql.bodies import Bodies
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.shapes import shape_of
from newsloom.stores.sql.shelf import Shelf
from newsloom.stores.sql.tables.pages import BODIES, FETCHES, VERSIONS, fetch_of, page_of, version_of
from newsloom.stores.sql.timelines import Timeline, Values
from newsloom.stores.timeline import Stay

__all__ = ["SqlPages"]

_TIMELINE: Final = Timeline(VERSIONS, "address_id")

_SIZES: Final = (BODIES.c.size, func.length(BODIES.c.data).label("stored_size"))
_VERSIONS: Final = (
    select(VERSIONS, *_SIZES)
    .join(BODIES, BODIES.c.digest == VERSIONS.c.digest)
    .where(VERSIONS.c.address_id == bindparam("address"))
    .order_by(VERSIONS.c.first_seen, VERSIONS.c.id)
)
_SAME_VERSION: Final = _VERSIONS.where(VERSIONS.c.id == bindparam("key"))

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
    _shelf: Shelf

    def keep(self, page: Page, /) -> Version:
        self._executor.file()
        number = self._executor.keep_address(page.url)
        digest = body_digest(page.body)
        before = _TIMELINE.standing(self._executor, number, page.fetched_at)
        earlier = None if before is None else before.digest
        shape = shape_of(page.url, page.content_type)
        stored_size = self._bodies.keep(digest, page.body, earlier, shape)
        fact = _facts(page)
        seen: Stay[Values] = Stay(digest=digest, first_seen=page.fetched_at, last_seen=page.fetched_at, fact=fact)
        holder, _ = _TIMELINE.file(self._executor, number, seen)
        if page.requested_url is not None and page.requested_url != page.url:
            requested = self._executor.keep_address(page.requested_url)
            belong_after_redirect(self._executor, requested, number)
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
        self._executor.file()
        number = self._executor.address(url)
        row = None if number is None else _TIMELINE.standing(self._executor, number, at)
        if number is None or row is None:
            return None
        if row.last_seen < at:
            _TIMELINE.move(self._executor, row.id, row.first_seen, at)
        same = self._executor.row(_SAME_VERSION, address=number, key=row.id)
        return None if same is None else version_of(same, url)

    def at(self, url: str, time: datetime | None = None, /) -> Page | None:
        number = self._executor.address(url)
        row = None if number is None else _TIMELINE.standing(self._executor, number, time)
        if row is None:
            return None
        return page_of(row, url, self._bodies.get(row.digest) or b"")

    def versions(self, url: str, /) -> tuple[Version, ...]:
        number = self._executor.address(url)
        rows = () if number is None else self._executor.rows(_VERSIONS, address=number)
        return tuple(version_of(row, url) for row in rows)

    def body(self, digest: str, /) -> bytes | None:
        return self._bodies.get(digest) if _is_digest(digest) else None

    def log(self, fetch: Fetch, /) -> None:
        self._executor.file()
        number = self._executor.keep_address(fetch.url)
        if self._executor.row(_SAME_FETCH, address=number, at=fetch.fetched_at) is not None:
            return
        latest = self.last_fetch(fetch.url) if fetch.status == NOT_MODIFIED else None
        known = with_validators(fetch, latest)
        self._executor.run(
            _NEW_FETCH,
            address_id=number,
            fetched_at=known.fetched_at,
            is_confirming=confirms(known),
            status=known.status,
            digest=known.digest,
            etag=known.etag,
            last_modified=known.last_modified,
            size=known.size,
            seconds=known.seconds,
            error=known.error,
        )

    def last_fetch(self, url: str, /) -> Fetch | None:
        number = self._executor.address(url)
        row = None if number is None else self._executor.row(_LAST_FETCH, address=number)
        return None if row is None else fetch_of(row, url)

    @property
    def _bodies(self) -> Bodies:
        return Bodies(self._executor, self._shelf)


def _facts(page: Page) -> dict[str, Any]:
    return {
        "status": page.status,
        "content_type": page.content_type,
        "etag": page.etag,
        "last_modified": page.last_modified,
        "rights": page.rights,
        "requested_url": page.requested_url,
        "feed_title": page.feed_title,
    }


def _is_digest(digest: str) -> bool:
    try:
        return len(bytes.fromhex(digest)) == 32
    except ValueError:
        return False
