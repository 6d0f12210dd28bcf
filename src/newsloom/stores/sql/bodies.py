"""Bodies of pages: stores bytes as delta-encoded rows and returns the same bytes, checked against their digest.

A new version of a page is stored as a delta to the previous version; a new page as a delta to an earlier page of its
site with a similar layout. The number of steps from a body to a whole one is limited, so that none takes long to read.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from sqlalchemy import (
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    Row,
    SmallInteger,
    Table,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from newsloom.stores.delta import EncodedBody, pack, pack_version, unpack
from newsloom.stores.digests import body_digest
from newsloom.stores.sql.damages import DAMAGES
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.types import METADATA, Digest

__all__ = ["BODIES", "DEEPEST", "DELTA_BASES", "Bodies", "BodyCache", "shape_of"]

# ``base`` is the body that this one is a delta to, ``depth`` the number of such steps to one stored whole.
BODIES: Final = Table(
    "bodies",
    METADATA,
    Column("digest", Digest, primary_key=True),
    Column("size", Integer, nullable=False),
    Column("coding", SmallInteger, nullable=False),
    Column("base", Digest, ForeignKey("bodies.digest")),
    Column("depth", SmallInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

# For each site and kind of page, the body that new pages are stored as a delta to.
DELTA_BASES: Final = Table(
    "delta_bases",
    METADATA,
    Column("shape", Digest, primary_key=True),
    Column("body", Digest, ForeignKey("bodies.digest"), nullable=False),
)

_EXTENSION: Final = re.compile(r"\.[a-z]{1,5}$", re.IGNORECASE)


def shape_of(url: str, content_type: str | None, /) -> str:
    """Equal for pages of the same host with paths of the same depth and extension, which mostly share a template."""
    try:
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path
    except ValueError:
        host, path = "", ""
    ending = _EXTENSION.search(path)
    kind = (content_type or "").partition(";")[0].strip().lower()
    facts = (host, kind, str(path.rstrip("/").count("/")), ending.group().lower() if ending else "")
    return hashlib.sha256("\n".join(facts).encode("utf-8", "surrogatepass")).hexdigest()


# A dozen large front pages, or the bases of a hundred sites.
_CAPACITY_BYTES: Final = 32_000_000


class BodyCache:
    """The most recently used bodies, up to a number of bytes, shared by the threads of a store.

    A body is found by its digest, so an entry is correct even if the transaction that added it was rolled back.
    """

    def __init__(self, capacity_bytes: int = _CAPACITY_BYTES) -> None:
        self._capacity_bytes = capacity_bytes
        self._bodies: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, digest: str, /) -> bytes | None:
        with self._lock:
            if digest not in self._bodies:
                return None
            self._bodies.move_to_end(digest)
            return self._bodies[digest]

    def drop(self, digests: Iterable[str], /) -> None:
        """Remove bodies that are no longer stored."""
        with self._lock:
            for digest in digests:
                self._bytes -= len(self._bodies.pop(digest, b""))

    def put(self, digest: str, body: bytes, /) -> None:
        """Add a body. If there is no room, the least recently used ones are dropped."""
        with self._lock:
            if digest in self._bodies or len(body) > self._capacity_bytes:
                return
            self._bodies[digest] = body
            self._bytes += len(body)
            while self._bytes > self._capacity_bytes:
                _, oldest = self._bodies.popitem(last=False)
                self._bytes -= len(oldest)


# A front page fetched every hour is stored whole once a day. A step takes a millisecond, or a tenth of a second for a
# large page that renames everything each time (benchmarks/warehouse.py).
DEEPEST: Final = 24

# A base that saves less than this share of a page is dropped: the site has been redesigned.
_WORTHWHILE: Final = 0.2

_STORED_SIZE: Final = func.length(BODIES.c.data).label("stored_size")
_IS_DAMAGED: Final = exists().where(DAMAGES.c.body == BODIES.c.digest).label("is_damaged")
_SAME: Final = BODIES.c.digest == bindparam("digest")
_FACTS: Final = select(BODIES.c.depth, _STORED_SIZE, _IS_DAMAGED).where(_SAME)
_PACKED: Final = select(BODIES.c.digest, BODIES.c.base, BODIES.c.coding, BODIES.c.data).where(_SAME)
_NEW: Final = insert(BODIES)
_REPLACE: Final = (
    update(BODIES)
    .where(BODIES.c.digest == bindparam("same"))
    .values(coding=bindparam("new_coding"), base=None, depth=0, data=bindparam("new_data"))
)
_UNDAMAGED: Final = delete(DAMAGES).where(DAMAGES.c.body == bindparam("same"))
_BASE: Final = (
    select(BODIES.c.digest, BODIES.c.size, _STORED_SIZE)
    .join(DELTA_BASES, DELTA_BASES.c.body == BODIES.c.digest)
    .where(DELTA_BASES.c.shape == bindparam("shape"))
)
_DROP_BASE: Final = delete(DELTA_BASES).where(DELTA_BASES.c.shape == bindparam("old_shape"))
_NEW_BASE: Final = insert(DELTA_BASES)


@dataclass(frozen=True, slots=True)
class Bodies:
    """The bodies that a transaction sees; ``cache`` holds the most recently used."""

    executor: Executor
    cache: BodyCache

    def keep(self, digest: str, body: bytes, earlier: str | None, shape: str, /) -> int:
        """Store a body if it is new; ``earlier`` is the digest of the previous version of its page.

        Returns how many bytes the body takes.
        """
        facts = self.executor.row(_FACTS, digest=digest)
        self.cache.put(digest, body)
        if facts is not None:
            return self._mended(digest, body) if facts.is_damaged else int(facts.stored_size)
        packed = self._first(digest, body, shape) if earlier is None else self._next(digest, body, earlier)
        return len(packed.data)

    def get(self, digest: str, /) -> bytes | None:
        """The body, byte for byte. None if it is missing or damaged."""
        body = self.cache.get(digest)
        if body is not None:
            return body
        steps = self._steps(digest)
        body = self._unpacked(steps) if steps else None
        if body is None:
            return None
        if body_digest(body) != digest:
            self._blame(steps)
            return None
        self.cache.put(digest, body)
        return body

    def _mended(self, digest: str, body: bytes) -> int:
        """Replace a damaged body with its bytes. Bodies stored as deltas to it become readable again, too."""
        packed = pack(body)
        self.executor.run(_REPLACE, same=digest, new_coding=int(packed.coding), new_data=packed.data)
        self.executor.run(_UNDAMAGED, same=digest)
        return len(packed.data)

    def _first(self, digest: str, body: bytes, shape: str) -> EncodedBody:
        known = self.executor.row(_BASE, shape=shape)
        base = self.get(known.digest) if known is not None else None
        if known is not None and base is not None:
            packed = pack(body, base)
            expected = len(body) * known.stored_size / max(known.size, 1)
            if len(packed.data) < expected * (1 - _WORTHWHILE):
                return self._written(digest, body, packed, base=known.digest, depth=1)
        whole = self._written(digest, body, pack(body))
        self.executor.run(_DROP_BASE, old_shape=shape)
        self.executor.run(_NEW_BASE, shape=shape, body=digest)
        return whole

    def _next(self, digest: str, body: bytes, earlier: str) -> EncodedBody:
        facts = self.executor.row(_FACTS, digest=earlier)
        base = self.get(earlier) if facts is not None and facts.depth < DEEPEST else None
        if facts is None or base is None:
            return self._written(digest, body, pack(body))
        return self._written(digest, body, pack_version(body, base), base=earlier, depth=facts.depth + 1)

    def _written(
        self, digest: str, body: bytes, packed: EncodedBody, *, base: str | None = None, depth: int = 0
    ) -> EncodedBody:
        values = {"coding": int(packed.coding), "data": packed.data, "base": base, "depth": depth}
        self.executor.run(_NEW, digest=digest, size=len(body), **values)
        return packed

    def _steps(self, digest: str) -> list[Row[Any]]:
        """The rows from this body to one that is whole or cached. Empty if one is missing."""
        steps: list[Row[Any]] = []
        following: str | None = digest
        while following is not None and (following == digest or self.cache.get(following) is None):
            row = self.executor.row(_PACKED, digest=following)
            if row is None or len(steps) > DEEPEST:
                if steps:
                    self.executor.damaged("page", digest, "the body that it is stored as a difference to is missing")
                return []
            steps.append(row)
            following = row.base
        return steps

    def _unpacked(self, steps: list[Row[Any]]) -> bytes | None:
        body = self.cache.get(steps[-1].base) if steps[-1].base else None
        for row in reversed(steps):
            try:
                body = unpack(EncodedBody(coding=row.coding, data=row.data), body)
            except ValueError:
                self._blame(steps)
                return None
        return body or b""

    def _blame(self, steps: list[Row[Any]]) -> None:
        """Find the first step that does not match its digest and record it as damaged, with all bodies based on it."""
        body = self.cache.get(steps[-1].base) if steps[-1].base else None
        reason = None
        for row in reversed(steps):
            if reason is None:
                try:
                    body = unpack(EncodedBody(coding=row.coding, data=row.data), body)
                    reason = None if body_digest(body) == row.digest else "the bytes do not match their digest"
                except ValueError as error:
                    reason = str(error)
                if reason is not None:
                    self.executor.damaged("page", row.digest, reason)
                    reason = f"it is stored as a difference to {row.digest}, which is damaged"
            else:
                self.executor.damaged("page", row.digest, reason)
