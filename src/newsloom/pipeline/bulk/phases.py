"""A phase of bulk work: tasks on an engine, each of which leaves a file and a marker. What is done is not done again.

The phase counts rows, failures and the share that is done while it goes on, for whoever watches.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from newsloom.engines import Engine
from newsloom.errors import InputError
from newsloom.logs import INFO, log_event, stage_logger
from newsloom.pipeline.bulk.results import Marker, ResultFolder
from newsloom.pipeline.bulk.work import DiskFull
from newsloom.records import Failure

__all__ = ["Phase", "PhaseProgress", "PhaseReport", "PhaseTask", "run_phase", "sole_run"]

_LOG: Final = stage_logger(__name__)


class PhaseTask(Protocol):
    """A piece of work: ``name`` is that of its result, ``size`` its share of the whole.

    ``stamp`` changes with what is read from ``source``.
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
    """How far a phase is. ``counts`` are of all tasks that are done, earlier ones too, and of what others have told."""

    label: str
    tasks: int
    done: int = 0
    taken_up: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[str, int] = field(default_factory=dict)
    new_rows: int = 0
    share_done: float = 0.0
    seconds: float = 0.0
    seconds_left: float | None = None
    broken: tuple[Failure, ...] = ()


PhaseProgress = Callable[[PhaseReport], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """What to do with which tasks, and where the results go."""

    label: str
    work: Callable[[Any], Marker]
    tasks: Sequence[PhaseTask]
    folder: ResultFolder


def run_phase(phase: Phase, engine: Engine, report: PhaseProgress | None = None) -> PhaseReport:
    """Do all tasks that have no marker yet.

    A task that fails is in ``broken``, and the others go on. Raises ``DiskFull`` where nothing can be written any more.
    """
    state = _State(phase)
    waiting = [task for task in phase.tasks if task.name not in state.markers]
    log_event(_LOG, INFO, "%(label)s: %(waiting)d tasks to do", label=phase.label, waiting=len(waiting))
    state.tell(report)
    outcomes = engine.map(phase.work, waiting)
    try:
        for outcome in outcomes:
            state.settle(outcome)
            state.tell(report)
    finally:
        close = getattr(outcomes, "close", None)
        if close is not None:
            close()
    return state.report()


@contextlib.contextmanager
def sole_run(folder: ResultFolder) -> Iterator[None]:
    """Be the only run that leads work in a folder on this machine. Raises ``InputError`` where there is another."""
    if not isinstance(folder.place, Path):
        yield
        return
    descriptor = os.open(folder.place, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise InputError(str(folder.place), "another run is writing it") from error
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

    def settle(self, outcome: Marker | Failure) -> None:
        if isinstance(outcome, Failure):
            if outcome.kind == DiskFull.__name__:
                raise DiskFull(str(self._phase.folder.place), outcome.reason)
            self._broken.append(outcome)
            return
        self.markers[outcome.shard] = outcome
        self._new_rows += outcome.rows

    def tell(self, report: PhaseProgress | None) -> None:
        if report is not None:
            report(self.report())

    def report(self) -> PhaseReport:
        counts, failures = Counter[str](), Counter[str]()
        for marker in self.markers.values():
            counts.update(rows=marker.rows, **marker.counts)
            failures.update(marker.failures)
        whole = sum(self._sizes.values())
        size = sum(self._sizes[name] for name in self.markers)
        seconds = time.monotonic() - self._begin
        new = size - self._size_before
        return PhaseReport(
            label=self._phase.label,
            tasks=len(self._phase.tasks),
            done=len(self.markers),
            taken_up=self._taken_up,
            counts=counts,
            failures=failures,
            new_rows=self._new_rows,
            share_done=size / whole if whole else 1.0,
            seconds=seconds,
            seconds_left=(whole - size) * seconds / new if new else None,
            broken=tuple(self._broken),
        )

    def _current_markers(self) -> dict[str, Marker]:
        """Markers of this phase's tasks. Results of inputs that were written anew since are removed."""
        folder, tasks = self._phase.folder, {task.name: task for task in self._phase.tasks}
        stamps = {task.source: task.stamp for task in self._phase.tasks}
        current = {}
        for name, marker in folder.markers().items():
            if name in tasks and marker.stamp == tasks[name].stamp:
                current[name] = marker
            elif name in tasks or marker.source in stamps:
                folder.remove_result(name)
        return current
