"""Groups the articles in results of extraction into stories, by time windows.

Windows of some days overlap by one day. The articles of each window are grouped on their own, in order of time, and two
groups of neighbouring windows that have an article in common are one story. So a story continues while there is news
about it, and no machine holds more than a window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b
from typing import Any, Final

from newsloom.disjointsets import DisjointSets
from newsloom.pipeline.bulk.jobs import JobOptions, run_tasks
from newsloom.pipeline.bulk.phases import PhaseProgress, PhaseReport
from newsloom.pipeline.bulk.results import Marker
from newsloom.pipeline.bulk.steps.meter import TaskMeter, rows_in_files
from newsloom.pipeline.bulk.steps.results import FileTask, OneTask, file_tasks, folder_of, read_columns, stamp_of
from newsloom.pipeline.bulk.steps.results import write_table as write_rows
from newsloom.pipeline.bulk.work import Tell
from newsloom.pipeline.group import DEFAULT_CLUSTERER, cluster
from newsloom.records import Article

__all__ = ["run_stories"]

_PLACE: Final = ("source", "page", "url", "site", "day", "title")
_NO_TIME: Final = datetime.min.replace(tzinfo=UTC)


def run_stories(
    sources: Sequence[str], output: str, options: JobOptions, days: int, report: PhaseProgress | None = None
) -> PhaseReport:
    """Writes ``OUTPUT/stories.parquet``: groups by window, then stories."""
    files = file_tasks(sources, "stories")
    job = {"step": "stories", "clusterer": DEFAULT_CLUSTERER, "days": days}
    folder, found, listed = (folder_of(f"{output}{part}") for part in ("", "/windows", "/days"))
    for one in (folder, found, listed):
        one.open_job(job, is_replacing=options.is_replacing)
    run_tasks("days", _ListDays(folder=str(listed.place)), files, listed, options, report)
    windows = _windows(files, [str(file) for file in listed.results()], days)
    run_tasks("windows", _GroupWindow(folder=str(found.place)), windows, found, options, report)
    names = [str(found.place / f"{task.name}.parquet") for task in windows]
    whole = OneTask(name="stories", stamp=stamp_of(windows), value=names)
    return run_tasks("stories", _JoinWindows(folder=str(folder.place)), [whole], folder, options, report)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ListDays:
    """Lists the days of a shard, so that a window opens only the shards it needs."""

    folder: str

    def __call__(self, task: FileTask) -> Marker:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        days: set[date] = set()
        for batch in read_columns(task.source, ("day",), 100_000):
            days.update(day for day in batch.column(0).unique().to_pylist() if day is not None)
        schema = pa.schema([("file", pa.string()), ("day", pa.date32())])
        return write_rows(
            self.folder, task, schema, iter([[{"file": task.source, "day": day} for day in sorted(days)]])
        )


def _windows(files: Sequence[FileTask], listings: Sequence[str], days: int) -> list[OneTask]:
    """The windows that have articles. Each is named by its first day, and its stamp covers its files."""
    by_day: dict[date, set[str]] = {}
    for listing in listings:
        for batch in read_columns(listing, ("file", "day")):
            for row in batch.to_pylist():
                by_day.setdefault(row["day"], set()).add(row["file"])
    stamps = {task.source: task.stamp for task in files}
    tasks: list[OneTask] = []
    for first in sorted({_first_day(day, days) for day in by_day}):
        # One day more than the step from window to window, so that neighbours overlap.
        wanted = [first + timedelta(days=number) for number in range(days + 1)]
        there = sorted({file for day in wanted for file in by_day.get(day, ()) if file in stamps})
        stamp = blake2b("".join(file + stamps[file] for file in there).encode(), digest_size=8).hexdigest()
        name = f"window-{first.isoformat()}"
        tasks.append(OneTask(name=name, stamp=stamp, source=name, value=(first, days, there), size=len(there)))
    return tasks


def _first_day(day: date, days: int) -> date:
    return date.fromordinal(day.toordinal() // days * days)


@dataclass(frozen=True, slots=True, kw_only=True)
class _GroupWindow:
    folder: str

    def __call__(self, task: OneTask) -> Marker:
        first, days, files = task.value
        rows = sorted(_articles(files, first, first + timedelta(days=days)), key=_order)
        stories = cluster(map(_article, rows))
        placed = [
            {**{name: row.get(name) for name in _PLACE}, "window": first, "group": number}
            for number, story in enumerate(stories)
            for row in (rows[member] for member in story.members)
        ]
        counts = {"articles": len(rows), "groups": len(stories)}
        return write_rows(self.folder, task, _schema("window", "group"), iter([placed]), lambda: counts)


def _articles(files: Sequence[str], first: date, last: date) -> Iterator[dict[str, Any]]:
    columns = (*_PLACE, "text", "language", "published", "fetched_at", "is_article")
    for file in files:
        for batch in read_columns(file, columns, 500):
            for row in batch.to_pylist():
                if row.get("is_article") and row["day"] is not None and first <= row["day"] <= last:
                    yield row


def _order(row: dict[str, Any]) -> tuple[Any, ...]:
    time = row.get("published") or row.get("fetched_at") or _NO_TIME
    return row["day"], time, row["source"], row["page"]


def _article(row: dict[str, Any]) -> Article:
    return Article(
        url=row.get("url"),
        title=row.get("title"),
        text=row.get("text") or "",
        language=row.get("language"),
        published=row.get("published"),
        site=row.get("site"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _JoinWindows:
    folder: str
    tell: Tell | None = None

    def __call__(self, task: OneTask) -> Marker:
        rows, places, groups = [], dict[tuple[str, str], int](), dict[tuple[Any, int], int]()
        # Each row is read, joined and written.
        meter = TaskMeter(self.tell, task.name, 3 * rows_in_files(task.value))
        for file in task.value:
            for batch in meter.over(read_columns(file, (*_PLACE, "window", "group"))):
                rows += batch.to_pylist()
        sets = DisjointSets(len(rows))
        for number, row in enumerate(rows):
            first = places.setdefault((row["source"], row["page"]), number)
            sets.join(first, number)
            sets.join(groups.setdefault((row["window"], row["group"]), number), number)
            meter.add(1)
        roots = sets.roots()
        told = [
            {**{name: rows[number][name] for name in _PLACE}, "story": _story_id(rows[roots[number]])}
            for number in sorted(places.values(), key=lambda number: (roots[number], number))
        ]
        counts = {"articles": len(told), "stories": len({row["story"] for row in told})}
        return write_rows(self.folder, task, _schema("story"), iter([told]), lambda: counts)


def _story_id(row: dict[str, Any]) -> str:
    return blake2b(f"{row['source']}\0{row['page']}".encode(), digest_size=8).hexdigest()


def _schema(*more: str) -> Any:
    import pyarrow as pa  # noqa: PLC0415 - an extra

    kinds = {"day": pa.date32(), "window": pa.date32(), "group": pa.int64()}
    return pa.schema([(name, kinds.get(name, pa.string())) for name in (*_PLACE, *more)])
