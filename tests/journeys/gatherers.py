"""Gathering as a process of its own, that can be watched, stopped in the middle of a write, and killed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# The byte of a -shm file that a connection locks while it writes (SQLite, "WAL-mode File Format", 2.3.1).
WRITE_LOCK_BYTE = 120
LOCKS = Path("/proc/locks")

# Not how long it takes: after this, a gatherer that does not get on is called stuck.
DEADLINE_SECONDS = 240.0


class GatherProcess:
    """``newsloom gather`` with its acknowledgements."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._folder = folder
        command = [sys.executable, "-m", "newsloom", "gather", "--format", "jsonl", *options]
        # A file, not a pipe: what was written before the kill is there, whoever reads when.
        self._printed = folder / "acknowledged.jsonl"
        with self._printed.open("wb") as output:
            self.process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.PIPE)

    def acknowledged(self) -> list[dict[str, Any]]:
        """The lines it printed whole."""
        # Opened anew: a file shared with the process has one place for both, and seeking would move its pen.
        lines = self._printed.read_bytes().split(b"\n")[:-1]
        return [json.loads(line) for line in lines]

    def kept(self) -> set[str]:
        """The stories it said are kept."""
        return {one["url"] for one in self.acknowledged() if one.get("kind") == "article"}

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=DEADLINE_SECONDS)

    def end(self) -> int:
        _, errors = self.process.communicate(timeout=DEADLINE_SECONDS)
        assert b"Traceback" not in errors, errors.decode()
        return self.process.returncode

    def close(self) -> None:
        """Leave nothing running and nothing open, however the test ended."""
        if self.process.poll() is None:
            self.kill()

    def wait_for(self, condition: Callable[[], bool], glance_seconds: float = 0.02) -> bool:
        """Whether the condition came true while it was running; it is looked at every so often."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        while not condition():
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=glance_seconds)
                return False
            assert time.monotonic() < deadline, "the gatherer neither gets on nor ends"
        return True

    def stop_inside_a_write(self) -> bool:
        """Freeze it while it is writing to the store; False if it ended before."""
        shared = self._folder / "newsloom.db-shm"

        def is_caught() -> bool:
            if not is_writing(shared):
                return False
            self.process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            if is_writing(shared):
                return True
            # The write was over before the signal came.
            self.process.send_signal(signal.SIGCONT)
            return False

        return self.wait_for(is_caught, glance_seconds=0.001)


def is_writing(shared: Path) -> bool:
    """Whether some process holds the lock of the one writer of a SQLite file."""
    # Asked of the kernel, not of the file: to open and close it here would let go of this process's own locks on it,
    # and the next gatherer would cut it short under the feet of the test.
    try:
        inode = shared.stat().st_ino
    except FileNotFoundError:
        return False
    locks = [line.split() for line in LOCKS.read_text(encoding="ascii").splitlines()]
    return any(_is_write_lock(lock, inode) for lock in locks)


def _is_write_lock(lock: list[str], inode: int) -> bool:
    """Of a line such as "7: POSIX ADVISORY WRITE 4711 fe:00:131 120 120"; one that is only waited for has an arrow."""
    *kind, place, first, last = lock
    if "WRITE" not in kind or "->" in kind or place.rpartition(":")[2] != str(inode):
        return False
    return int(first) <= WRITE_LOCK_BYTE and (last == "EOF" or int(last) >= WRITE_LOCK_BYTE)
