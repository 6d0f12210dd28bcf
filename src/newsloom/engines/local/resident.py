"""Worker processes that stay in a process which is given one piece of work after another, as a Dask worker is."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from newsloom.engines.local.pool import WorkerPool

__all__ = ["close_resident_pools", "resident_pool"]

_Kind: TypeAlias = tuple[int, float, int | None]

# A cache: starting a worker and loading its models takes as long as reading a hundred pages.
_IDLE: Final[dict[_Kind, list[WorkerPool[Any, Any]]]] = {}
_LOCK: Final = threading.Lock()


@contextlib.contextmanager
def resident_pool(size: int, budget_seconds: float, memory_bytes: int | None) -> Iterator[WorkerPool[Any, Any]]:
    """A pool of this kind for one run: one that is idle, or a new one. Threads never share one."""
    kind = (size, budget_seconds, memory_bytes)
    with _LOCK:
        idle = _IDLE.setdefault(kind, [])
        pool = idle.pop() if idle else WorkerPool(size, budget_seconds, memory_bytes)
    try:
        yield pool
    finally:
        with _LOCK:
            _IDLE.setdefault(kind, []).append(pool)


def close_resident_pools() -> None:
    """End the processes of all idle pools."""
    with _LOCK:
        idle = [pool for pools in _IDLE.values() for pool in pools]
        _IDLE.clear()
    for pool in idle:
        pool.close()
