"""The text segment table of a crawl: finds segments that many pages repeat, as a stream with one clock over all shards.

Pages are reduced to their segments in the processes that read them. The table then takes them in order, shard after
shard, and forgets segments that do not recur. It is stored after each shard, so that an interrupted run continues
there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, ClassVar, Final

import zstandard

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.learners.segmenttable import SegmentTableLearner
from newsloom.learners.segmenttable.segments import page_blocks
from newsloom.learners.segmenttable.table import SegmentTable
from newsloom.pipeline.bulk.entries import PageEntry
from newsloom.pipeline.bulk.jobs import JobOptions, read_pages, run_tasks
from newsloom.pipeline.bulk.phases import PhaseProgress, PhaseReport
from newsloom.pipeline.bulk.places import place_at
from newsloom.pipeline.bulk.results import Marker, ResultFolder
from newsloom.pipeline.bulk.steps.meter import TaskMeter, rows_in_files
from newsloom.pipeline.bulk.steps.protocol import PageRows
from newsloom.pipeline.bulk.steps.results import FileTask, OneTask, file_tasks, folder_of, read_columns, stamp_of
from newsloom.pipeline.bulk.steps.results import write_table as write_rows
from newsloom.pipeline.bulk.work import Tell

__all__ = ["SegmentsStep", "run_segments"]

_LEARNER: Final = "segmenttable"
_STATE: Final = "table.json.zst"


@dataclass(frozen=True, slots=True)
class SegmentsStep:
    """Reduce each page to its text segments."""

    label: ClassVar[str] = "segments"
    fails_as_row: ClassVar[bool] = False

    def __call__(self, numbered: tuple[int, PageEntry], /) -> tuple[int, PageRows]:
        number, entry = numbered
        document = parse(entry.page().content, keep_comments=True)
        found = {name for block in page_blocks(document) for name, _ in block.segments}
        sound = sorted(name.encode("utf-8", "replace").decode() for name in found)
        return number, PageRows(rows=({"segments": sound},))

    def prepare(self) -> None:
        parse("<p>")

    def job(self) -> Mapping[str, Any]:
        return {"step": "segments", "segments": 1}

    def schema(self) -> Any:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        return pa.schema([("source", pa.string()), ("page", pa.string()), ("segments", pa.list_(pa.string()))])


def run_segments(
    sources: Sequence[str], output: str, options: JobOptions, report: PhaseProgress | None = None
) -> PhaseReport:
    """Writes ``OUTPUT/segments.parquet``: the segments in the table at the end, with their frequencies."""
    done = read_pages(SegmentsStep(), sources, f"{output}/pages", options, report)
    if done.broken:
        return done
    folder, tables = folder_of(output), folder_of(f"{output}/tables")
    for one in (folder, tables):
        one.open_job({"step": "segments", "learner": _LEARNER}, is_replacing=options.is_replacing)
    files = file_tasks([f"{output}/pages"], "segments")
    fold = _Fold(folder=str(tables.place))
    chain = _chain(files)
    # Each task continues with the table of the one before.
    run_tasks("table", fold, chain, tables, options, report, is_chain=True)
    whole = OneTask(name="segments", stamp=stamp_of(files), value=chain[-1].stamp)
    last = _ListSegments(folder=str(folder.place), tables=str(tables.place))
    return run_tasks("segments", last, [whole], folder, options, report)


def _chain(files: Sequence[FileTask]) -> list[OneTask]:
    """A task for each shard. Its stamp covers all shards up to it."""
    tasks, stamp = [], ""
    for number, file in enumerate(files, start=1):
        before, stamp = stamp, blake2b(f"{stamp} {file.stamp}".encode(), digest_size=8).hexdigest()
        name, so_far = f"after-{file.name}", [one.source for one in files[:number]]
        tasks.append(OneTask(name=name, stamp=stamp, source=name, value=(so_far, before), size=file.size))
    return tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fold:
    """Adds the pages of a shard to the table of all shards before it."""

    folder: str
    tell: Tell | None = None

    def __call__(self, task: OneTask) -> Marker:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        files, before = task.value
        folder = ResultFolder(place_at(self.folder))
        is_kept = f"{before}-{_STATE}" in folder.names((_STATE,))
        table = _kept_table(folder, before if is_kept else "")
        pages = 0
        # If the table of the shards before is gone because one of them has changed, they are read again.
        missing = files[-1:] if is_kept else files
        meter = TaskMeter(self.tell, task.name, rows_in_files(missing))
        for file in missing:
            for batch in meter.over(read_columns(file, ("segments",), 500)):
                for segments in batch.column(0).to_pylist():
                    table.add_page(segments)
                    pages += 1
        _keep_table(folder, task.stamp, table)
        marker = write_rows(
            self.folder,
            task,
            pa.schema([("clock", pa.int64()), ("segments", pa.int64())]),
            iter([[{"clock": table.clock, "segments": len(table)}]]),
            lambda: {"pages": pages},
        )
        for name in folder.names((_STATE,)):
            if name != f"{task.stamp}-{_STATE}":
                folder.remove(name)
        return marker


@dataclass(frozen=True, slots=True, kw_only=True)
class _ListSegments:
    folder: str
    tables: str

    def __call__(self, task: OneTask) -> Marker:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        table = _kept_table(ResultFolder(place_at(self.tables)), task.value)
        learner: SegmentTableLearner = build("learner", _LEARNER)
        seen = table.segments_seen(learner.least_pages)
        rows = [{"segment": segment, "pages": count} for segment, count in seen.items()]
        schema = pa.schema([("segment", pa.string()), ("pages", pa.int64())])
        return write_rows(self.folder, task, schema, iter([rows]), lambda: {"pages": table.clock})


def _kept_table(folder: ResultFolder, stamp: str) -> SegmentTable:
    learner: SegmentTableLearner = build("learner", _LEARNER)
    table = learner.empty_table()
    if stamp:
        with (folder.place / f"{stamp}-{_STATE}").open("rb") as file:
            content = zstandard.ZstdDecompressor().decompressobj().decompress(file.read())
        told = json.loads(content)
        table.go_on(told["segments"], told["clock"])
    return table


def _keep_table(folder: ResultFolder, stamp: str, table: SegmentTable) -> None:
    with folder.whole_file(f"{stamp}-{_STATE}") as file:
        content = json.dumps({"clock": table.clock, "segments": table.state}, ensure_ascii=False).encode(
            "utf-8", "surrogatepass"
        )
        file.write_bytes(zstandard.compress(content))
