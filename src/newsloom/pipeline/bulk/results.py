"""A folder of results: a Parquet file for each shard, with a marker that says that it is complete.

A file gets its name when it is complete, and the marker is written after it; a shard without a marker is done again.
Both are the same no matter which worker writes them, so a shard that is done twice has one result. At an fsspec
address a file is uploaded as a whole, which object stores make visible at once.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from newsloom.conversion import to_builtins
from newsloom.errors import InputError
from newsloom.pipeline.bulk.places import Place, RemoteFile
from newsloom.pipeline.parquet import check_parquet

__all__ = ["Marker", "ResultFolder", "ShardFile"]

_RESULT: Final = ".parquet"
_MARKER: Final = ".done"
_JOB: Final = "_job.json"
_ROWS: Final = 500
_DIGEST_BYTES: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """What is known of a finished shard: counts, and the digest of its file."""

    shard: str
    source: str = ""
    stamp: str = ""
    rows: int = 0
    size: int = 0
    digest: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[str, int] = field(default_factory=dict)


class ResultFolder:
    """The folder with the results of a step."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def open_job(self, job: Mapping[str, Any], *, is_replacing: bool = False) -> None:
        """Claim the folder for this job. Raises ``InputError`` if it has another job's results.

        With ``is_replacing``, those are removed instead.
        """
        self._make()
        known = self.read_json(_JOB)
        if known is not None and known != to_builtins(job):
            if not is_replacing:
                told = ", ".join(
                    sorted(name for name in {*known, *job} if known.get(name) != to_builtins(job).get(name))
                )
                reason = f"contains the results of another job ({told}). Name another folder, or add --overwrite"
                raise InputError(str(self.place), reason)
            for name in [*self.names((_MARKER,)), *self.names((_RESULT,))]:
                self.remove(name)
        self.write_json(_JOB, job)

    def markers(self) -> dict[str, Marker]:
        """The markers of finished shards. A shard whose file is missing or has another size is not finished."""
        sizes = self._sizes()
        found = {}
        for name in sorted(sizes):
            if name.endswith(_MARKER) and (told := self.read_json(name)) is not None:
                marker = Marker(**told)
                if sizes.get(marker.shard + _RESULT) == marker.size:
                    found[marker.shard] = marker
        return found

    def names(self, suffixes: tuple[str, ...]) -> list[str]:
        return sorted(name for name in self._sizes() if name.endswith(suffixes))

    def missing(self, shards: Sequence[str]) -> list[str]:
        """The shards without a marker. Opens no files."""
        there = set(self.names((_MARKER,)))
        return [shard for shard in shards if _marker_name(shard) not in there]

    def results(self) -> list[Place]:
        """The files of the finished shards, by name."""
        return [self.place / (name + _RESULT) for name in sorted(self.markers())]

    def remove_result(self, shard: str) -> None:
        """Remove a shard's marker, then its file."""
        self.remove(_marker_name(shard))
        self.remove(shard + _RESULT)

    def remove(self, name: str) -> None:
        """Remove a file."""
        if isinstance(self.place, Path):
            (self.place / name).unlink(missing_ok=True)
        else:
            filesystem, path = (self.place / name).filesystem()
            filesystem.rm_file(path)

    def read_json(self, name: str) -> dict[str, Any] | None:
        try:
            with (self.place / name).open("rb") as file:
                told = json.loads(file.read())
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise InputError(str(self.place / name), f"is damaged ({error}); remove it") from error
        return told if isinstance(told, dict) else None

    def write_json(self, name: str, told: object) -> None:
        with self.whole_file(name) as file:
            file.write_text(json.dumps(to_builtins(told), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    @contextlib.contextmanager
    def whole_file(self, name: str) -> Iterator[Path]:
        """A path to write to. The file gets its name atomically when the block ends without an error."""
        if isinstance(self.place, RemoteFile):
            with tempfile.TemporaryDirectory(prefix="newsloom-") as folder:
                file = Path(folder) / name
                yield file
                filesystem, path = (self.place / name).filesystem()
                filesystem.put_file(str(file), path)
            return
        # A unique name, because a worker that seemed dead may still be writing the same shard.
        unfinished = self.place / f".{name}.{os.getpid()}-{secrets.token_hex(4)}.unfinished"
        try:
            yield unfinished
            _sync(unfinished)
            unfinished.replace(self.place / name)
            _sync(self.place)
        finally:
            unfinished.unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        """Remove files left behind by runs that were killed. No other run may be using the folder."""
        if isinstance(self.place, Path):
            for file in self.place.glob(".*.unfinished"):
                file.unlink(missing_ok=True)

    def _make(self) -> None:
        if isinstance(self.place, Path):
            try:
                self.place.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(str(self.place), error.strerror or str(error)) from error
        else:
            filesystem, path = self.place.filesystem()
            filesystem.makedirs(path, exist_ok=True)

    def _sizes(self) -> dict[str, int]:
        if isinstance(self.place, Path):
            with os.scandir(self.place) as entries:
                return {entry.name: entry.stat().st_size for entry in entries if entry.is_file()}
        filesystem, path = self.place.filesystem()
        filesystem.invalidate_cache()
        return {info["name"].rpartition("/")[2]: int(info["size"] or 0) for info in filesystem.ls(path, detail=True)}


class ShardFile:
    """The result of one shard while it is written. ``finish`` makes the file and its marker."""

    def __init__(self, folder: ResultFolder, name: str, schema: Any) -> None:
        check_parquet("a folder of results")
        self._folder = folder
        self._name = name
        self._schema = schema
        self._rows: list[Mapping[str, Any]] = []
        self._stack = contextlib.ExitStack()
        self._file = self._stack.enter_context(folder.whole_file(name + _RESULT))
        self._writer: Any = None
        self.count = 0

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows, each a mapping of columns to values that Arrow accepts. A missing column is null."""
        self._rows += rows
        if len(self._rows) >= _ROWS:
            self._flush()

    def finish(self, marker: Marker) -> Marker:
        """Complete the file and write its marker. Raises ``OSError`` if that fails; then there is no file."""
        self._flush()
        self._writer.close()
        digest = blake2b(digest_size=_DIGEST_BYTES)
        with self._file.open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
        size = self._file.stat().st_size
        self._stack.close()
        done = Marker(
            shard=self._name,
            source=marker.source,
            stamp=marker.stamp,
            rows=self.count,
            size=size,
            digest=digest.hexdigest(),
            counts=marker.counts,
            failures=marker.failures,
        )
        self._folder.write_json(_marker_name(self._name), done)
        return done

    def abandon(self) -> None:
        """Remove the unfinished file."""
        error = RuntimeError("abandoned")
        with contextlib.suppress(OSError):
            if self._writer is not None:
                self._writer.close()
        with contextlib.suppress(RuntimeError):
            self._stack.__exit__(RuntimeError, error, None)

    def _flush(self) -> None:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        from pyarrow import parquet  # noqa: PLC0415 - an extra

        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._file, self._schema, compression="zstd")
        if self._rows:
            columns = [
                pa.array([row.get(field.name) for row in self._rows], field.type, from_pandas=False)
                for field in self._schema
            ]
            self._writer.write_table(pa.Table.from_arrays(columns, schema=self._schema))
            self.count += len(self._rows)
            self._rows = []


def _marker_name(shard: str) -> str:
    # Readers that take the folder for one table ignore names that begin with an underscore.
    return f"_{shard}{_MARKER}"


def _sync(place: Path) -> None:
    descriptor = os.open(place, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
