"""A PostgreSQL of one's own for a while: nothing in, a running server out, gone when the block ends.

It has its own data folder and port and answers on loopback only. The programs must be installed; as root, so must the
user that Debian makes for them, because the server refuses to be run by root.
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

# Debian keeps the server's programs of every version apart, and off the path.
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
        """Returns when the server answers."""
        settings = ("listen_addresses=127.0.0.1", f"unix_socket_directories={self._folder}", *self._settings)
        options = " ".join([f"-p {self.port}", *(f"-c {setting}" for setting in settings)])
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """At once, as if it had been killed."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def freeze(self) -> None:
        """Stop all of it where it is; whoever asks waits, until ``thaw``."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def new_database(self, *, template: str | None = None, folder: Path | None = None) -> str:
        """The address of an empty database, or of a copy of another that nobody has open; its files in a folder."""
        name = f"newsroom{next(self._names)}"
        # Copied by files: by way of the log, which is the default, takes longer for one that is small.
        like = f" TEMPLATE {template.rpartition('/')[2]} STRATEGY FILE_COPY" if template else ""
        where = ""
        if folder is not None:
            self._say(f"CREATE TABLESPACE of_{name} LOCATION '{folder}'")
            where = f" TABLESPACE of_{name}"
        self._say(f"CREATE DATABASE {name}{like}{where}")
        return self.dsn(name)

    def drop_database(self, dsn: str) -> None:
        """Take away a database of ``new_database``, which has a thousand files, and its folder."""
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
    """The folder with the server's programs, or None where it cannot be run."""
    if os.getuid() == 0 and _DEBIAN_USER not in {entry.pw_name for entry in pwd.getpwall()}:
        return None
    on_path = shutil.which("initdb")
    folders = [*sorted(_DEBIAN_FOLDER.glob("*/bin"), reverse=True), *([Path(on_path).parent] if on_path else [])]
    return next((folder for folder in folders if (folder / "pg_ctl").exists()), None)


@contextlib.contextmanager
def temporary_postgres(programs: Path, *settings: str) -> Iterator[PostgresServer]:
    """A server with these settings ("fsync=off"), and its data, until the block ends."""
    # Not below any other temporary folder: the path of a socket may have 107 characters, and root's may be closed.
    folder = Path(tempfile.mkdtemp(prefix="newsloom-pg-"))
    try:
        if os.getuid() == 0:
            shutil.chown(folder, _DEBIAN_USER, _DEBIAN_USER)
        server = PostgresServer(programs, folder, settings)
        try:
            yield server
        finally:
            # It may be stopped already.
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
