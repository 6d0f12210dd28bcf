"""Finds the templates of a crawl: which pages share a template, and which paths the template has.

Pages are reduced to their paths in the processes that read them; TEXT-MAX then groups all pages, or those of each site,
by their paths without using addresses. 100,000 pages are grouped in one process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.errors import ParameterError
from newsloom.learners.paths import ROOT, Numbers, page_paths
from newsloom.learners.protocol import Learner, PathLearner
from newsloom.pipeline.bulk.entries import PageEntry
from newsloom.pipeline.bulk.jobs import JobOptions, read_pages, run_tasks
from newsloom.pipeline.bulk.phases import PhaseProgress, PhaseReport
from newsloom.pipeline.bulk.results import Marker
from newsloom.pipeline.bulk.steps.meter import TaskMeter, rows_in_files
from newsloom.pipeline.bulk.steps.protocol import PageRows
from newsloom.pipeline.bulk.steps.results import OneTask, file_tasks, folder_of, read_columns, stamp_of
from newsloom.pipeline.bulk.steps.results import write_table as write_rows
from newsloom.pipeline.bulk.work import Tell
from newsloom.text.urls import site_of

__all__ = ["PathsStep", "run_templates"]

_PLACE: Final = ("source", "page", "url", "site")
# Paths are named from this many members of a template: these have the paths that most members have.
_NAMED_MEMBERS: Final = 8
_NO_SITE: Final = ""
# The cost of grouping a page relative to reading its row (benchmarks/bulk.py, parts templates and grouping).
_GROUPING_ROWS: Final = 5


@dataclass(frozen=True, slots=True)
class PathsStep:
    """Reduce each page to the numbers of its paths, with what is needed to name them."""

    label: ClassVar[str] = "paths"
    fails_as_row: ClassVar[bool] = False

    def __call__(self, numbered: tuple[int, PageEntry], /) -> tuple[int, PageRows]:
        number, entry = numbered
        page = entry.page()
        paths = page_paths(parse(page.content, url=page.url))
        ordered = sorted(paths)
        row = {
            "url": page.url,
            "site": site_of(page.url) if page.url else None,
            "paths": ordered,
            "parents": [paths[path][0] for path in ordered],
            "labels": [paths[path][1].encode("utf-8", "replace").decode() for path in ordered],
        }
        return number, PageRows(rows=(row,))

    def prepare(self) -> None:
        parse("<p>")

    def job(self) -> Mapping[str, Any]:
        return {"step": "templates", "paths": 1}

    def schema(self) -> Any:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        place = [(name, pa.string()) for name in _PLACE]
        numbers = pa.list_(pa.int64())
        return pa.schema([*place, ("paths", numbers), ("parents", numbers), ("labels", pa.list_(pa.string()))])


def run_templates(  # noqa: PLR0913 - a step's inputs and its two choices
    sources: Sequence[str],
    output: str,
    options: JobOptions,
    learner: str,
    report: PhaseProgress | None = None,
    *,
    is_per_site: bool = False,
) -> PhaseReport:
    """Writes ``OUTPUT/templates.parquet``, a row for each template, and ``OUTPUT/pages/…``, the template of each page.

    Raises ``ParameterError`` for a learner that cannot group pages by their paths alone.
    """
    method: Learner = build("learner", learner)
    if not isinstance(method, PathLearner):
        raise ParameterError("the step templates", "learner", f"{learner} cannot group pages by their paths alone")
    done = read_pages(PathsStep(), sources, f"{output}/paths", options, report)
    if done.broken:
        return done
    job = {"step": "templates", "learner": learner, "version": method.version, "per_site": is_per_site}
    folder, pages = folder_of(output), folder_of(f"{output}/pages")
    for one in (folder, pages):
        one.open_job(job, is_replacing=options.is_replacing)
    files = file_tasks([f"{output}/paths"], "templates")
    names, stamp = [task.source for task in files], stamp_of(files)
    sites: Sequence[str | None] = _sites(names) if is_per_site else [None]
    tasks = [
        OneTask(name=_task_name(site), stamp=stamp, source=_task_name(site), value=(site, names)) for site in sites
    ]
    run_tasks("grouping", _GroupPages(folder=str(pages.place), learner=learner), tasks, pages, options, report)
    found = [str(pages.place / f"{task.name}.parquet") for task in tasks]
    whole = OneTask(name="templates", stamp=stamp, value=(names, found))
    return run_tasks("templates", _NameTemplates(folder=str(folder.place)), [whole], folder, options, report)


def _task_name(site: str | None) -> str:
    if site is None:
        return "all"
    return f"site-{site.replace('/', '_')}" if site else "site-unknown"


def _sites(files: Sequence[str]) -> list[str]:
    found: set[str] = set()
    for file in files:
        for batch in read_columns(file, ("site",), 100_000):
            found.update(site or _NO_SITE for site in batch.column(0).unique().to_pylist())
    return sorted(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _GroupPages:
    folder: str
    learner: str
    tell: Tell | None = None

    def __call__(self, task: OneTask) -> Marker:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        site, files = task.value
        known = rows_in_files(files)
        meter = TaskMeter(self.tell, task.name, (1 + _GROUPING_ROWS) * known)
        rows, paths = _pages(files, site, meter)
        learner: PathLearner = build("learner", self.learner)
        groups = learner.group(paths, lambda pages: meter.add(_GROUPING_ROWS * pages))
        placed = [
            {**rows[member], "template": number, "members": len(group)}
            for number, group in enumerate(groups)
            for member in group
        ]
        schema = pa.schema(
            [
                *((name, pa.string()) for name in _PLACE),
                *((name, pa.int64()) for name in ("number", "template", "members")),
            ]
        )
        counts = {"pages": len(rows), "templates": sum(len(group) > 1 for group in groups)}
        return write_rows(self.folder, task, schema, iter([placed]), lambda: counts)


def _pages(files: Sequence[str], site: str | None, meter: TaskMeter) -> tuple[list[dict[str, Any]], list[Numbers]]:
    """The places of the pages, and their paths. With ``site``, only its pages."""
    rows: list[dict[str, Any]] = []
    paths: list[Numbers] = []
    number = 0
    for file in files:
        for batch in meter.over(read_columns(file, (*_PLACE, "paths"), 1_000)):
            column = batch.column(len(_PLACE))
            for place, row in enumerate(batch.select(_PLACE).to_pylist()):
                if site is None or (row["site"] or _NO_SITE) == site:
                    rows.append({**row, "number": number})
                    paths.append(np.array(column[place].values.to_numpy(), dtype=np.int64))
                number += 1
    return rows, paths


@dataclass(frozen=True, slots=True, kw_only=True)
class _NameTemplates:
    """Names the paths of the templates of two or more pages: those that most of the chosen members have."""

    folder: str
    tell: Tell | None = None

    def __call__(self, task: OneTask) -> Marker:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        files, found = task.value
        meter = TaskMeter(self.tell, task.name, rows_in_files(files))
        wanted, facts = _chosen_members(found)
        told = {key: _Template() for key in facts}
        number = 0
        for file in files:
            for batch in meter.over(read_columns(file, ("paths", "parents", "labels"), 500)):
                for place in range(len(batch)):
                    if (key := wanted.get(number + place)) is not None:
                        told[key].add(*(batch.column(name)[place].as_py() for name in range(3)))
                number += len(batch)
        schema = pa.schema(
            [
                *(("site", pa.string()), ("template", pa.int64()), ("members", pa.int64())),
                ("paths", pa.list_(pa.string())),
            ]
        )
        rows = [{**facts[key], "paths": told[key].names()} for key in facts]
        return write_rows(self.folder, task, schema, iter([rows]))


def _chosen_members(found: Sequence[str]) -> tuple[dict[int, tuple[str, int]], dict[tuple[str, int], dict[str, Any]]]:
    """The template for which each chosen page is read, and the facts of each template with more than one page."""
    wanted: dict[int, tuple[str, int]] = {}
    facts: dict[tuple[str, int], dict[str, Any]] = {}
    taken: dict[tuple[str, int], int] = {}
    for file in found:
        for batch in read_columns(file, ("site", "number", "template", "members"), 100_000):
            for row in batch.to_pylist():
                key = (file, row["template"])
                if row["members"] < 2 or taken.get(key, 0) >= _NAMED_MEMBERS:
                    continue
                taken[key] = taken.get(key, 0) + 1
                wanted[row["number"]] = key
                facts.setdefault(key, {name: row[name] for name in ("site", "template", "members")})
    return wanted, facts


class _Template:
    def __init__(self) -> None:
        self._pages = 0
        self._supports: dict[int, int] = {}
        self._above: dict[int, tuple[int, str]] = {}

    def add(self, paths: list[int], parents: list[int], labels: list[str]) -> None:
        self._pages += 1
        for path, parent, label in zip(paths, parents, labels, strict=True):
            self._supports[path] = self._supports.get(path, 0) + 1
            self._above[path] = (parent, label)

    def names(self) -> list[str]:
        common = [path for path, support in self._supports.items() if 2 * support > self._pages]
        return sorted(self._name(path) for path in common)

    def _name(self, path: int) -> str:
        return "/".join(reversed(list(self._labels(path))))

    def _labels(self, path: int) -> Iterator[str]:
        while path != ROOT and path in self._above:
            path, label = self._above[path]
            yield label
