"""A pool of worker processes: runs a step on named items and yields results and failures as they become ready.

Each worker holds one item at a time, so a worker that dies costs exactly that item. It is replaced and the run goes on.
Workers stay when a run has ended, and the next run gives them its own step: starting a worker takes as long as reading
a hundred pages.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from typing import Final, Generic, TypeVar, cast

from newsloom.engines.failures import failure_of, stage_of
from newsloom.engines.local.worker import ItemBudget, Worker, pickled
from newsloom.errors import BudgetExceeded, InputError
from newsloom.logs import DEBUG, log_event, stage_logger
from newsloom.records import Failure

__all__ = ["WorkerPool", "pickled_step"]

_LOG: Final = stage_logger(__name__)

Item = TypeVar("Item")
Result = TypeVar("Result")


class WorkerPool(Generic[Item, Result]):
    """Up to ``size`` workers, started when there is work for them. One run at a time.

    An item that needs more than ``memory_bytes`` is a failure of the kind ``MemoryError``, or ``WorkerDied`` if C code
    did not survive it.

    The workers end with ``close``, or when the pool is garbage-collected.
    """

    def __init__(self, size: int, budget_seconds: float, memory_bytes: int | None = None) -> None:
        self._size = size
        self._budget = ItemBudget(seconds=budget_seconds, memory_bytes=memory_bytes)
        self._workers: list[Worker] = []
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._step: Callable[[Item], Result]
        self._pickled_step = b""
        # Not at interpreter exit: multiprocessing ends them then.
        weakref.finalize(self, _end, self._workers, os.getpid()).atexit = False

    def map(
        self,
        step: Callable[[Item], Result],
        named: Iterator[tuple[str, Item]],
        read_ahead: int,
        may_read: Callable[[], bool] = lambda: True,
    ) -> Iterator[Result | Failure]:
        """The result or failure of each item. At most ``read_ahead`` items wait for a worker.

        No item is read while ``may_read`` is false. It must be true once every outcome has been yielded. If a step has
        a method ``prepare``, each worker calls it before the time of its first item begins.
        """
        self._step, self._pickled_step = step, pickled_step(step)
        try:
            yield from self._outcomes(named, read_ahead, may_read)
        finally:
            # After Ctrl-C, or when the caller stops early, some are still at work.
            self._waiting.clear()
            for worker in [worker for worker in self._workers if not worker.is_idle]:
                self._remove(worker).kill()

    def close(self) -> None:
        """End all workers at once."""
        _end(self._workers, os.getpid())

    def interrupt(self) -> None:
        """Kill the workers that are busy, called from another thread than the one that runs; their items fail."""
        for worker in list(self._workers):
            worker.signal_end()

    def _outcomes(
        self, named: Iterator[tuple[str, Item]], read_ahead: int, may_read: Callable[[], bool]
    ) -> Iterator[Result | Failure]:
        is_exhausted = False
        while True:
            self._send_waiting()
            if is_exhausted and not self._waiting and all(worker.is_idle for worker in self._workers):
                return
            has_room = not is_exhausted and len(self._waiting) < read_ahead and may_read()
            if has_room:
                named_item = next(named, None)
                is_exhausted = named_item is None
                if named_item is not None:
                    yield from self._enqueue(*named_item)
            yield from self._receive(timeout_seconds=0.0 if has_room else self._seconds_to_deadline())

    def _enqueue(self, name: str, item: Item) -> Iterator[Failure]:
        try:
            self._waiting.append((name, pickled(name, item)))
        except Exception as error:  # noqa: BLE001 - an item that does not pickle is that item's failure
            yield failure_of(self._step, name, error)

    def _send_waiting(self) -> None:
        for worker in [one for one in self._workers if one.is_idle and one.step == self._pickled_step]:
            if not self._waiting:
                return
            name, message = self._waiting.popleft()
            try:
                worker.send(name, message)
            except OSError:
                # It died while idle, so this item is not the cause: another worker gets it.
                self._waiting.appendleft((name, message))
                self._remove(worker).kill()
        starting = sum(not worker.is_ready for worker in self._workers)
        self._load_workers(len(self._waiting) - starting)

    def _load_workers(self, wanted: int) -> None:
        """Give the step to this many more workers: to those of an earlier run first, then to new ones."""
        # A step that is defined in the caller's script is known only to workers that have imported it.
        needs_script = b"__main__" in self._pickled_step
        for worker in [one for one in self._workers if needs_script and one.is_idle and not one.has_script]:
            self._remove(worker).kill()
        for worker in [one for one in self._workers if one.is_idle and one.step != self._pickled_step]:
            if wanted <= 0:
                return
            try:
                worker.load(self._pickled_step)
            except OSError:
                # It died since the last run.
                self._remove(worker).kill()
            else:
                wanted -= 1
        for _ in range(min(self._size - len(self._workers), wanted)):
            worker = Worker(self._budget, has_script=needs_script)
            self._workers.append(worker)
            # A worker that dies at once is noticed at its end of the pipe, like any other.
            with contextlib.suppress(OSError):
                worker.load(self._pickled_step)

    def _seconds_to_deadline(self) -> float:
        """Seconds until the first worker is overdue."""
        deadline = min((worker.deadline for worker in self._workers), default=0.0)
        return max(0.0, deadline - time.monotonic())

    def _receive(self, timeout_seconds: float) -> Iterator[Result | Failure]:
        answering = wait([worker.connection for worker in self._workers], timeout_seconds)
        now = time.monotonic()
        for worker in list(self._workers):
            if worker.connection in answering:
                yield from self._answer(worker)
            elif worker.deadline < now:
                yield self._overdue(worker)

    def _answer(self, worker: Worker) -> Iterator[Result | Failure]:
        was_ready = worker.is_ready
        name = worker.holding
        try:
            answer = worker.receive()
        except (EOFError, OSError):
            yield from self._died(worker)
            return
        except Exception as error:  # noqa: BLE001 - a result that cannot be rebuilt is that item's failure
            self._remove(worker).kill()
            yield failure_of(self._step, name or "an item", error)
            return
        if not worker.is_sound:
            self._remove(worker).kill()
        if was_ready:
            yield cast("Result | Failure", answer)

    def _died(self, worker: Worker) -> Iterator[Failure]:
        name, was_ready = worker.holding, worker.is_ready
        end = self._remove(worker).reap()
        log_event(_LOG, DEBUG, "a worker process %(end)s", end=end, stage=stage_of(self._step))
        if not was_ready:
            # The next one would end the same way, forever.
            raise InputError(
                f"step {stage_of(self._step)}",
                f"a worker process {end} before its first item. The step must be importable from another "
                'process, and a script must keep its own work under if __name__ == "__main__"',
            )
        if name is not None:
            reason = f"the worker process {end} while it held this item; out of memory, or a crash in C code"
            yield Failure(url=name, stage=stage_of(self._step), kind="WorkerDied", reason=reason)

    def _overdue(self, worker: Worker) -> Failure:
        name = worker.holding
        self._remove(worker).kill()
        log_event(_LOG, DEBUG, "ended a worker process that was overdue", stage=stage_of(self._step))
        if name is None:
            raise InputError(
                f"step {stage_of(self._step)}", "a worker process did not start; is the machine overloaded?"
            )
        return failure_of(self._step, name, BudgetExceeded(name, self._budget.seconds))

    def _remove(self, worker: Worker) -> Worker:
        self._workers.remove(worker)
        return worker


def pickled_step(step: Callable[..., object]) -> bytes:
    """The step as workers receive it. Raises ``InputError`` if it cannot be pickled."""
    try:
        return pickled("", step)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        reason = f"cannot be sent to another process ({error}). Use a top-level function, or a partial of one"
        raise InputError(f"step {stage_of(step)}", reason) from error


def _end(workers: list[Worker], owner: int) -> None:
    # A forked process has a copy of the pool, but does not own the workers.
    while workers and os.getpid() == owner:
        workers.pop().kill()
