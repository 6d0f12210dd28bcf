"""A phase of bulk work: runs tasks on an engine, each of which writes a file and a marker. Finished tasks are skipped.

While it runs, the phase reports rows, failures and the share that is done.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from newsloom.engines import Engine
from newsloom.errors import InputError
from newsloom.logs import INFO, log_event, stage_logger
from newsloom.pipeline.bulk.results import Marker, ResultFolder
from newsloom.pipeline.bulk.work import DiskFull
from newsloom.pipeline.gathering.intervals import duration_text
from newsloom.records import Failure

__all__ = ["Phase", "PhaseProgress", "PhaseReport", "PhaseTask", "TaskProgress", "described", "run_phase", "sole_run"]

_LOG: Final = stage_logger(__name__)


class PhaseTask(Protocol):
    """A piece of work. ``name`` is the name of its result, ``size`` its weight in the whole.

    ``stamp`` changes with the contents of ``source``.
    """

    @property
    def name(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def stamp(self) -> str: ...

    @property
    def size(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseReport:
    """The progress of a phase. ``counts`` includes tasks of earlier runs, and the progress of running tasks."""

    label: str
    tasks: int
    done: int = 0
    taken_up: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[str, int] = field(default_factory=dict)
    new_rows: int = 0
    share_before: float = 0.0
    share_done: float = 0.0
    seconds: float = 0.0
    seconds_left: float | None = None
    broken: tuple[Failure, ...] = ()


PhaseProgress = Callable[[PhaseReport], None]


def described(report: PhaseReport) -> dict[str, str]:
    """A report in words: step, tasks, rows, rate, failures and the time left."""
    failures = ", ".join(f"{count:,} {kind}" for kind, count in sorted(report.failures.items()))
    left = "" if report.seconds_left is None else duration_text(report.seconds_left)
    return {
        "step": report.label,
        "done": f"{report.done:,} of {report.tasks:,} tasks, {report.share_done:.0%}",
        "rows": f"{report.counts.get('rows', 0):,}",
        "rows/s": f"{report.new_rows / report.seconds:.0f}" if report.seconds else "",
        "failures": failures or "none",
        "left": left,
        "so far": duration_text(report.seconds),
    }


class TaskProgress:
    """Adds the progress of running tasks to the last report.

    May be called from several threads; ``report`` is called by one at a time.
    """

    def __init__(self, report: PhaseProgress | None, tasks: Sequence[PhaseTask]) -> None:
        self._report = report
        whole = sum(max(task.size, 1) for task in tasks)
        self._weights = {task.name: max(task.size, 1) / whole for task in tasks}
        self._lock = threading.RLock()
        self._last: PhaseReport | None = None
        self._last_at = 0.0
        self._told: dict[str, Mapping[str, Any]] = {}
        self._settled: set[str] = set()

    def settle(self, report: PhaseReport, task: str | None) -> None:
        """Take a report of the phase, made after ``task`` ended."""
        with self._lock:
            self._last, self._last_at = report, time.monotonic()
            if task is not None:
                self._settled.add(task)
                self._told.pop(task, None)
            self._pass_on()

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take a message on the progress of a task, with its name under ``task``."""
        with self._lock:
            # A message may arrive after the result.
            if message["task"] not in self._settled:
                self._told[message["task"]] = message
                self._pass_on()

    def latest(self) -> PhaseReport | None:
        """The progress of the phase now."""
        with self._lock:
            return None if self._last is None else self._advanced(self._last, time.monotonic() - self._last_at)

    def _pass_on(self) -> None:
        if self._report is not None and (latest := self.latest()) is not None:
            self._report(latest)

    def _advanced(self, last: PhaseReport, seconds: float) -> PhaseReport:
        sums = {key: sum(int(told.get(key, 0)) for told in self._told.values()) for key in _TOLD}
        share = sum(self._weights.get(task, 0.0) * told.get("share", 0.0) for task, told in self._told.items())
        counts = {**last.counts, **{key: last.counts.get(key, 0) + sums[key] for key in ("rows", "pages") if sums[key]}}
        failures = {**last.failures, "so far": sums["failures"]} if sums["failures"] else last.failures
        return replace(
            last,
            counts=counts,
            failures=failures,
            new_rows=last.new_rows + sums["rows"],
            share_done=last.share_done + share,
            seconds=last.seconds + seconds,
            seconds_left=_seconds_left(last.share_before, last.share_done + share, last.seconds + seconds),
        )


_TOLD: Final = ("rows", "pages", "failures")


def _seconds_left(before: float, done: float, seconds: float) -> float | None:
    """The time left, if the rest takes as long in proportion as what this run has done."""
    return max(0.0, 1.0 - done) * seconds / (done - before) if done > before else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """The work to do, the tasks, and the folder for the results."""

    label: str
    work: Callable[[Any], Marker]
    tasks: Sequence[PhaseTask]
    folder: ResultFolder


def run_phase(phase: Phase, engine: Engine, progress: TaskProgress) -> PhaseReport:
    """Run all tasks that have no marker yet.

    A task that fails is added to ``broken``, and the others continue. Raises ``DiskFull`` if nothing can be written.
    """
    state = _State(phase)
    waiting = [task for task in phase.tasks if task.name not in state.markers]
    log_event(_LOG, INFO, "%(label)s: %(waiting)d tasks to do", label=phase.label, waiting=len(waiting))
    progress.settle(state.report(), None)
    outcomes = engine.map(phase.work, waiting)
    try:
        for outcome in outcomes:
            name = state.settle(outcome)
            progress.settle(state.report(), name)
    finally:
        close = getattr(outcomes, "close", None)
        if close is not None:
            close()
    return state.report()


@contextlib.contextmanager
def sole_run(folder: ResultFolder) -> Iterator[None]:
    """Lock a folder for this run. Raises ``InputError`` if another run on this machine has it."""
    if not isinstance(folder.place, Path):
        yield
        return
    descriptor = os.open(folder.place, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise InputError(str(folder.place), "another run is writing to it") from error
    finally:
        os.close(descriptor)


class _State:
    def __init__(self, phase: Phase) -> None:
        self._phase = phase
        self._begin = time.monotonic()
        self.markers = self._current_markers()
        self._taken_up = len(self.markers)
        self._sizes = {task.name: max(task.size, 1) for task in phase.tasks}
        self._size_before = sum(self._sizes[name] for name in self.markers)
        self._new_rows = 0
        self._broken: list[Failure] = []

    def settle(self, outcome: Marker | Failure) -> str:
        """Take the outcome of a task. Returns the task's name."""
        if isinstance(outcome, Failure):
            if outcome.kind == DiskFull.__name__:
                raise DiskFull(str(self._phase.folder.place), outcome.reason)
            self._broken.append(outcome)
            return outcome.url
        self.markers[outcome.shard] = outcome
        self._new_rows += outcome.rows
        return outcome.shard

    def report(self) -> PhaseReport:
        counts, failures = Counter[str](), Counter[str]()
        for marker in self.markers.values():
            counts.update(rows=marker.rows, **marker.counts)
            failures.update(marker.failures)
        whole = sum(self._sizes.values()) or 1
        before, share = self._size_before / whole, sum(self._sizes[name] for name in self.markers) / whole
        seconds = time.monotonic() - self._begin
        return PhaseReport(
            label=self._phase.label,
            tasks=len(self._phase.tasks),
            done=len(self.markers),
            taken_up=self._taken_up,
            counts=counts,
            failures=failures,
            new_rows=self._new_rows,
            share_before=before,
            share_done=share if self._sizes else 1.0,
            seconds=seconds,
            seconds_left=_seconds_left(before, share, seconds),
            broken=tuple(self._broken),
        )

    def _current_markers(self) -> dict[str, Marker]:
        """The markers of this phase's tasks. Results of inputs that have been rewritten are removed."""
        folder, tasks = self._phase.folder, {task.name: task for task in self._phase.tasks}
        stamps = {task.source: task.stamp for task in self._phase.tasks}
        current = {}
        for name, marker in folder.markers().items():
            if name in tasks and marker.stamp == tasks[name].stamp:
                current[name] = marker
            elif name in tasks or marker.source in stamps:
                folder.remove_result(name)
        return current
