"""The drawings of pages, with markup, layout and the files used: tables, statements, rows and records.

Markup is stored as a delta to the page as sent, and each file once for all pages that use it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    Boolean,
    Column,
    ForeignKey,
    LargeBinary,
    SmallInteger,
    Table,
    bindparam,
    delete,
    insert,
    select,
)
from zstandard import ZstdError

from newsloom.records import Drawing, Resource
from newsloom.stores.delta import EncodedBody, pack, unpack
from newsloom.stores.digests import body_digest
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.types import METADATA, Digest, Key, Words

__all__ = ["DRAWINGS", "DRAWN_WITH", "RESOURCES", "SqlDrawings", "drop_drawings"]

# ``coding`` is the coding of ``html``, a delta to the body of the page.
DRAWINGS: Final = Table(
    "drawings",
    METADATA,
    Column("digest", Digest, primary_key=True),
    Column("has_scripts", Boolean, nullable=False),
    Column("reason", Words),
    Column("coding", SmallInteger, nullable=False),
    Column("html", LargeBinary, nullable=False),
    Column("layout", LargeBinary, nullable=False),
)

RESOURCES: Final = Table(
    "resources",
    METADATA,
    Column("digest", Digest, primary_key=True),
    Column("coding", SmallInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

DRAWN_WITH: Final = Table(
    "drawn_with",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("drawing", Digest, ForeignKey("drawings.digest"), nullable=False, index=True),
    Column("resource", Digest, ForeignKey("resources.digest"), nullable=False, index=True),
    Column("url", Words, nullable=False),
    Column("content_type", Words),
)

_DIGESTS: Final[BindParameter[Any]] = bindparam("digests", expanding=True)
_DRAWING: Final = select(DRAWINGS).where(DRAWINGS.c.digest == bindparam("same"))
_IS_DRAWN: Final = select(DRAWINGS.c.digest).where(DRAWINGS.c.digest == bindparam("same"))
_IS_KEPT: Final = select(RESOURCES.c.digest).where(RESOURCES.c.digest == bindparam("same"))
_NEW: Final = insert(DRAWINGS)
_NEW_RESOURCE: Final = insert(RESOURCES)
_NEW_USE: Final = insert(DRAWN_WITH)
_FILES: Final = (
    select(DRAWN_WITH.c.url, DRAWN_WITH.c.content_type, RESOURCES.c.coding, RESOURCES.c.data)
    .join(RESOURCES, RESOURCES.c.digest == DRAWN_WITH.c.resource)
    .where(DRAWN_WITH.c.drawing == bindparam("same"))
    .order_by(DRAWN_WITH.c.id)
)
_USED_BY: Final = select(DRAWN_WITH.c.resource).where(DRAWN_WITH.c.drawing.in_(_DIGESTS)).distinct()
_STILL_USED: Final = select(DRAWN_WITH.c.resource).where(DRAWN_WITH.c.resource.in_(_DIGESTS)).distinct()
_DROP_USES: Final = delete(DRAWN_WITH).where(DRAWN_WITH.c.drawing.in_(_DIGESTS))
_DROP: Final = delete(DRAWINGS).where(DRAWINGS.c.digest.in_(_DIGESTS))
_DROP_RESOURCES: Final = delete(RESOURCES).where(RESOURCES.c.digest.in_(_DIGESTS))


@dataclass(frozen=True, slots=True)
class SqlDrawings:
    """The drawings of pages and their files."""

    _executor: Executor

    def keep(self, drawing: Drawing, page_digest: str, body: bytes, /) -> str:
        """Store the drawing of a page with that body. Returns the drawing's digest."""
        digest = _digest(drawing, page_digest)
        if self._executor.row(_IS_DRAWN, same=digest) is not None:
            return digest
        packed = pack(drawing.html, body)
        self._executor.run(
            _NEW,
            digest=digest,
            has_scripts=drawing.has_scripts,
            reason=drawing.reason,
            coding=int(packed.coding),
            html=packed.data,
            layout=drawing.layout,
        )
        for resource in drawing.resources:
            self._keep_resource(digest, resource)
        return digest

    def get(self, digest: str, body: bytes, /) -> Drawing | None:
        """The drawing of a page with that body, without its files. None if it cannot be read."""
        row = self._executor.row(_DRAWING, same=digest)
        if row is None:
            return None
        try:
            html = unpack(EncodedBody(coding=row.coding, data=row.html), body)
        except (ValueError, ZstdError):
            # Only the drawing is lost: the page is read as it was sent.
            return None
        return Drawing(html=html, layout=row.layout, has_scripts=row.has_scripts, reason=row.reason, digest=row.digest)

    def resources(self, digest: str, /) -> tuple[Resource, ...]:
        return tuple(
            Resource(
                url=row.url,
                body=unpack(EncodedBody(coding=row.coding, data=row.data), None),
                content_type=row.content_type,
            )
            for row in self._executor.rows(_FILES, same=digest)
        )

    def _keep_resource(self, drawing: str, resource: Resource) -> None:
        digest = body_digest(resource.body)
        if self._executor.row(_IS_KEPT, same=digest) is None:
            packed = pack(resource.body)
            self._executor.run(_NEW_RESOURCE, digest=digest, coding=int(packed.coding), data=packed.data)
        self._executor.run(
            _NEW_USE, drawing=drawing, resource=digest, url=resource.url, content_type=resource.content_type
        )


def drop_drawings(executor: Executor, digests: Sequence[str], /) -> None:
    """Remove these drawings, and the files that no other drawing uses."""
    if not digests:
        return
    used = [row.resource for row in executor.rows(_USED_BY, digests=list(digests))]
    executor.run(_DROP_USES, digests=list(digests))
    executor.run(_DROP, digests=list(digests))
    if used:
        still = {row.resource for row in executor.rows(_STILL_USED, digests=used)}
        gone = [digest for digest in used if digest not in still]
        if gone:
            executor.run(_DROP_RESOURCES, digests=gone)


def _digest(drawing: Drawing, page_digest: str) -> str:
    """The digest of the drawing and of the body that its markup is stored as a delta to."""
    found = hashlib.sha256(page_digest.encode())
    for part in (drawing.html, drawing.layout):
        found.update(hashlib.sha256(part).digest())
    return found.hexdigest()
