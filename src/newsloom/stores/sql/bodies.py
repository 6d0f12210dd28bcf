"""Bodies in SQL: bytes in, a packed row out, and the same bytes back, checked against their digest.

A new version of a page is stored as its difference to the version before; a new page as its difference to an earlier
page of its site that was printed alike. The steps from a body to a whole one are bounded, so that none takes long to
read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, bindparam, delete, func, insert, select

from newsloom.errors import StoreError
from newsloom.stores.digests import body_digest
from newsloom.stores.packing import Packed, pack, pack_version, unpack
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.shelf import Shelf
from newsloom.stores.sql.tables.pages import BODIES, MOULDS

__all__ = ["DEEPEST", "Bodies"]

# A front page looked at every hour is stored whole once a day. A step takes a millisecond, or a tenth of a second for
# a large page that gives everything new names each time (benchmarks/warehouse.py).
DEEPEST: Final = 24

# A mould that saves less than this part of a page is worn out: the site has a new look.
_WORTHWHILE: Final = 0.2

_STORED_SIZE: Final = func.length(BODIES.c.data).label("stored_size")
_SAME: Final = BODIES.c.digest == bindparam("digest")
_FACTS: Final = select(BODIES.c.depth, _STORED_SIZE).where(_SAME)
_PACKED: Final = select(BODIES.c.base, BODIES.c.coding, BODIES.c.data).where(_SAME)
_NEW: Final = insert(BODIES)
_MOULD: Final = (
    select(BODIES.c.digest, BODIES.c.size, _STORED_SIZE)
    .join(MOULDS, MOULDS.c.body == BODIES.c.digest)
    .where(MOULDS.c.shape == bindparam("shape"))
)
_BREAK_MOULD: Final = delete(MOULDS).where(MOULDS.c.shape == bindparam("old_shape"))
_NEW_MOULD: Final = insert(MOULDS)


@dataclass(frozen=True, slots=True)
class Bodies:
    """The bodies that a transaction sees; ``shelf`` has the latest of them at hand."""

    executor: Executor
    shelf: Shelf

    def keep(self, digest: str, body: bytes, earlier: str | None, shape: str, /) -> int:
        """Store a body that is not there yet; ``earlier`` is the version of its page before it.

        How many bytes it takes comes back.
        """
        facts = self.executor.row(_FACTS, digest=digest)
        self.shelf.put(digest, body)
        if facts is not None:
            return int(facts.stored_size)
        packed = self._first(digest, body, shape) if earlier is None else self._next(digest, body, earlier)
        return len(packed.data)

    def get(self, digest: str, /) -> bytes | None:
        """The body, byte for byte. Raises ``StoreError`` if the store is damaged."""
        body = self.shelf.get(digest)
        if body is not None:
            return body
        steps = self._steps(digest)
        if not steps:
            return None
        body = self._unpacked(steps)
        if body_digest(body) != digest:
            raise self._damaged(digest)
        self.shelf.put(digest, body)
        return body

    def _first(self, digest: str, body: bytes, shape: str) -> Packed:
        mould = self.executor.row(_MOULD, shape=shape)
        base = self.get(mould.digest) if mould is not None else None
        if mould is not None and base is not None:
            packed = pack(body, base)
            expected = len(body) * mould.stored_size / max(mould.size, 1)
            if len(packed.data) < expected * (1 - _WORTHWHILE):
                return self._written(digest, body, packed, base=mould.digest, depth=1)
        whole = self._written(digest, body, pack(body))
        self.executor.run(_BREAK_MOULD, old_shape=shape)
        self.executor.run(_NEW_MOULD, shape=shape, body=digest)
        return whole

    def _next(self, digest: str, body: bytes, earlier: str) -> Packed:
        facts = self.executor.row(_FACTS, digest=earlier)
        base = self.get(earlier) if facts is not None and facts.depth < DEEPEST else None
        if facts is None or base is None:
            return self._written(digest, body, pack(body))
        return self._written(digest, body, pack_version(body, base), base=earlier, depth=facts.depth + 1)

    def _written(self, digest: str, body: bytes, packed: Packed, *, base: str | None = None, depth: int = 0) -> Packed:
        values = {"coding": int(packed.coding), "data": packed.data, "base": base, "depth": depth}
        self.executor.run(_NEW, digest=digest, size=len(body), **values)
        return packed

    def _steps(self, digest: str) -> list[Row[Any]]:
        """The rows from this body to one that is whole, or at hand."""
        steps: list[Row[Any]] = []
        following: str | None = digest
        while following is not None and (following == digest or self.shelf.get(following) is None):
            row = self.executor.row(_PACKED, digest=following)
            if row is None:
                return []
            if len(steps) > DEEPEST:
                raise self._damaged(digest)
            steps.append(row)
            following = row.base
        return steps

    def _unpacked(self, steps: list[Row[Any]]) -> bytes:
        body = self.shelf.get(steps[-1].base) if steps[-1].base else None
        try:
            for row in reversed(steps):
                body = unpack(Packed(coding=row.coding, data=row.data), body)
        except ValueError as error:
            raise StoreError(self.executor.place, f"a stored page is damaged: {error}") from error
        return body or b""

    def _damaged(self, digest: str) -> StoreError:
        return StoreError(self.executor.place, f"the stored page {digest} is damaged: it does not give its digest")
