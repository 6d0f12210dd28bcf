"""Corpus statistics: counts pages, articles, failures and words by day, site, language and section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from newsloom.pipeline.bulk.jobs import JobOptions, run_tasks
from newsloom.pipeline.bulk.phases import PhaseProgress, PhaseReport
from newsloom.pipeline.bulk.results import Marker
from newsloom.pipeline.bulk.steps.meter import TaskMeter, rows_in_files
from newsloom.pipeline.bulk.steps.results import FileTask, OneTask, file_tasks, folder_of, read_columns, stamp_of
from newsloom.pipeline.bulk.steps.results import write_table as write_rows
from newsloom.pipeline.bulk.work import Tell

__all__ = ["run_statistics"]

_KEYS: Final = ("day", "site", "language", "section")
_SUMS: Final = ("pages", "articles", "failures", "words", "authored", "dated")


def run_statistics(
    sources: Sequence[str], output: str, options: JobOptions, report: PhaseProgress | None = None
) -> PhaseReport:
    """Writes ``OUTPUT/statistics.parquet``: counts by shard, then adds up."""
    tasks = file_tasks(sources, "statistics")
    folder, parts = folder_of(output), folder_of(f"{output}/parts")
    folder.open_job({"step": "statistics"}, is_replacing=options.is_replacing)
    parts.open_job({"step": "statistics"}, is_replacing=options.is_replacing)
    run_tasks("count", _Count(folder=str(parts.place)), tasks, parts, options, report)
    whole = OneTask(name="statistics", stamp=stamp_of(tasks), value=[str(file) for file in parts.results()])
    return run_tasks("statistics", _AddUp(folder=str(folder.place)), [whole], folder, options, report)


def _schema() -> Any:
    import pyarrow as pa  # noqa: PLC0415 - an extra

    keys = [("day", pa.date32()), *((name, pa.string()) for name in _KEYS[1:])]
    return pa.schema([*keys, *((name, pa.int64()) for name in _SUMS)])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Count:
    folder: str

    def __call__(self, task: FileTask) -> Marker:
        sums: dict[tuple[Any, ...], Counter[str]] = {}
        columns = (*_KEYS, "is_article", "kind", "word_count", "authors", "date")
        for batch in read_columns(task.source, columns):
            for row in batch.to_pylist():
                sums.setdefault(tuple(row.get(key) for key in _KEYS), Counter()).update(_told(row))
        return write_rows(self.folder, task, _schema(), iter([_rows(sums)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class _AddUp:
    folder: str
    tell: Tell | None = None

    def __call__(self, task: OneTask) -> Marker:
        sums: dict[tuple[Any, ...], Counter[str]] = {}
        meter = TaskMeter(self.tell, task.name, rows_in_files(task.value))
        for file in task.value:
            for batch in meter.over(read_columns(file, (*_KEYS, *_SUMS))):
                for row in batch.to_pylist():
                    counted = {name: row[name] for name in _SUMS}
                    sums.setdefault(tuple(row[key] for key in _KEYS), Counter()).update(counted)
        whole: Counter[str] = sum(sums.values(), Counter())
        return write_rows(self.folder, task, _schema(), _portions(_rows(sums)), lambda: whole)


def _told(row: Mapping[str, Any]) -> dict[str, int]:
    is_article = bool(row.get("is_article"))
    return {
        "pages": 1,
        "articles": int(is_article),
        "failures": int(row.get("kind") is not None),
        "words": (row.get("word_count") or 0) if is_article else 0,
        "authored": int(is_article and bool(row.get("authors"))),
        "dated": int(is_article and row.get("date") is not None),
    }


def _rows(sums: Mapping[tuple[Any, ...], Counter[str]]) -> list[dict[str, Any]]:
    ordered = sorted(sums, key=lambda key: tuple(str(part or "") for part in key))
    return [{**dict(zip(_KEYS, key, strict=True)), **{name: sums[key][name] for name in _SUMS}} for key in ordered]


def _portions(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    return iter([rows])
