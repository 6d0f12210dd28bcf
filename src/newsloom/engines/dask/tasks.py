"""Runs on a Dask worker: does a batch of items, in the worker's thread or in a process beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from newsloom.engines.failures import attempt, prepare
from newsloom.engines.local.resident import resident_pool

__all__ = ["TOPIC", "Batch", "DaskMessenger", "run_batch"]

TOPIC: Final = "newsloom"
"""The topic under which workers report their progress."""

_READ_AHEAD: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Items with their names, and the limits of each. With ``budget_seconds`` None the step enforces its own."""

    named: Sequence[tuple[str, Any]]
    budget_seconds: float | None
    memory_bytes: int | None


def run_batch(step: Callable[[Any], Any], batch: Batch) -> list[Any]:
    """The results and failures of the items, in any order."""
    if batch.budget_seconds is None:
        prepare(step)
        return [attempt(step, item, name=name, budget_seconds=None) for name, item in batch.named]
    with resident_pool(1, batch.budget_seconds, batch.memory_bytes) as pool:
        return list(pool.map(step, iter(batch.named), _READ_AHEAD))


@dataclass(frozen=True, slots=True)
class DaskMessenger:
    """Reports a task's progress to its caller, and shows the numbers for the worker on Dask's dashboard."""

    def __call__(self, task: str, numbers: Mapping[str, float]) -> None:
        from distributed import get_worker  # noqa: PLC0415 - an extra

        worker = get_worker()
        worker.log_event(TOPIC, {"task": task, **numbers})
        for name, value in numbers.items():
            worker.metrics[f"newsloom {name}"] = _Shown(value)


@dataclass(frozen=True, slots=True)
class _Shown:
    value: float

    def __call__(self, _worker: object) -> float:
        return self.value
