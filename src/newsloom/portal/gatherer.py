"""Runs a portal's own gatherer as a process, restarts it when it ends, and keeps its status for the portal.

The gatherer ends with the portal, even if that is killed: its standard input is a pipe, which closes then.
"""

from __future__ import annotations

import multiprocessing
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from newsloom.logs import WARNING, log_event, stage_logger

__all__ = ["GathererStatus", "RestartPolicy", "supervised"]

_LOG: Final = stage_logger(__name__)

# A gatherer ends at a safe point: after the page it is reading, not after the run.
_ENDING_SECONDS: Final = 30

_RESTARTS: Final = 0
_IS_GIVEN_UP: Final = 1


class GathererStatus:
    """The state of the gatherer. All processes of a portal share it; the one that supervises writes it."""

    def __init__(self) -> None:
        self._shared = multiprocessing.get_context("spawn").RawArray("q", 2)

    @property
    def restarts(self) -> int:
        """How often it was restarted."""
        return int(self._shared[_RESTARTS])

    @property
    def is_given_up(self) -> bool:
        """Whether it ended for a reason that a restart does not fix."""
        return bool(self._shared[_IS_GIVEN_UP])

    def note_restart(self) -> None:
        self._shared[_RESTARTS] += 1

    def give_up(self) -> None:
        self._shared[_IS_GIVEN_UP] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartPolicy:
    """When to restart a process. ``lasting_codes`` are the exit codes of failures that a restart does not fix."""

    lasting_codes: frozenset[int] = frozenset()
    first_delay_seconds: float = 1.0
    longest_delay_seconds: float = 300.0

    def delay(self, ends_in_a_row: int) -> float:
        """Seconds before the next start, after this many ends in quick succession."""
        # Capped first: a thousand ends would overflow.
        return min(self.first_delay_seconds * 2.0 ** min(ends_in_a_row - 1, 30), self.longest_delay_seconds)


@contextmanager
def supervised(
    command: Sequence[str],
    environment: Mapping[str, str],
    status: GathererStatus,
    policy: RestartPolicy,
    complain: Callable[[str], None],
) -> Iterator[None]:
    """Run the command for the duration of the block. ``complain`` is called with each unexpected end."""
    supervisor = _Supervisor(command, environment, status, policy, complain)
    thread = threading.Thread(target=supervisor.run, name="gatherer", daemon=True)
    supervisor.start()
    thread.start()
    try:
        yield
    finally:
        supervisor.end()
        thread.join()


class _Supervisor:
    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        status: GathererStatus,
        policy: RestartPolicy,
        complain: Callable[[str], None],
    ) -> None:
        self._command = command
        self._environment = environment
        self._status = status
        self._policy = policy
        self._complain = complain
        self._is_ending = threading.Event()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process, unless the portal is ending."""
        with self._lock:
            if not self._is_ending.is_set():
                # Its own process group: Ctrl-C is for us, and we end the gatherer.
                self._process = subprocess.Popen(  # noqa: S603
                    self._command, env=self._environment, stdin=subprocess.PIPE, process_group=0
                )

    def run(self) -> None:
        """Restart the process whenever it ends, until ``end`` is called or it is given up."""
        ends = lasting = 0
        while self._process is not None:
            started = time.monotonic()
            code = self._process.wait()
            if self._process.stdin is not None:
                self._process.stdin.close()
            if self._is_ending.is_set():
                return
            ends = 1 if time.monotonic() - started > self._policy.longest_delay_seconds else ends + 1
            # The first such end may be an old version's after an upgrade: a restart runs the new one.
            lasting = lasting + 1 if code in self._policy.lasting_codes else 0
            if lasting > 1:
                self._give_up(code)
                return
            self._say_restart(code, self._policy.delay(ends))
            if self._is_ending.wait(self._policy.delay(ends)):
                return
            self._restart()

    def _restart(self) -> None:
        try:
            self.start()
        except OSError as error:
            # No memory or no process left. It is tried again after the next pause, as the old process has ended.
            self._complain(f"the gatherer could not be started: {error}")
        else:
            self._status.note_restart()

    def end(self) -> None:
        """End the process at a safe point; kill it if that takes too long."""
        with self._lock:
            self._is_ending.set()
            process = self._process
        if process is None:
            return
        process.terminate()
        try:
            process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _say_restart(self, code: int, wait_seconds: float) -> None:
        message = "the gatherer ended (%(code)s); it is started again in %(wait_seconds).0f s"
        log_event(_LOG, WARNING, message, code=_exit_reason(code), wait_seconds=wait_seconds)
        self._complain(message % {"code": _exit_reason(code), "wait_seconds": wait_seconds})

    def _give_up(self, code: int) -> None:
        self._status.give_up()
        message = "the gatherer is given up (%(code)s): a restart would not help. Nothing is gathered now"
        log_event(_LOG, WARNING, message, code=_exit_reason(code))
        self._complain(message % {"code": _exit_reason(code)})


def _exit_reason(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
