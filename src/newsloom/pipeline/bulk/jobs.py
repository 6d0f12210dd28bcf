"""Bulk work in shards: inputs of any size, a step and a folder in; results in the folder, and a report, out.

Pages are read on the cores of this machine, or on the workers of a Dask scheduler. A run that was ended goes on where
it was when it is started again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from newsloom.engines import Engine
from newsloom.engines.dask import DaskEngine, DaskMessenger
from newsloom.engines.local import LocalEngine
from newsloom.engines.local.engine import usable_cores
from newsloom.engines.local.resident import close_resident_pools
from newsloom.errors import InputError
from newsloom.pipeline.bulk.phases import Phase, PhaseProgress, PhaseReport, PhaseTask, run_phase, sole_run
from newsloom.pipeline.bulk.places import Place, place_at
from newsloom.pipeline.bulk.results import Marker, ResultFolder
from newsloom.pipeline.bulk.shards import SHARD_BYTES, plan_shards
from newsloom.pipeline.bulk.steps.protocol import PageStep
from newsloom.pipeline.bulk.work import PageWork
from newsloom.pipeline.parquet import check_parquet

__all__ = ["JobOptions", "read_pages", "run_tasks"]

# As for one file; see run.py.
_PAGE_SECONDS: Final = 30.0
# The largest page of 4,200 real ones takes 0.2 GB.
_PAGE_MEMORY_BYTES: Final = 2 * 1024**3
# A task over results has no limit of its own; this one is for a process that hangs.
_TASK_SECONDS: Final = 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class JobOptions:
    """Where to work, and what a page may take. ``workers`` None is for every core; a scheduler has its own workers."""

    workers: int | None = None
    scheduler: str | None = None
    page_seconds: float = _PAGE_SECONDS
    page_memory_bytes: int | None = _PAGE_MEMORY_BYTES
    shard_bytes: int = SHARD_BYTES
    is_replacing: bool = False


def read_pages(
    step: PageStep,
    sources: Sequence[str],
    output: str,
    options: JobOptions | None = None,
    report: PhaseProgress | None = None,
) -> PhaseReport:
    """Do a step with all pages of inputs: a Parquet file and a marker for each shard of them.

    Raises ``InputError`` for what cannot be read or written, or a folder that holds another job's results;
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
    heard = _Heard(report)
    work = PageWork(
        step=step,
        folder=str(_absolute(folder)),
        job=job,
        page_seconds=chosen.page_seconds,
        page_memory_bytes=chosen.page_memory_bytes,
        processes=1 if chosen.scheduler else chosen.workers or usable_cores(),
        tell=DaskMessenger(step.label) if chosen.scheduler else heard.tell,
    )
    phase = Phase(label=step.label, work=work, tasks=shards, folder=folder)
    try:
        with sole_run(folder):
            folder.remove_unfinished()
            return run_phase(phase, _engine(chosen, step.label, heard.hear, is_leading=True), heard.report)
    finally:
        close_resident_pools()


def run_tasks(  # noqa: PLR0913, PLR0917 - a phase's fields, where it runs and who watches
    label: str,
    work: Callable[[Any], Marker],
    tasks: Sequence[PhaseTask],
    folder: ResultFolder,
    options: JobOptions,
    report: PhaseProgress | None = None,
) -> PhaseReport:
    """Do tasks that each leave a file and a marker, over the results of an earlier step."""
    phase = Phase(label=label, work=work, tasks=tasks, folder=folder)
    with sole_run(folder):
        # One task has nothing to gain from other processes.
        return run_phase(phase, _engine(options, label, None, is_leading=len(tasks) == 1), report)


def _engine(
    options: JobOptions, label: str, heard: Callable[[dict[str, Any]], None] | None, *, is_leading: bool
) -> Engine:
    """``is_leading`` for work that is done in this process, which may give pages to others itself."""
    if options.scheduler:
        return DaskEngine(
            scheduler=options.scheduler,
            budget_seconds=None,
            name=_name_of,
            label=f"newsloom-{label}",
            heard=heard,
        )
    if is_leading or options.workers == 1:
        return LocalEngine(processes=1, budget_seconds=None, name=_name_of)
    return LocalEngine(processes=options.workers, budget_seconds=_TASK_SECONDS, name=_name_of)


def _name_of(task: PhaseTask) -> str:
    return task.name


def _absolute(folder: ResultFolder) -> Place:
    """As it is called on every machine."""
    return folder.place.resolve() if isinstance(folder.place, Path) else folder.place


class _Heard:
    """What shards on their way tell, added to the last report."""

    def __init__(self, report: PhaseProgress | None) -> None:
        self._report = report
        self._last: PhaseReport | None = None
        self._lock = threading.Lock()
        self._told: dict[str, Mapping[str, Any]] = {}

    def report(self, report: PhaseReport) -> None:
        with self._lock:
            self._last = report
            # What is done is in the report; what is not tells again.
            self._told.clear()
        if self._report is not None:
            self._report(report)

    def tell(self, numbers: Mapping[str, float]) -> None:
        self.hear({"sender": "here", **numbers})

    def hear(self, message: Mapping[str, Any]) -> None:
        if self._report is None or self._last is None:
            return
        with self._lock:
            self._told[str(message.get("worker") or message.get("sender"))] = message
            pages = sum(int(one.get("pages", 0)) for one in self._told.values())
            failures = sum(int(one.get("failures", 0)) for one in self._told.values())
            counts = {**self._last.counts, "pages": self._last.counts.get("pages", 0) + pages}
            told = {**self._last.failures, "so far": failures} if failures else self._last.failures
            report = replace(self._last, counts=counts, failures=told)
        self._report(report)
