"""The engine for a Dask cluster: runs a step on many items, on whatever machines its workers are."""

from __future__ import annotations

import contextlib
import functools
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final, TypeVar

from newsloom.engines.dask.loop import LoopThread
from newsloom.engines.dask.tasks import TOPIC, Batch, run_batch
from newsloom.engines.failures import shorten, stage_of
from newsloom.engines.local.pool import pickled_step
from newsloom.errors import InputError, MissingExtra
from newsloom.logs import INFO, log_event, stage_logger
from newsloom.records import Failure

__all__ = ["DaskEngine"]

_LOG: Final = stage_logger(__name__)

Item = TypeVar("Item")
Result = TypeVar("Result")

# Longest wait for one answer from the cluster: a lost scheduler does not answer.
_LOOK_SECONDS: Final = 2.0
# The pause between two attempts to reach it.
_PAUSE_SECONDS: Final = 0.5
_CONNECT_SECONDS: Final = 10.0
_SEARCH_LOOK_SECONDS: Final = 0.05


@dataclass(frozen=True, kw_only=True)
class DaskEngine:
    """Runs steps on the workers of a Dask scheduler, for example ``tcp://10.0.0.5:8786``.

    Items are sent in batches of ``batch_items``; twice as many batches as threads are in flight. With
    ``budget_seconds`` an item runs in a process beside its Dask worker, which is killed when the time is up or the item
    takes more than ``memory_bytes``. With None it runs in the worker's own thread, and the step enforces its own
    limits.

    A batch whose worker is lost runs again elsewhere; an item that on its own kills worker after worker is a failure.
    If the scheduler is lost, the engine waits ``patience_seconds`` for it to come back and sends it what is not done
    yet. Each outcome is yielded once, but a step may have run more than once, so its writes must be idempotent.
    ``heard`` is called, in one of Dask's threads, with what a ``DaskMessenger`` in a step reports. ``shown`` is called
    every two seconds; what it returns is the run's row, named by ``step``, on the page ``/newsloom`` beside Dask's
    dashboard.
    """

    scheduler: str
    budget_seconds: float | None = 10.0
    memory_bytes: int | None = None
    batch_items: int = 1
    patience_seconds: float = 300.0
    name: Callable[[Any], str] = str
    label: str | None = None
    heard: Callable[[dict[str, Any]], None] | None = None
    shown: Callable[[], Mapping[str, str] | None] | None = None

    def map(self, step: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result | Failure]:
        """Raises ``MissingExtra`` without the extra ``bulk``, ``InputError`` if no scheduler answers."""
        if self.batch_items < 1 or (self.budget_seconds is not None and self.budget_seconds <= 0):
            raise InputError("DaskEngine", "batch_items must be at least 1, budget_seconds above 0")
        pickled_step(step)
        _require()
        run = _Run(self, step, iter(items))
        try:
            run.connect(_CONNECT_SECONDS)
        except BaseException:
            run.close()
            raise
        return run.outcomes()


def _require() -> None:
    try:
        import distributed  # noqa: F401, PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra("a Dask scheduler", "bulk") from error


@dataclass(slots=True)
class _Run:
    """One ``map`` in progress: which batch belongs to which future."""

    engine: DaskEngine
    step: Callable[[Any], Any]
    items: Iterator[Any]
    _loop: LoopThread = field(default_factory=LoopThread)
    _client: Any = None
    _waiting: list[Batch] = field(default_factory=list)
    _running: dict[Any, Batch] = field(default_factory=dict)
    _suspects: list[Batch] = field(default_factory=list)
    _is_alone: bool = False
    _serial: int = 0
    _shown_at: float = 0.0

    def outcomes(self) -> Iterator[Any]:
        try:
            while True:
                try:
                    self._submit()
                    if not self._running:
                        self._show()
                        return
                    settled = self._settled()
                except self._losses() as error:
                    self._connect_again(error)
                    continue
                for outcomes in settled:
                    yield from outcomes
                self._show()
        finally:
            self.close()

    def connect(self, patience_seconds: float) -> None:
        """Raises ``InputError`` if no scheduler answers in time."""
        from distributed import Client  # noqa: PLC0415 - an extra

        # A lost scheduler is handled and logged here; the client itself would log a traceback.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        address, end = self.engine.scheduler, time.monotonic() + patience_seconds
        while self._client is None:
            try:
                self._loop.check_scheduler(address, _LOOK_SECONDS)
                self._client = Client(address, loop=self._loop.loop, set_as_default=False, timeout=_LOOK_SECONDS)
            except (OSError, TimeoutError, ValueError) as error:
                if isinstance(error, ValueError) or time.monotonic() > end:
                    reason = f"no Dask scheduler answers: {error}"
                    raise InputError(address, reason) from error
                time.sleep(_PAUSE_SECONDS)
        if self.engine.heard is not None:
            self._client.subscribe_topic(TOPIC, functools.partial(_hand_on, self.engine.heard))
        if self.engine.shown is not None:
            self._add_page()

    def close(self) -> None:
        """Close the connection and end its thread."""
        self._disconnect()
        self._loop.close()

    def _add_page(self) -> None:
        from newsloom.engines.dask.page import ProgressPage  # noqa: PLC0415 - an extra

        # A scheduler without Newsloom installed cannot show the page.
        with contextlib.suppress(ImportError, AttributeError, *self._losses()):
            self._client.register_plugin(ProgressPage())

    def _show(self) -> None:
        numbers = self.engine.shown() if self.engine.shown is not None else None
        if numbers is None or (time.monotonic() - self._shown_at < _LOOK_SECONDS and self._running):
            return
        from newsloom.engines.dask.page import RUNS  # noqa: PLC0415 - an extra

        self._shown_at = time.monotonic()
        with contextlib.suppress(*self._losses()):
            self._client.log_event(RUNS, dict(numbers))

    def _submit(self) -> None:
        """Send batches until there are two for each thread. Lost batches go first; suspects go last, one at a time."""
        if self._is_alone and self._running:
            return
        self._is_alone = False
        room = 2 * max(1, self._threads()) - len(self._running)
        for _ in range(room):
            batch = self._waiting.pop() if self._waiting else self._next_batch()
            if batch is None:
                break
            self._send(batch)
        if self._suspects and not self._running:
            self._is_alone = True
            self._send(self._suspects.pop())

    def _send(self, batch: Batch) -> None:
        self._serial += 1
        key = f"{self.engine.label or stage_of(self.step)}-{id(self):x}-{self._serial}"
        self._running[self._client.submit(run_batch, self.step, batch, key=key, pure=False)] = batch

    def _threads(self) -> int:
        told = self._client.scheduler_info(n_workers=-1)
        # The information is missing while the scheduler is being lost.
        if "workers" not in told:
            raise ConnectionError("the scheduler does not answer")
        return sum(worker["nthreads"] for worker in told["workers"].values())

    def _next_batch(self) -> Batch | None:
        named = [(shorten(self.engine.name(item)), item) for item in islice(self.items, self.engine.batch_items)]
        engine = self.engine
        return (
            Batch(named=named, budget_seconds=engine.budget_seconds, memory_bytes=engine.memory_bytes)
            if named
            else None
        )

    def _settled(self) -> list[list[Any]]:
        """The outcomes of batches that are done."""
        from distributed import wait  # noqa: PLC0415 - an extra

        with contextlib.suppress(TimeoutError), self._client.as_current():
            wait(list(self._running), timeout=_LOOK_SECONDS, return_when="FIRST_COMPLETED")
        if self._client.status != "running":
            raise ConnectionError(f"the connection to the scheduler is {self._client.status}")
        found = []
        for future in [one for one in self._running if one.status != "pending"]:
            # Removed only now, so that a batch lost while being fetched is sent again.
            outcomes = self._outcomes_of(future, self._running[future])
            del self._running[future]
            future.release()
            found.append(outcomes)
        return found

    def _outcomes_of(self, future: Any, batch: Batch) -> list[Any]:
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        if future.status in ("cancelled", "lost"):
            self._waiting.append(batch)
            return []
        if future.status == "error":
            error = future.exception()
            if isinstance(error, KilledWorker):
                return self._after_kill(batch, str(error))
            if isinstance(error, InputError):
                raise error
            return [self._failure(name, type(error).__name__, str(error)) for name, _ in batch.named]
        return list(future.result())

    def _after_kill(self, batch: Batch, reason: str) -> list[Any]:
        """Queue the items of a killed worker to run one by one. An item that kills its worker alone is a failure."""
        if self._is_alone:
            return [self._failure(name, "WorkerDied", reason) for name, _ in batch.named]
        self._suspects += [replace(batch, named=[one]) for one in batch.named]
        return []

    def _failure(self, name: str, kind: str, reason: str) -> Failure:
        return Failure(url=name, stage=stage_of(self.step), kind=kind, reason=shorten(reason) or kind)

    def _losses(self) -> tuple[type[BaseException], ...]:
        from concurrent.futures import CancelledError  # noqa: PLC0415 - see below

        from distributed.comm.core import CommClosedError  # noqa: PLC0415 - an extra

        return ConnectionError, CommClosedError, CancelledError, TimeoutError

    def _connect_again(self, error: BaseException) -> None:
        log_event(_LOG, INFO, "lost the scheduler (%(reason)s), trying to reconnect", reason=str(error))
        self._waiting += self._running.values()
        self._running.clear()
        self._disconnect()
        self.connect(self.engine.patience_seconds)

    def _disconnect(self) -> None:
        client, self._client = self._client, None
        if client is None:
            return
        _await_search(client)
        with contextlib.suppress(*self._losses(), OSError, RuntimeError):
            if self._running and client.status == "running":
                client.cancel(list(self._running))
        with contextlib.suppress(*self._losses(), OSError, RuntimeError):
            client.close(timeout=_LOOK_SECONDS)


def _await_search(client: Any) -> None:
    """Let a client finish its own search for a lost scheduler: closed in the middle of it, it leaves a socket open."""
    end = time.monotonic() + 2 * _LOOK_SECONDS
    while client.status == "connecting" and time.monotonic() < end:
        time.sleep(_SEARCH_LOOK_SECONDS)


def _hand_on(heard: Callable[[dict[str, Any]], None], event: tuple[float, dict[str, Any]]) -> None:
    heard(event[1])
