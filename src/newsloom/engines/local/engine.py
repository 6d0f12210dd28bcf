"""The engine for one machine: runs a step on many items in worker processes, threads or this process."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Self, TypeVar

from newsloom.engines.failures import attempt, prepare, shorten
from newsloom.engines.local.pool import WorkerPool, pickled_step
from newsloom.errors import InputError
from newsloom.records import Failure

__all__ = ["LocalEngine", "usable_cores"]

Item = TypeVar("Item")
Result = TypeVar("Result")


class _KeptPool:
    """The pool kept for the next run. A concurrent run finds none and makes its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: WorkerPool[Any, Any] | None = None
        self._process = os.getpid()

    def take(self) -> WorkerPool[Any, Any] | None:
        with self._lock:
            pool, self._pool = self._pool, None
            # A forked process has inherited its parent's workers.
            is_own, self._process = self._process == os.getpid(), os.getpid()
            return pool if is_own else None

    def put(self, pool: WorkerPool[Any, Any]) -> None:
        with self._lock:
            spare, self._pool = self._pool, pool
        if spare is not None:
            spare.close()

    def close(self) -> None:
        pool = self.take()
        if pool is not None:
            pool.close()

    def __reduce__(self) -> tuple[type[_KeptPool], tuple[()]]:
        # An engine is pickled without its processes.
        return _KeptPool, ()


@dataclass(frozen=True, kw_only=True)
class LocalEngine:
    """Runs steps on this machine, in this process or in several.

    ``processes`` None uses every core that this process may use; 1 runs the steps in this process, in order.
    ``read_ahead`` is how many items may wait for a worker: at most ``read_ahead + 2 * processes`` items are in memory.
    ``name`` gives the name under which an item's failure is reported. The budget is wall-clock time. With one process
    an alarm signal enforces it, so it works only in the main thread and between two Python instructions. Worker
    processes that miss the alarm are killed. ``memory_bytes`` is the memory that one item may take in a worker; it is
    enforced on Linux.

    ``budget_seconds`` None is for steps that enforce their own limits, for example because they use processes of their
    own: they run in this process, in as many threads as there would be processes. If the caller stops early, ``stop``
    is called before waiting for the steps at work, which should then end soon.

    Workers stay for the next ``map`` until ``close``, the end of a ``with`` block, or until the engine is
    garbage-collected. If the step is defined in the main script, they import that script again: it must keep its own
    work under ``if __name__ == "__main__"``.
    """

    processes: int | None = None
    budget_seconds: float | None = 10.0
    memory_bytes: int | None = None
    read_ahead: int = 4
    name: Callable[[Any], str] = str
    stop: Callable[[], None] | None = None
    _kept: _KeptPool = field(default_factory=_KeptPool, init=False, repr=False, compare=False)

    def map(self, step: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result | Failure]:
        processes = usable_cores() if self.processes is None else self.processes
        has_budget = self.budget_seconds is not None and self.budget_seconds > 0
        if min(processes, self.read_ahead) < 1 or not (has_budget or self.budget_seconds is None):
            raise InputError("LocalEngine", "processes and read_ahead must be at least 1, budget_seconds above 0")
        named = ((shorten(self.name(item)), item) for item in items)
        if processes == 1:
            return self._map_here(step, named)
        if self.budget_seconds is None:
            return self._map_in_threads(step, named, processes)
        pickled_step(step)
        return self._map_in_processes(step, named, processes)

    def close(self) -> None:
        """End the processes. A later ``map`` starts new ones."""
        self._kept.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _map_here(
        self, step: Callable[[Item], Result], named: Iterator[tuple[str, Item]]
    ) -> Iterator[Result | Failure]:
        prepare(step)
        for name, item in named:
            yield attempt(step, item, name=name, budget_seconds=self.budget_seconds)

    def _map_in_threads(
        self, step: Callable[[Item], Result], named: Iterator[tuple[str, Item]], threads: int
    ) -> Iterator[Result | Failure]:
        prepare(step)
        running: set[Future[Result | Failure]] = set()
        with ThreadPoolExecutor(threads) as executor:
            try:
                while True:
                    for name, item in islice(named, threads - len(running)):
                        running.add(executor.submit(attempt, step, item, name=name, budget_seconds=None))
                    if not running:
                        return
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            finally:
                if running and self.stop is not None:
                    self.stop()

    def _map_in_processes(
        self, step: Callable[[Item], Result], named: Iterator[tuple[str, Item]], processes: int
    ) -> Iterator[Result | Failure]:
        pool = self._kept.take() or WorkerPool(processes, self.budget_seconds or 0.0, self.memory_bytes)
        try:
            yield from pool.map(step, named, self.read_ahead)
        except KeyboardInterrupt:
            # The caller may catch it and go on for a long time without needing the workers.
            pool.close()
            raise
        finally:
            self._kept.put(pool)


def usable_cores() -> int:
    """How many cores this process may use."""
    # A container is often given fewer cores than the machine has.
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
