"""Bodies at hand: the latest that were packed or unpacked, up to so many bytes, shared by the threads of a store.

A body is found by its digest, so what lies here is right whatever became of the transaction that put it here.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

__all__ = ["Shelf"]

# A dozen large front pages, or the moulds of a hundred sites.
_CAPACITY_BYTES: Final = 32_000_000


class Shelf:
    """The bodies used last."""

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

    def put(self, digest: str, body: bytes, /) -> None:
        """Lay it on top; what was used longest ago falls off."""
        with self._lock:
            if digest in self._bodies or len(body) > self._capacity_bytes:
                return
            self._bodies[digest] = body
            self._bytes += len(body)
            while self._bytes > self._capacity_bytes:
                _, oldest = self._bodies.popitem(last=False)
                self._bytes -= len(oldest)
