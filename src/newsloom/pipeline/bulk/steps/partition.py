"""Partitions results by day and site: writes folders ``day=2024-05-03/site=paper.example`` from a folder of shards.

Hive, Spark, DuckDB, Polars and pandas know these names, so that a query about one day reads one folder. A day is a
task. On a disk it appears as a whole, by a rename; at an fsspec address, which has no renames, file by file. A day that
is listed in ``days`` is complete.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from newsloom.pipeline.bulk.jobs import JobOptions, run_tasks
from newsloom.pipeline.bulk.phases import PhaseProgress, PhaseReport
from newsloom.pipeline.bulk.places import Place, RemoteFile, place_at
from newsloom.pipeline.bulk.results import Marker
from newsloom.pipeline.bulk.steps.results import FileTask, OneTask, file_tasks, folder_of, read_columns, read_schema
from newsloom.pipeline.bulk.steps.results import write_table as write_rows
from newsloom.pipeline.bulk.work import naming_full_disks

__all__ = ["run_partition"]

# Not Hive's name for null, because pyarrow cannot join dictionaries of partitions with a null.
_UNKNOWN: Final = "unknown"
# At most this many files, one per site, are open at once.
_MOST_OPEN: Final = 256


def run_partition(
    sources: Sequence[str], output: str, options: JobOptions, report: PhaseProgress | None = None
) -> PhaseReport:
    """Writes ``OUTPUT/articles/day=…/site=…/part-0.parquet``, and lists finished days in ``OUTPUT/days``."""
    files = file_tasks(sources, "partition")
    folder, days = folder_of(output), folder_of(f"{output}/days")
    for one in (folder, days):
        one.open_job({"step": "partition"}, is_replacing=options.is_replacing)
    by_day: dict[date | None, list[FileTask]] = {}
    for task in files:
        for day in sorted(_days(task.source), key=str):
            by_day.setdefault(day, []).append(task)
    tasks = [_task(day, there) for day, there in sorted(by_day.items(), key=lambda pair: str(pair[0]))]
    work = _WriteDay(folder=str(days.place), target=str(folder.place / "articles"))
    return run_tasks("partition", work, tasks, days, options, report)


def _days(file: str) -> set[date | None]:
    found: set[date | None] = set()
    for batch in read_columns(file, ("day",), 100_000):
        found.update(batch.column(0).unique().to_pylist())
    return found


def _task(day: date | None, files: Sequence[FileTask]) -> OneTask:
    stamp = blake2b("".join(task.stamp for task in files).encode(), digest_size=8).hexdigest()
    name = f"day-{day.isoformat() if day else 'unknown'}"
    return OneTask(name=name, stamp=stamp, source=name, value=(day, [task.source for task in files]), size=len(files))


@dataclass(frozen=True, slots=True, kw_only=True)
class _WriteDay:
    folder: str
    target: str

    def __call__(self, task: OneTask) -> Marker:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        day, files = task.value
        name = f"day={day.isoformat() if day else _UNKNOWN}"
        kept = pa.schema([field for field in read_schema(files[0]) if field.name != "day"])
        with naming_full_disks(self.target), _whole_folder(place_at(self.target), name) as written:
            _write_sites(written, _of_day(files, day, kept), kept)
            parts = sorted(str(file.relative_to(written)) for file in written.rglob("*.parquet"))
        listed = [{"day": day, "file": f"{name}/{part}"} for part in parts]
        told = pa.schema([("day", pa.date32()), ("file", pa.string())])
        return write_rows(self.folder, task, told, iter([listed]), lambda: {"files": len(listed)})


@contextlib.contextmanager
def _whole_folder(target: Place, name: str) -> Iterator[Path]:
    """A folder to write to, which replaces the folder of that name when the block ends without an error."""
    if isinstance(target, Path):
        unfinished = target / f".{name}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        yield unfinished
        shutil.rmtree(target / name, ignore_errors=True)
        unfinished.rename(target / name)
        return
    with tempfile.TemporaryDirectory(prefix="newsloom-") as folder:
        yield Path(folder)
        _upload(Path(folder), target / name)


def _upload(folder: Path, target: RemoteFile) -> None:
    filesystem, path = target.filesystem()
    if filesystem.exists(path):
        # Removes sites that no longer have articles on this day.
        filesystem.rm(path, recursive=True)
    for file in sorted(folder.rglob("*.parquet")):
        there = f"{path}/{file.relative_to(folder).as_posix()}"
        filesystem.makedirs(there.rpartition("/")[0], exist_ok=True)
        filesystem.put_file(str(file), there)


def _write_sites(folder: Path, batches: Iterator[Any], schema: Any) -> None:
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import dataset  # noqa: PLC0415 - an extra

    dataset.write_dataset(
        batches,
        folder,
        schema=schema,
        format="parquet",
        partitioning=dataset.partitioning(pa.schema([("site", pa.string())]), flavor="hive"),
        basename_template="part-{i}.parquet",
        max_partitions=100_000,
        max_open_files=_MOST_OPEN,
        file_options=dataset.ParquetFileFormat().make_write_options(compression="zstd"),
        # Otherwise threads write the rows in another order each time.
        preserve_order=True,
        # The folder was made for this and is empty.
        existing_data_behavior="overwrite_or_ignore",
    )


def _of_day(files: Sequence[str], day: date | None, schema: Any) -> Iterator[Any]:
    import pyarrow.compute as pc  # noqa: PLC0415 - an extra

    for file in files:
        for batch in read_columns(file, [*schema.names, "day"]):
            column = batch.column(batch.schema.names.index("day"))
            chosen = batch.filter(pc.is_null(column) if day is None else pc.fill_null(pc.equal(column, day), False))
            if len(chosen):
                place = schema.names.index("site")
                kept = chosen.select(schema.names)
                yield kept.set_column(place, "site", pc.fill_null(kept.column(place), _UNKNOWN))
