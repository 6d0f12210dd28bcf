"""A process that does one long item at a time, such as a shard, and reports progress to the waiting caller.

An item has parts, such as pages, each with a time budget. The step says when a part begins and ends, and the process is
killed when a part takes too long. It reports nothing about that item then, so the caller has to do the item in another
way.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from ctypes import c_double
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from typing import Any, Final, TypeAlias

from newsloom.engines.failures import prepare, shorten
from newsloom.engines.local.pool import pickled_step
from newsloom.engines.local.worker import (
    CONTEXT,
    GRACE_SECONDS,
    START_SECONDS,
    limit_memory,
    pickled,
    start_process,
    told_end,
)

__all__ = ["Heard", "ProcessLost", "UnsoundProcess", "Watch", "WatchedProcess"]

Heard: TypeAlias = Callable[[Mapping[str, float]], None]

# How often the waiting process checks the other's clock.
_LOOK_SECONDS: Final = 0.5
_TELL_SECONDS: Final = 0.5

# Announces a step; an item is never this short.
_STEP_FOLLOWS: Final = b""

_SO_FAR, _DONE, _FAILED, _UNSOUND = range(4)


class ProcessLost(Exception):
    """The process died or was killed before its item was done."""


class UnsoundProcess(Exception):
    """Raised by a step whose process should not be used any more, for example because modules may be half imported."""


class Watch:
    """Used inside the worker process: the step reports the parts of its item."""

    def __init__(self, connection: Connection, clock: c_double) -> None:
        self._connection = connection
        self._clock = clock
        self._told_at = 0.0

    def begin(self) -> None:
        """Start a part and its time limit."""
        self._clock.value = time.monotonic()

    def end(self) -> None:
        """End the part. Until the next begins there is no time limit."""
        self._clock.value = 0.0

    def tell(self, numbers: Mapping[str, float]) -> None:
        """Report progress. Most calls cost nothing, because only some are passed on."""
        now = time.monotonic()
        if now - self._told_at > _TELL_SECONDS:
            self._told_at = now
            self._connection.send((_SO_FAR, dict(numbers)))


class WatchedProcess:
    """A process that starts with its first item and stays for the next; one item at a time.

    ``memory_bytes`` is how much memory it may take beyond what it has once its step is prepared; enforced on Linux.
    """

    def __init__(self, part_seconds: float, memory_bytes: int | None) -> None:
        self._part_seconds = part_seconds
        self._memory_bytes = memory_bytes
        # Read here and written in the other process: CLOCK_MONOTONIC is one clock for all processes.
        self._clock: c_double = CONTEXT.RawValue(c_double, 0.0)
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._step = b""

    def run(self, step: Callable[[Any, Watch], Any], item: object, heard: Heard) -> Any:
        """What the step returns for an item. Raises what the step raises, and ``ProcessLost``.

        ``heard`` is called at least every second with the latest reported progress. If it raises, the process is
        killed.
        """
        try:
            connection = self._loaded(pickled_step(step))
            connection.send_bytes(pickled("", item))
            outcome, value = self._answer(connection, heard)
        except (EOFError, OSError) as error:
            end = told_end(self._process) if self._process is not None else "could not be started"
            self.close()
            raise ProcessLost(f"the process {end}") from error
        except BaseException:
            self.close()
            raise
        if outcome == _FAILED:
            raise value
        return value

    def close(self) -> None:
        """End the process."""
        process, connection = self._process, self._connection
        self._process, self._connection, self._step = None, None, b""
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.join()
            process.close()

    def _loaded(self, step: bytes) -> Connection:
        """The connection to a process that has loaded the step."""
        connection = self._connection or self._start(has_script=b"__main__" in step)
        if self._step != step:
            self._clock.value = 0.0
            connection.send_bytes(_STEP_FOLLOWS)
            connection.send_bytes(step)
            if not connection.poll(START_SECONDS):
                raise ProcessLost("the process did not start in time")
            connection.recv()
            self._step = step
        return connection

    def _start(self, *, has_script: bool) -> Connection:
        self._connection, theirs = CONTEXT.Pipe()
        arguments = (theirs, self._clock, self._memory_bytes)
        self._process = CONTEXT.Process(target=_serve, args=arguments, daemon=True)
        with theirs:
            start_process(self._process, has_script=has_script)
        return self._connection

    def _answer(self, connection: Connection, heard: Heard) -> tuple[int, Any]:
        numbers: Mapping[str, float] = {}
        while True:
            if connection.poll(_LOOK_SECONDS):
                outcome, value = connection.recv()
                if outcome == _UNSOUND:
                    raise ProcessLost(value)
                if outcome != _SO_FAR:
                    return outcome, value
                numbers = value
            began = self._clock.value
            if began and time.monotonic() - began > self._part_seconds + GRACE_SECONDS:
                raise ProcessLost("the process was ended because a part of its work took too long")
            heard(numbers)


def _serve(connection: Connection, clock: c_double, memory_bytes: int | None) -> None:
    watch = Watch(connection, clock)
    step: Callable[[Any, Watch], Any] | None = None
    # The parent's death closes the pipe and ends the process.
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            message = connection.recv_bytes()
            if message == _STEP_FOLLOWS or step is None:
                _, step = ForkingPickler.loads(connection.recv_bytes())
                prepare(step)
                limit_memory(memory_bytes)
                connection.send((_DONE, None))
            else:
                connection.send_bytes(_outcome(step, message, watch))


def _outcome(step: Callable[[Any, Watch], Any], message: bytes, watch: Watch) -> bytes:
    try:
        _, item = ForkingPickler.loads(message)
        return bytes(ForkingPickler.dumps((_DONE, step(item, watch))))
    except (MemoryError, UnsoundProcess) as error:
        return bytes(ForkingPickler.dumps((_UNSOUND, shorten(str(error)) or "the process ran out of memory")))
    except (BrokenPipeError, ConnectionResetError):
        # The caller no longer waits for it.
        raise
    except Exception as error:  # noqa: BLE001 - an engine's boundary: it is raised again where the item came from
        return bytes(ForkingPickler.dumps((_FAILED, error)))
