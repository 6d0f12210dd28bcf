"""Where the lines of a bulk run go: a stream, or a file that appears under its name only when it is whole.

Until then the lines stand in a file beside it, whose name holds a digest of what was asked: the same question finds it
and goes on behind its last whole line, another question begins another. Parquet cannot be added to, so it is written
from the lines at the end. What the lines say is not looked at, but for the name of the last page.
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
from newsloom.pipeline.columns import check_parquet, write_parquet

__all__ = ["Output", "opened_file", "opened_stream"]

_LINES: Final = (".jsonl", ".ndjson")
_PARQUET: Final = ".parquet"


class Output(Protocol):
    """Takes lines. ``count`` of them are there already, and ``last`` is the name of the page that the last tells of.

    ``name`` is where they stand until the end.
    """

    name: str
    count: int
    last: str | None

    def write(self, line: bytes) -> None: ...

    def finish(self, columns: Collection[str]) -> None: ...


@contextlib.contextmanager
def opened_stream(stream: BinaryIO) -> Iterator[Output]:
    """Lines to a stream that somebody reads at once; nothing is there already."""
    yield _Stream(stream)


@contextlib.contextmanager
def opened_file(file: Path, question: str, *, is_replacing: bool) -> Iterator[Output]:
    """Lines to a file of the kind that its ending names.

    Raises ``InputError`` where it is there already and is not to be replaced, where it cannot be written, or where
    another process is writing it; ``MissingExtra`` where Parquet is wanted and cannot be written.
    """
    if file.suffix.lower() not in (*_LINES, _PARQUET):
        raise InputError(str(file), "wanted a name that ends in .jsonl or .parquet, or - for standard output")
    if file.is_dir():
        raise InputError(str(file), "is a folder; wanted the name of a file")
    if file.exists() and not is_replacing:
        raise InputError(str(file), "is there already. Remove it, name another file, or add --overwrite")
    if file.suffix.lower() == _PARQUET:
        check_parquet("writing Parquet files")
    work = file.with_name(f"{file.name}.{blake2b(question.encode(), digest_size=4).hexdigest()}.unfinished")
    with _faults_of(file), _locked(work) as lines:
        try:
            yield _WorkFile(file, work, lines)
        finally:
            lines.flush()
            # One in which nothing stands is not worth taking up.
            if work.exists() and not work.stat().st_size:
                work.unlink()


class _Stream:
    def __init__(self, stream: BinaryIO) -> None:
        self.name = "-"
        self.count = 0
        self.last: str | None = None
        self._stream = stream

    def write(self, line: bytes) -> None:
        self._stream.write(line)
        # Whoever reads it may be waiting.
        self._stream.flush()

    def finish(self, columns: Collection[str]) -> None:
        pass


class _WorkFile:
    def __init__(self, file: Path, work: Path, lines: BinaryIO) -> None:
        self.name = str(work)
        self.count, self.last = _taken_up(lines, work)
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
        # What a run that was killed has left, or a link.
        table.unlink(missing_ok=True)
        try:
            self._lines.seek(0)
            write_parquet(map(json.loads, self._lines), table, columns)
            with table.open("rb") as written:
                os.fsync(written.fileno())
            table.replace(self._file)
        finally:
            table.unlink(missing_ok=True)
        self._work.unlink()


@contextlib.contextmanager
def _locked(work: Path) -> Iterator[BinaryIO]:
    """The file, opened for this process alone; no link, for it is cut behind its last whole line."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    with os.fdopen(os.open(work, flags, 0o666), "a+b") as lines:
        try:
            fcntl.flock(lines, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_ours = work.exists() and work.stat().st_ino == os.fstat(lines.fileno()).st_ino
        except BlockingIOError:
            is_ours = False
        if not is_ours:
            raise InputError(str(work), "another run is writing it")
        yield lines


def _taken_up(lines: BinaryIO, work: Path) -> tuple[int, str | None]:
    """How many whole lines there are, and the name of the last one's page; half a line at the end is cut off."""
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
        raise InputError(str(work), "is damaged and cannot be taken up; remove it to begin anew") from error


@contextlib.contextmanager
def _faults_of(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        # Ours have been named already.
        if isinstance(error, BrokenPipeError):
            raise
        raise InputError(str(file), error.strerror or str(error)) from error
