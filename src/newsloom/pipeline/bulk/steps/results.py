"""Helpers for work over the results of an earlier step: makes tasks of its files, reads their rows, writes results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from newsloom.errors import InputError
from newsloom.pipeline.bulk.places import place_at
from newsloom.pipeline.bulk.results import Marker, ResultFolder, ShardFile
from newsloom.pipeline.bulk.work import naming_full_disks
from newsloom.pipeline.parquet import check_parquet

__all__ = ["FileTask", "OneTask", "file_tasks", "folder_of", "read_columns", "read_schema", "stamp_of", "write_table"]

_ROWS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTask:
    """A file of results as a task."""

    name: str
    source: str
    stamp: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OneTask:
    """A task over several files. ``stamp`` covers all of them."""

    name: str
    stamp: str
    source: str = "*"
    size: int = 1
    value: Any = None


def folder_of(address: str) -> ResultFolder:
    """A folder of results with an absolute path, which is the same on every machine."""
    place = place_at(address)
    return ResultFolder(place.resolve() if isinstance(place, Path) else place)


def file_tasks(sources: Sequence[str], step: str) -> list[FileTask]:
    """The finished files of earlier results, by name. Raises ``InputError`` if a folder has none."""
    check_parquet(f"the step {step}")
    tasks = []
    for address in sources:
        folder = folder_of(address)
        try:
            markers = folder.markers()
        except OSError as error:
            raise InputError(address, error.strerror or str(error)) from error
        if not markers:
            raise InputError(address, f"wanted a folder that newsloom bulk --output has written, for the step {step}")
        for name, marker in markers.items():
            # Two folders may have shards of the same name.
            digest = blake2b(str(folder.place).encode(), digest_size=3).hexdigest() if len(sources) > 1 else ""
            source = str(folder.place / f"{name}.parquet")
            unique = f"{name}-{digest}" if digest else name
            tasks.append(FileTask(name=unique, source=source, stamp=marker.digest, size=marker.size))
    return tasks


def stamp_of(tasks: Sequence[Any]) -> str:
    """A text that changes with any of the tasks."""
    joined = "\0".join(f"{task.source} {task.stamp}" for task in tasks)
    return blake2b(joined.encode(), digest_size=8).hexdigest()


def read_columns(file: str, columns: Sequence[str], rows: int = _ROWS) -> Iterator[Any]:
    """Record batches of some columns of a file. Columns that it does not have are left out."""
    from pyarrow import parquet  # noqa: PLC0415 - an extra

    with place_at(file).open("rb") as stream:
        table = parquet.ParquetFile(stream)
        there = [name for name in columns if name in table.schema_arrow.names]
        yield from table.iter_batches(batch_size=rows, columns=there)


def read_schema(file: str) -> Any:
    """The Arrow schema of a file."""
    from pyarrow import parquet  # noqa: PLC0415 - an extra

    with place_at(file).open("rb") as stream:
        return parquet.ParquetFile(stream).schema_arrow


def write_table(
    folder: str,
    task: Any,
    schema: Any,
    portions: Iterator[Sequence[Mapping[str, Any]]],
    counts: Callable[[], Mapping[str, int]] = dict,
) -> Marker:
    """Write rows as the result of a task. ``counts`` is called when all are written."""
    with naming_full_disks(folder):
        file = ShardFile(ResultFolder(place_at(folder)), task.name, schema)
        try:
            for portion in portions:
                file.add(portion)
            told = Marker(shard=task.name, source=task.source, stamp=task.stamp, counts=dict(counts()))
            return file.finish(told)
        except BaseException:
            file.abandon()
            raise
