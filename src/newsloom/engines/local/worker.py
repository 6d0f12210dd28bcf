"""One worker process: the loop that it runs, and the handle to it. The two talk through a pipe."""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from newsloom.engines.failures import attempt, failure_of, prepare
from newsloom.errors import BudgetExceeded
from newsloom.records import Failure

__all__ = [
    "CONTEXT",
    "GRACE_SECONDS",
    "START_SECONDS",
    "ItemBudget",
    "Worker",
    "limit_memory",
    "pickled",
    "start_process",
    "told_end",
]

# fork would copy the locks of this process's threads in whatever state they are. A spawned worker starts clean,
# and does not hold other workers' pipes open.
CONTEXT: Final = multiprocessing.get_context("spawn")

_MAIN_LOCK: Final = threading.Lock()

# Announces a step; an item is never this short.
_STEP_FOLLOWS: Final = b""

# A worker imports the step's modules before it is ready. That may take a long time on a busy machine.
START_SECONDS: Final = 60.0

# The alarm inside the worker goes off first. C code (a parse) does not notice it, and is killed from here.
GRACE_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemBudget:
    """What one item may take: wall-clock time, and memory beyond what the process has once its step is prepared."""

    seconds: float
    memory_bytes: int | None = None


class Worker:
    """A process that has one step at a time and holds at most one item, whose name is remembered here."""

    def __init__(self, budget: ItemBudget, *, has_script: bool) -> None:
        self.connection, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_serve, args=(theirs, budget), daemon=True)
        with theirs:
            start_process(self._process, has_script=has_script)
        self.has_script = has_script
        self._budget = budget
        self.step: bytes | None = None
        self.holding: str | None = None
        self.is_ready = False
        self.is_sound = True
        self.deadline = time.monotonic() + START_SECONDS

    @property
    def is_idle(self) -> bool:
        return self.is_ready and self.holding is None

    def load(self, step: bytes) -> None:
        """Send a pickled step for the next items. The worker is ready again when it has answered.

        Raises ``OSError`` if it died while idle.
        """
        self.step, self.is_ready = step, False
        self.deadline = time.monotonic() + START_SECONDS
        self.connection.send_bytes(_STEP_FOLLOWS)
        self.connection.send_bytes(step)

    def send(self, name: str, message: bytes) -> None:
        """Send a pickled item. Raises ``OSError`` if the worker died while idle."""
        self.connection.send_bytes(message)
        self.holding = name
        self.deadline = time.monotonic() + self._budget.seconds + GRACE_SECONDS

    def receive(self) -> Any:
        """The worker's answer. Raises ``EOFError`` or ``OSError`` if it died.

        The worker is no longer sound if its time ran out during imports, since modules may be half imported, or if it
        ran out of memory.
        """
        self.is_sound, answer = self.connection.recv()
        self.holding, self.is_ready, self.deadline = None, True, math.inf
        return answer

    def kill(self) -> None:
        """Kill the worker at once."""
        self.connection.close()
        self._process.kill()
        self._process.join()
        self._process.close()

    def signal_end(self) -> None:
        """Kill the worker from another thread than the one that waits for it, which then finds it dead."""
        # ValueError: the other thread was faster.
        with contextlib.suppress(ValueError):
            self._process.kill()

    def reap(self) -> str:
        """Clean up after a worker that died by itself. Returns how it ended, in words."""
        end = told_end(self._process)
        self.kill()
        return end


def told_end(process: BaseProcess) -> str:
    """How a process that is dying by itself ended, in words."""
    process.join(timeout=GRACE_SECONDS)
    code = process.exitcode
    if code is None:
        return "closed its pipe"
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def start_process(process: BaseProcess, *, has_script: bool) -> None:
    """Start a process that ignores Ctrl-C, whatever this process does; with or without the caller's script."""
    with (
        _interrupts_blocked(),
        _daemon_may_start_workers(),
        contextlib.nullcontext() if has_script else _script_left_alone(),
    ):
        process.start()


def pickled(name: str, item: object) -> bytes:
    """An item in the form that ``Worker.send`` takes, or a step in the form that ``Worker.load`` takes."""
    return bytes(ForkingPickler.dumps((name, item)))


def _serve(connection: Connection, budget: ItemBudget) -> None:
    step: Callable[[Any], Any] | None = None
    # The parent's death closes the pipe and ends the worker.
    with contextlib.suppress(EOFError, OSError):
        while True:
            message = connection.recv_bytes()
            if message == _STEP_FOLLOWS or step is None:
                _, step = ForkingPickler.loads(connection.recv_bytes())
                prepare(step)
                limit_memory(budget.memory_bytes)
                connection.send((True, None))
            else:
                connection.send_bytes(_answer(step, message, budget.seconds))


def limit_memory(budget_bytes: int | None) -> None:
    """Limit the memory that the process may take beyond what it has now. Enforced on Linux only."""
    status = Path("/proc/self/status")
    if budget_bytes is None or not status.exists():
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    # An earlier step may have had a lower limit; what counts is the memory held now.
    held = next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmData"))
    limit = held * 1024 + budget_bytes
    resource.setrlimit(resource.RLIMIT_DATA, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def _answer(step: Callable[[Any], Any], message: bytes, budget_seconds: float) -> bytes:
    name, modules = "an item", len(sys.modules)
    try:
        name, item = ForkingPickler.loads(message)
        outcome = attempt(step, item, name=name, budget_seconds=budget_seconds)
        kind = outcome.kind if isinstance(outcome, Failure) else None
        is_half_imported = kind == BudgetExceeded.__name__ and len(sys.modules) != modules
        return bytes(ForkingPickler.dumps((not is_half_imported and kind != MemoryError.__name__, outcome)))
    except Exception as error:  # noqa: BLE001 - an item or result that does not pickle is that item's failure
        return bytes(ForkingPickler.dumps((True, failure_of(step, name, error))))


@contextlib.contextmanager
def _daemon_may_start_workers() -> Iterator[None]:
    """Allow a daemonic process, such as a Dask worker, to start a process.

    multiprocessing refuses that, because such children might be left behind. Ours end when their pipe does.
    """
    config = getattr(multiprocessing.current_process(), "_config", {})
    was_daemon = config.pop("daemon", None)
    try:
        yield
    finally:
        if was_daemon is not None:
            config["daemon"] = was_daemon


@contextlib.contextmanager
def _script_left_alone() -> Iterator[None]:
    """Start a process without the caller's script, which would run again if it lacks ``if __name__ == "__main__"``."""
    with _MAIN_LOCK:
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = script


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Start a process that ignores Ctrl-C: the terminal sends it to all, and only the parent should react."""
    resource_tracker.ensure_running()  # would unblock the signal if it started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
