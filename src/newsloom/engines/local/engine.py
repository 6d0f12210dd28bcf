"""The engine of one machine: a step and many items in, results and failures out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from newsloom.engines.failures import attempt, shorten
from newsloom.engines.local.pool import WorkerPool
from newsloom.errors import InputError
from newsloom.records import Failure

__all__ = ["LocalEngine", "usable_cores"]

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class LocalEngine:
    """Runs steps on this machine, in this process or in several.

    ``processes`` None uses every core that this process may use; 1 runs the steps in this process, in order.
    ``read_ahead`` is how many items may wait for a worker: at most ``read_ahead + 2 * processes`` items are in memory.
    ``name`` gives the name under which an item's failure is reported. The budget is wall-clock time. With one process
    an alarm signal enforces it, so it works only in the main thread and between two Python instructions; worker
    processes that miss the alarm are killed.

    Workers import the main script anew where the step is defined in it: such a script must keep its own work under
    ``if __name__ == "__main__"``.
    """

    processes: int | None = None
    budget_seconds: float = 10.0
    read_ahead: int = 4
    name: Callable[[Any], str] = str

    def map(self, step: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result | Failure]:
        processes = usable_cores() if self.processes is None else self.processes
        if min(processes, self.read_ahead) < 1 or self.budget_seconds <= 0:
            raise InputError("LocalEngine", "processes and read_ahead must be at least 1, budget_seconds above 0")
        named = ((shorten(self.name(item)), item) for item in items)
        if processes == 1:
            return (attempt(step, item, name=name, budget_seconds=self.budget_seconds) for name, item in named)
        return _map_in_processes(WorkerPool(step, processes, self.budget_seconds), named, self.read_ahead)


def _map_in_processes(
    pool: WorkerPool[Item, Result], named: Iterator[tuple[str, Item]], read_ahead: int
) -> Iterator[Result | Failure]:
    try:
        yield from pool.map(named, read_ahead)
    finally:
        # Also on Ctrl-C and when the caller stops early.
        pool.close()


def usable_cores() -> int:
    """How many cores this process may use."""
    # A container is often given fewer cores than the machine has.
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
