"""Runs a temporary PostgreSQL server for the duration of a block.

The server has its own data folder and port and listens on loopback only. The programs must be installed. The server
refuses to run as root, so root also needs the user that Debian creates for it.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

__all__ = ["PostgresServer", "postgres_programs", "temporary_postgres"]

_USER: Final = "newsloom"
_DEBIAN_USER: Final = "postgres"

# Debian installs the server's programs separately for each version, and not on the path.
_DEBIAN_FOLDER: Final = Path("/usr/lib/postgresql")

_PATIENCE_SECONDS: Final = 120


class PostgresServer:
    """A running server; ``stop`` and ``start`` are for tests of what happens when it goes away."""

    def __init__(self, programs: Path, folder: Path, settings: tuple[str, ...]) -> None:
        self._programs = programs
        self._folder = folder
        self._settings = settings
        self._names = count(1)
        self.port = _free_port()
        self._run("initdb", "-A", "trust", "-U", _USER, "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self) -> None:
        """Starts the server; returns when it answers."""
        settings = ("listen_addresses=127.0.0.1", f"unix_socket_directories={self._folder}", *self._settings)
        options = " ".join([f"-p {self.port}", *(f"-c {setting}" for setting in settings)])
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Stops the server at once, as if it had been killed."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def freeze(self) -> None:
        """Suspends all processes of the server; clients wait until ``thaw``."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def new_database(self, *, template: str | None = None, folder: Path | None = None) -> str:
        """Returns the address of a new database: empty, or a copy of an unused one; its files are in ``folder``."""
        name = f"newsroom{next(self._names)}"
        # Copying files is faster for a small database than the default, copying through the log.
        like = f" TEMPLATE {template.rpartition('/')[2]} STRATEGY FILE_COPY" if template else ""
        where = ""
        if folder is not None:
            self._say(f"CREATE TABLESPACE of_{name} LOCATION '{folder}'")
            where = f" TABLESPACE of_{name}"
        self._say(f"CREATE DATABASE {name}{like}{where}")
        return self.dsn(name)

    def drop_database(self, dsn: str) -> None:
        """Drops a database of ``new_database``, which has a thousand files, and its tablespace."""
        name = dsn.rpartition("/")[2]
        self._say(f"DROP DATABASE {name} WITH (FORCE)")
        self._say(f"DROP TABLESPACE IF EXISTS of_{name}")

    def dsn(self, database: str) -> str:
        return f"postgresql://{_USER}@127.0.0.1:{self.port}/{database}"

    def _signal(self, number: int) -> None:
        main = int((self._folder / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
        for pid in (main, *_children(main)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def _say(self, command: str) -> None:
        import psycopg  # noqa: PLC0415 - an extra

        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            connection.execute(command.encode())

    def _run(self, program: str, *arguments: str) -> None:
        owner: dict[str, Any] = {}
        if os.getuid() == 0:
            owner = {"user": _DEBIAN_USER, "group": _DEBIAN_USER, "extra_groups": []}
        subprocess.run(  # noqa: S603 - a program of the folder that was found
            [self._programs / program, "-D", self._folder / "data", *arguments],
            check=True,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE_SECONDS,
            **owner,
        )


def postgres_programs() -> Path | None:
    """Returns the folder with the server's programs, or None if it cannot be run."""
    if os.getuid() == 0 and _DEBIAN_USER not in {entry.pw_name for entry in pwd.getpwall()}:
        return None
    on_path = shutil.which("initdb")
    folders = [*sorted(_DEBIAN_FOLDER.glob("*/bin"), reverse=True), *([Path(on_path).parent] if on_path else [])]
    return next((folder for folder in folders if (folder / "pg_ctl").exists()), None)


@contextlib.contextmanager
def temporary_postgres(programs: Path, *settings: str) -> Iterator[PostgresServer]:
    """Runs a server with these settings ("fsync=off") until the block ends, then removes its data."""
    # Not inside another temporary folder: a socket path may have 107 characters, and root's folder may not be readable.
    folder = Path(tempfile.mkdtemp(prefix="newsloom-pg-"))
    try:
        if os.getuid() == 0:
            shutil.chown(folder, _DEBIAN_USER, _DEBIAN_USER)
        server = PostgresServer(programs, folder, settings)
        try:
            yield server
        finally:
            # It may already be stopped.
            with contextlib.suppress(subprocess.CalledProcessError):
                server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    return [int(pid) for pid in listed.split()]


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
