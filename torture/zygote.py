"""Starts commands at once: a process that has already imported everything forks for each command.

Starting Python and importing the product takes longer than most commands; a thousand kills would spend their time
there. Each forked command is the leader of its own session, so any processes it leaves behind are found by the session
id.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

__all__ = ["Command", "Zygote", "processes_of"]

_NOT_IMPORTED: Final = ("newsloom.press", "newsloom.evaluation", "newsloom.testing", "newsloom.integrations",
                        "newsloom.__main__")  # fmt: skip
# Modules that are otherwise imported on first use.
_ALSO_IMPORTED: Final = ("alembic.command", "psycopg", "sqlalchemy.dialects.postgresql.psycopg", "numpy.random",
                         "pyarrow.parquet", "warcio.warcwriter")  # fmt: skip
# How long the kernel may take to remove a killed process: it may have much memory, on a busy machine.
_KILLED_SECONDS: Final = 60.0
# numpy's threads would be missing in the forked process; nothing that runs here needs them.
_ENVIRONMENT: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


@dataclass(slots=True)
class Command:
    """A running command; its output goes to files, which can be read at any time."""

    pid: int
    output: Path
    errors: Path
    began: float
    zygote: Zygote
    status: int | None = None

    def is_running(self) -> bool:
        return not self.wait(0)

    def wait(self, seconds: float) -> bool:
        """Returns whether it ends by itself within this many seconds."""
        if self.status is None:
            opened = os.pidfd_open(self.pid)
            try:
                if not select.select([opened], [], [], seconds)[0]:
                    return False
            finally:
                os.close(opened)
            self.status = self.zygote.status_of(self.pid)
        return True

    def send(self, number: int) -> None:
        """Sends a signal. The pid stays valid until the status of the ended process is read."""
        if self.status is None:
            os.kill(self.pid, number)

    def kill(self) -> bool:
        """Kills it, but not its children; returns whether it was still running."""
        self.send(signal.SIGKILL)
        self.wait(_KILLED_SECONDS)
        return self.status == -signal.SIGKILL

    def leftovers(self, seconds: float = 30.0) -> list[int]:
        """Returns the children that still run after this time, and kills them all."""
        end = time.monotonic() + seconds
        while (left := processes_of(self.pid)) and time.monotonic() < end:
            time.sleep(0.02)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        return left

    def printed(self) -> str:
        return self.output.read_text(encoding="utf-8", errors="replace")

    def crash(self) -> str:
        """Returns the traceback of a crash, or an empty text.

        Ignores errors of Python's own clean-up at exit, and of a worker whose parent was killed while starting it.
        """
        lines = self.said().splitlines()
        for place, line in enumerate(lines):
            is_ignored = place > 0 and lines[place - 1].startswith("Exception ignored")
            if (
                line.startswith("Traceback")
                and not is_ignored
                and "spawn_main" not in "".join(lines[place : place + 4])
            ):
                return "\n".join(lines[place:])[-1500:]
        return ""

    def said(self) -> str:
        return self.errors.read_text(encoding="utf-8", errors="replace")


class Zygote:
    """Starts ``newsloom`` commands."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "torture.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | _ENVIRONMENT,
        )
        assert self._ask() == "ready"

    def __enter__(self) -> Zygote:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()  # type: ignore[union-attr]
        self._process.wait(timeout=60)
        self._process.stdout.close()  # type: ignore[union-attr]

    def start(
        self,
        folder: Path,
        arguments: Sequence[str],
        *,
        limits: Mapping[int, int] | None = None,
        log: Path | None = None,
    ) -> Command:
        """Starts a command in a folder; ``limits`` are those of ``resource``, by number."""
        kept = log or folder
        output, errors = kept / "printed", kept / "said"
        for file in (output, errors):  # it may be killed before it opens them
            file.write_bytes(b"")
        wanted = {
            "folder": str(folder),
            "arguments": list(arguments),
            "output": str(output),
            "errors": str(errors),
            "limits": {str(kind): most for kind, most in (limits or {}).items()},
        }
        pid = self._ask({"start": wanted})
        return Command(pid=pid, output=output, errors=errors, began=time.monotonic(), zygote=self)

    @property
    def size_bytes(self) -> int:
        """The size of its address space, with which each of its commands begins."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[0])
        return pages * resource.getpagesize()

    def run(
        self,
        folder: Path,
        *arguments: str,
        seconds: float = 240.0,
        limits: Mapping[int, int] | None = None,
        log: Path | None = None,
    ) -> Command:
        """Starts a command and waits until it ends; if it takes too long it is killed, as its status shows."""
        command = self.start(folder, arguments, limits=limits, log=log)
        if not command.wait(seconds):
            command.kill()
        return command

    def status_of(self, pid: int) -> int | None:
        status: int | None = self._ask({"status": pid})
        return status

    def _ask(self, question: Any = None) -> Any:
        if question is not None:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")  # type: ignore[union-attr]
            self._process.stdin.flush()  # type: ignore[union-attr]
        return json.loads(self._process.stdout.readline())  # type: ignore[union-attr]


def processes_of(session: int) -> list[int]:
    """Returns the processes of a session that are still running."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            state, _, _, own = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue
        if int(own) == session and state not in "ZX":
            found.append(int(folder.name))
    return found


def _serve() -> None:
    for module in pkgutil.walk_packages(importlib.import_module("newsloom").__path__, "newsloom."):
        if not module.name.startswith(_NOT_IMPORTED) and ".migrations" not in module.name:
            importlib.import_module(module.name)
    for name in _ALSO_IMPORTED:
        importlib.import_module(name)
    # Exclude the imported objects from garbage collection, which would copy their memory pages in every process.
    gc.collect()
    gc.freeze()
    _tell("ready")
    # Unbuffered: data read ahead here would be read again by every forked process.
    with os.fdopen(os.dup(0), "rb", buffering=0) as questions:
        while line := questions.readline():
            question = json.loads(line)
            if "status" in question:
                _tell(_status(question["status"]))
                continue
            pid = os.fork()
            if not pid:
                questions.close()
                _become(question["start"])
                return
            _tell(pid)


def _status(pid: int) -> int | None:
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _become(wanted: dict[str, Any]) -> None:
    os.setsid()
    os.chdir(wanted["folder"])
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for number, opened in (
        (0, os.open(os.devnull, os.O_RDONLY)),
        (1, os.open(wanted["output"], flags, 0o600)),
        (2, os.open(wanted["errors"], flags, 0o600)),
    ):
        os.dup2(opened, number)
        os.close(opened)
    for kind, most in wanted["limits"].items():
        resource.setrlimit(int(kind), (most, most))
    sys.argv = ["newsloom", *wanted["arguments"]]
    importlib.import_module("newsloom.cli").main()


def _tell(answer: Any) -> None:
    os.write(1, json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    _serve()
