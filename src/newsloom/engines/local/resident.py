"""Keeps worker processes alive inside a process that gets one task after another, such as a Dask worker.

They are a cache: starting a process and loading its models takes as long as reading a hundred pages.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final, Protocol, TypeVar

from newsloom.engines.local.pool import WorkerPool
from newsloom.engines.local.watched import WatchedProcess

__all__ = ["close_resident_processes", "interrupt_resident_pools", "resident_pool", "resident_process"]


class _Closeable(Protocol):
    def close(self) -> None: ...


Kept = TypeVar("Kept", bound=_Closeable)

_IDLE: Final[dict[Hashable, list[Any]]] = {}
_BUSY_POOLS: Final[list[WorkerPool[Any, Any]]] = []
_LOCK: Final = threading.Lock()


@contextlib.contextmanager
def resident_pool(size: int, budget_seconds: float, memory_bytes: int | None) -> Iterator[WorkerPool[Any, Any]]:
    """A pool with these limits for one run: an idle one, or a new one. It is never shared between threads."""
    kind = ("pool", size, budget_seconds, memory_bytes)
    with _lent(kind, lambda: WorkerPool[Any, Any](size, budget_seconds, memory_bytes)) as pool:
        with _LOCK:
            _BUSY_POOLS.append(pool)
        try:
            yield pool
        finally:
            with _LOCK:
                _BUSY_POOLS.remove(pool)


@contextlib.contextmanager
def resident_process(part_seconds: float, memory_bytes: int | None) -> Iterator[WatchedProcess]:
    """A process for one long item: an idle one, or a new one. It is never shared between threads."""
    with _lent(("process", part_seconds, memory_bytes), lambda: WatchedProcess(part_seconds, memory_bytes)) as process:
        yield process


def interrupt_resident_pools() -> None:
    """Kill the busy workers of pools in other threads. Their items fail at once."""
    with _LOCK:
        for pool in _BUSY_POOLS:
            pool.interrupt()


def close_resident_processes() -> None:
    """End all idle pools and processes."""
    with _LOCK:
        idle = [one for kept in _IDLE.values() for one in kept]
        _IDLE.clear()
    for one in idle:
        one.close()


@contextlib.contextmanager
def _lent(kind: Hashable, make: Callable[[], Kept]) -> Iterator[Kept]:
    with _LOCK:
        idle = _IDLE.setdefault(kind, [])
        one: Kept = idle.pop() if idle else make()
    try:
        yield one
    finally:
        with _LOCK:
            _IDLE.setdefault(kind, []).append(one)
