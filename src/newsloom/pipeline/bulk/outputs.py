"""Outputs of bulk runs: a stream, or a file that gets its name only when it is complete.

Until then the lines are in a work file beside it, whose name contains a digest of the job. The same job resumes after
its last complete line; another job has another work file. Parquet cannot be appended to, so it is written from the
lines at the end.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Collection, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from newsloom.errors import InputError
from newsloom.pipeline.parquet import check_parquet, write_parquet

__all__ = ["Output", "opened_file", "opened_stream"]

_LINES: Final = (".jsonl", ".ndjson")
_PARQUET: Final = ".parquet"


class Output(Protocol):
    """Takes lines. ``count`` is how many lines an earlier run wrote, ``last`` the page of the last one.

    ``name`` is the work file.
    """

    name: str
    count: int
    last: str | None

    def write(self, line: bytes) -> None: ...

    def finish(self, columns: Collection[str]) -> None: ...


@contextlib.contextmanager
def opened_stream(stream: BinaryIO) -> Iterator[Output]:
    """Write to a stream, line by line."""
    yield _Stream(stream)


@contextlib.contextmanager
def opened_file(file: Path, job_key: str, *, is_replacing: bool) -> Iterator[Output]:
    """Write to a file, as JSON lines or Parquet by its suffix.

    Raises ``InputError`` if it exists and is not to be replaced, if it cannot be written, or if another process is
    writing it, and ``MissingExtra`` if Parquet cannot be written.
    """
    if file.suffix.lower() not in (*_LINES, _PARQUET):
        raise InputError(str(file), "wanted a name that ends in .jsonl or .parquet, or - for standard output")
    if file.is_dir():
        raise InputError(str(file), "is a folder; wanted the name of a file")
    work = file.with_name(f"{file.name}.{blake2b(job_key.encode(), digest_size=4).hexdigest()}.unfinished")
    if file.exists() and not is_replacing and not _is_own(work):
        raise InputError(str(file), "exists already. Remove it, name another file, or add --overwrite")
    if file.suffix.lower() == _PARQUET:
        check_parquet("writing Parquet files")
    with _naming_errors(file), _locked(work) as lines:
        try:
            yield _WorkFile(file, work, lines)
        finally:
            lines.flush()
            # Nothing to resume.
            if work.exists() and not work.stat().st_size:
                work.unlink()


def _is_own(work: Path) -> bool:
    """Whether this job wrote the output, and was killed before it could remove its work file."""
    if work.exists() and _named(work).exists():
        return True
    _named(work).unlink(missing_ok=True)
    return False


def _named(work: Path) -> Path:
    """The file whose existence means that the output was made from this work file."""
    return work.with_suffix(".named")


class _Stream:
    def __init__(self, stream: BinaryIO) -> None:
        self.name = "-"
        self.count = 0
        self.last: str | None = None
        self._stream = stream

    def write(self, line: bytes) -> None:
        self._stream.write(line)
        # The reader of the stream may be waiting.
        self._stream.flush()

    def finish(self, columns: Collection[str]) -> None:
        pass


class _WorkFile:
    def __init__(self, file: Path, work: Path, lines: BinaryIO) -> None:
        self.name = str(work)
        self.count, self.last = _existing_lines(lines, work)
        self._file = file
        self._work = work
        self._lines = lines

    def write(self, line: bytes) -> None:
        self._lines.write(line)

    def finish(self, columns: Collection[str]) -> None:
        if self._file.suffix.lower() != _PARQUET:
            self._lines.flush()
            os.fsync(self._lines.fileno())
            self._work.replace(self._file)
            return
        table = self._work.with_suffix(".table")
        # It may be left from a run that was killed, or be a link.
        table.unlink(missing_ok=True)
        try:
            self._lines.seek(0)
            write_parquet(map(json.loads, self._lines), table, columns)
            with table.open("rb") as written:
                os.fsync(written.fileno())
            _named(self._work).touch()
            table.replace(self._file)
        finally:
            table.unlink(missing_ok=True)
        self._work.unlink()
        _named(self._work).unlink()


@contextlib.contextmanager
def _locked(work: Path) -> Iterator[BinaryIO]:
    """The work file, locked for this process. Symbolic links are refused, because the file may be truncated."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    with os.fdopen(os.open(work, flags, 0o666), "a+b") as lines:
        try:
            fcntl.flock(lines, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_ours = work.exists() and work.stat().st_ino == os.fstat(lines.fileno()).st_ino
        except BlockingIOError:
            is_ours = False
        if not is_ours:
            raise InputError(str(work), "another run is writing to it")
        yield lines


def _existing_lines(lines: BinaryIO, work: Path) -> tuple[int, str | None]:
    """The number of complete lines and the page of the last one. An incomplete last line is cut off."""
    lines.seek(0)
    count, end, last = 0, 0, b""
    for line in lines:
        if not line.endswith(b"\n"):
            break
        count, end, last = count + 1, end + len(line), line
    lines.truncate(end)
    lines.seek(0, os.SEEK_END)
    try:
        return count, str(json.loads(last)["page"]) if last else None
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(str(work), "is damaged and cannot be continued; remove it to start again") from error


@contextlib.contextmanager
def _naming_errors(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise InputError(str(file), error.strerror or str(error)) from error
