"""The gatherer that belongs to a portal: a process that is started again when it ends, and what the portal knows of it.

It ends with the portal, also with one that is killed: its standard input is a pipe, which ends then.
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

# A gatherer ends at a safe point: the page that it reads, not the run.
_ENDING_SECONDS: Final = 30

_RESTARTS: Final = 0
_IS_GIVEN_UP: Final = 1


class GathererStatus:
    """What became of the gatherer. All processes of a portal share it; the one that supervises writes it."""

    def __init__(self) -> None:
        self._shared = multiprocessing.get_context("spawn").RawArray("q", 2)

    @property
    def restarts(self) -> int:
        """How often it was started again."""
        return int(self._shared[_RESTARTS])

    @property
    def is_given_up(self) -> bool:
        """Whether it ended for a reason that no restart mends."""
        return bool(self._shared[_IS_GIVEN_UP])

    def note_restart(self) -> None:
        self._shared[_RESTARTS] += 1

    def give_up(self) -> None:
        self._shared[_IS_GIVEN_UP] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartPolicy:
    """When to start a process again. ``lasting_codes`` are exit codes that say that a restart mends nothing."""

    lasting_codes: frozenset[int] = frozenset()
    first_delay_seconds: float = 1.0
    longest_delay_seconds: float = 300.0

    def delay(self, ends_in_a_row: int) -> float:
        """Seconds before the next start, after so many ends soon after each other."""
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
    """Run the command as long as the block lasts. ``complain`` is told of every end that nobody wanted."""
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
                # A group of its own: Ctrl-C is for us, and we end it.
                self._process = subprocess.Popen(  # noqa: S603
                    self._command, env=self._environment, stdin=subprocess.PIPE, process_group=0
                )

    def run(self) -> None:
        """Wait for the process to end, and start it again; until ``end``, or until it is given up."""
        ends = lasting = 0
        while self._process is not None:
            started = time.monotonic()
            code = self._process.wait()
            if self._process.stdin is not None:
                self._process.stdin.close()
            if self._is_ending.is_set():
                return
            ends = 1 if time.monotonic() - started > self._policy.longest_delay_seconds else ends + 1
            # The first may be the end of an old version after an upgrade: what is started now is the new one.
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
            # No memory, no process left: it is tried again after the next pause, for the last one is still over.
            self._complain(f"the gatherer could not be started: {error}")
        else:
            self._status.note_restart()

    def end(self) -> None:
        """End the process, at a safe point if it takes no longer than is reasonable."""
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
        message = "the gatherer is given up (%(code)s): a restart does not mend its reason. Nobody gathers"
        log_event(_LOG, WARNING, message, code=_exit_reason(code))
        self._complain(message % {"code": _exit_reason(code)})


def _exit_reason(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
