"""Bulk work in shards: applies a step to inputs of any size, writes results to a folder, and returns a report.

Pages are read on the cores of this machine, or on the workers of a Dask scheduler. An interrupted run continues when it
is started again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from newsloom.engines import Engine
from newsloom.engines.dask import DaskEngine, DaskMessenger
from newsloom.engines.local import LocalEngine
from newsloom.engines.local.engine import usable_cores
from newsloom.engines.local.resident import close_resident_processes, interrupt_resident_pools
from newsloom.errors import InputError
from newsloom.pipeline.bulk.phases import (
    Phase,
    PhaseProgress,
    PhaseReport,
    PhaseTask,
    TaskProgress,
    described,
    run_phase,
    sole_run,
)
from newsloom.pipeline.bulk.places import Place, place_at
from newsloom.pipeline.bulk.results import Marker, ResultFolder
from newsloom.pipeline.bulk.shards import plan_shards
from newsloom.pipeline.bulk.steps.protocol import PageStep
from newsloom.pipeline.bulk.work import PageWork, Tell
from newsloom.pipeline.parquet import check_parquet
from newsloom.records import Failure

__all__ = ["JobOptions", "read_pages", "run_tasks"]

Item = TypeVar("Item")
Result = TypeVar("Result")

# The same as in run.py.
_PAGE_SECONDS: Final = 30.0
# The largest page of 4,200 real ones takes 0.2 GB.
_PAGE_MEMORY_BYTES: Final = 2 * 1024**3
# Tasks over results have no time limit as such; this one is for a process that hangs.
_TASK_SECONDS: Final = 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class JobOptions:
    """Where to work, and the limits of a page. ``workers`` None uses every core; a scheduler has its own workers.

    With ``shard_bytes`` None, the size of a file's shards depends on the size of the file.
    """

    workers: int | None = None
    scheduler: str | None = None
    page_seconds: float = _PAGE_SECONDS
    page_memory_bytes: int | None = _PAGE_MEMORY_BYTES
    shard_bytes: int | None = None
    is_replacing: bool = False


def read_pages(
    step: PageStep,
    sources: Sequence[str],
    output: str,
    options: JobOptions | None = None,
    report: PhaseProgress | None = None,
) -> PhaseReport:
    """Apply a step to all pages of inputs. Writes a Parquet file and a marker for each shard.

    Raises ``InputError`` if something cannot be read or written, or if the folder has another job's results, and
    ``MissingExtra`` without the extra ``bulk``.
    """
    chosen = options or JobOptions()
    check_parquet("bulk work in shards")
    job = dict(step.job())
    shards = plan_shards(sources, shard_bytes=chosen.shard_bytes)
    if not shards:
        raise InputError(", ".join(sources), "there is nothing to read in it")
    folder = ResultFolder(place_at(output))
    folder.open_job({**job, "shard_bytes": chosen.shard_bytes}, is_replacing=chosen.is_replacing)
    progress = TaskProgress(report, shards)
    here = _ShardTelling(progress)
    threads, processes = _division(chosen, len(folder.missing([shard.name for shard in shards])))
    work = PageWork(
        step=step,
        folder=str(_absolute(folder)),
        job=job,
        page_seconds=chosen.page_seconds,
        page_memory_bytes=chosen.page_memory_bytes,
        processes=processes,
        tell=DaskMessenger() if chosen.scheduler else here,
    )
    # The largest first, so that no large shard is still running alone at the end.
    tasks = sorted(shards, key=lambda shard: -shard.size)
    phase = Phase(label=step.label, work=work, tasks=tasks, folder=folder)
    engine = (
        _dask_engine(chosen.scheduler, step.label, progress)
        if chosen.scheduler
        # A thread for each shard in progress: the work itself is done in other processes.
        else LocalEngine(processes=threads, budget_seconds=None, name=_name_of, stop=here.stop)
    )
    try:
        with sole_run(folder):
            folder.remove_unfinished()
            try:
                return run_phase(phase, engine, progress)
            finally:
                if not chosen.scheduler:
                    # From processes that were ended with the run.
                    folder.remove_unfinished()
    finally:
        close_resident_processes()


def _division(options: JobOptions, missing: int) -> tuple[int, int]:
    """How many shards to work on at once on this machine, and how many processes each gets."""
    if options.scheduler:
        return 1, 1
    workers = options.workers or usable_cores()
    threads = max(1, min(workers, missing))
    return threads, workers // threads


def run_tasks(  # noqa: PLR0913, PLR0917 - a phase's fields, where it runs and who watches
    label: str,
    work: Callable[[Any], Marker],
    tasks: Sequence[PhaseTask],
    folder: ResultFolder,
    options: JobOptions,
    report: PhaseProgress | None = None,
    *,
    is_chain: bool = False,
) -> PhaseReport:
    """Run tasks over the results of an earlier step. Each task writes a file and a marker.

    With ``is_chain`` they run one after the other, each using the results of the one before. If the work has a field
    ``tell``, it is set to a callback for progress, except if tasks run in other processes of this machine.
    """
    progress = TaskProgress(report, tasks)
    # A single task gains nothing from other processes.
    is_here = is_chain or len(tasks) == 1 or options.workers == 1
    tell: Tell | None = None
    if options.scheduler:
        tell = DaskMessenger()
        engine = _dask_engine(options.scheduler, label, progress)
        engine = _OneByOne(engine) if is_chain else engine
    elif is_here:
        tell = _ShardTelling(progress)
        engine = LocalEngine(processes=1, budget_seconds=None, name=_name_of)
    else:
        engine = LocalEngine(processes=options.workers, budget_seconds=_TASK_SECONDS, name=_name_of)
    phase = Phase(label=label, work=_telling(work, tell), tasks=tasks, folder=folder)
    with sole_run(folder):
        return run_phase(phase, engine, progress)


def _telling(work: Callable[[Any], Marker], tell: Tell | None) -> Callable[[Any], Marker]:
    told: Callable[[Any], Marker] = replace(work, tell=tell) if hasattr(work, "tell") else work  # type: ignore[type-var]
    return told


@dataclass(frozen=True, slots=True)
class _OneByOne:
    """Gives an engine the next item when the one before is done."""

    engine: Engine

    def map(self, step: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result | Failure]:
        for item in items:
            yield from self.engine.map(step, [item])


def _dask_engine(scheduler: str, label: str, progress: TaskProgress) -> Engine:
    def shown() -> Mapping[str, str] | None:
        latest = progress.latest()
        return None if latest is None else described(latest)

    return DaskEngine(
        scheduler=scheduler,
        budget_seconds=None,
        name=_name_of,
        label=f"newsloom-{label}",
        heard=progress.hear,
        shown=shown,
    )


def _name_of(task: PhaseTask) -> str:
    return task.name


def _absolute(folder: ResultFolder) -> Place:
    """The folder with an absolute path, which is the same on every machine."""
    return folder.place.resolve() if isinstance(folder.place, Path) else folder.place


class _RunEnded(Exception):
    """Raised in the work on a shard when the run is over."""


class _ShardTelling:
    """Receives the progress of shards in threads of this process, and stops them when the run is over."""

    def __init__(self, progress: TaskProgress) -> None:
        self._progress = progress
        self._is_over = threading.Event()

    def __call__(self, shard: str, numbers: Mapping[str, float]) -> None:
        if self._is_over.is_set():
            raise _RunEnded
        self._progress.hear({"task": shard, **numbers})

    def stop(self) -> None:
        """End the work in progress."""
        self._is_over.set()
        interrupt_resident_pools()
