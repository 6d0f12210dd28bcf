"""The engine's face: how many processes, how long an item may take, how items are called."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from newsloom.engines.local.boundary import attempt, shorten
from newsloom.engines.local.crew import Crew
from newsloom.errors import InputError
from newsloom.records import Failure

__all__ = ["LocalEngine", "usable_cores"]

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class LocalEngine:
    """Runs steps on this machine.

    ``processes`` None takes every core this process may use; 1 works right here, in order.
    ``window`` is how many items are read ahead of the workers, so memory is bounded by
    ``window + 2 * processes`` items. ``name`` gives the name under which an item's failure is
    reported. The budget is wall-clock time; with one process it is kept by an alarm signal, so
    only in the main thread and only between two Python instructions. Worker processes that
    ignore the alarm are ended from outside.

    Workers import the main script anew: a script that uses more than one process must keep its
    own work under ``if __name__ == "__main__"``.
    """

    processes: int | None = None
    budget_seconds: float = 10.0
    window: int = 4
    name: Callable[[Any], str] = str

    def map(self, step: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result | Failure]:
        processes = usable_cores() if self.processes is None else self.processes
        if min(processes, self.window) < 1 or self.budget_seconds <= 0:
            raise InputError("LocalEngine", "processes and window must be at least 1, budget_seconds above 0")
        named = ((shorten(self.name(item)), item) for item in items)
        if processes == 1:
            return (attempt(step, item, name=name, budget_seconds=self.budget_seconds) for name, item in named)
        return _map_in_processes(Crew(step, processes, self.budget_seconds), named, self.window)


def _map_in_processes(
    crew: Crew[Item, Result], named: Iterator[tuple[str, Item]], window: int
) -> Iterator[Result | Failure]:
    try:
        yield from crew.outcomes(named, window)
    finally:
        # Also on Ctrl-C and when the reader stops early: no worker outlives the iteration.
        crew.dismiss()


def usable_cores() -> int:
    """How many cores this process may use."""
    # A container is often given fewer cores than the machine has.
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
