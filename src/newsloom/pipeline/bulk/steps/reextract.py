"""Extracts the same pages again, and reports the differences from earlier results.

A shard has the same name in both folders if its input is the same, so the two are compared shard by shard.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from newsloom.errors import InputError
from newsloom.pipeline.bulk.jobs import JobOptions, read_pages, run_tasks
from newsloom.pipeline.bulk.phases import PhaseProgress, PhaseReport
from newsloom.pipeline.bulk.results import Marker
from newsloom.pipeline.bulk.steps.extract import ExtractStep
from newsloom.pipeline.bulk.steps.results import FileTask, OneTask, file_tasks, folder_of, read_columns
from newsloom.pipeline.bulk.steps.results import write_table as write_rows
from newsloom.text.similarity import word_f1

__all__ = ["run_reextraction"]

_COMPARED: Final = (
    *("title", "text", "date", "authors", "section", "language", "description", "published", "modified"),
    *("is_article", "access", "images", "kind"),
)
# The results contain both texts in full; this is for reading.
_MOST_CHARACTERS: Final = 300


def run_reextraction(  # noqa: PLR0913, PLR0917 - a step's inputs, with those it is compared with
    step: ExtractStep,
    sources: Sequence[str],
    output: str,
    against: str | None,
    options: JobOptions,
    report: PhaseProgress | None = None,
) -> PhaseReport:
    """Writes new results to OUTPUT, and ``OUTPUT/differences`` with a row for each field of a page that changed."""
    if against is None:
        raise InputError("reextract", "wanted --against FOLDER, the earlier results")
    before = {Path(task.source).name: task for task in file_tasks([against], "reextract")}
    done = read_pages(step, sources, output, options, report)
    if done.broken:
        return done
    folder = folder_of(f"{output}/differences")
    folder.open_job({**step.job(), "against": str(folder_of(against).place)}, is_replacing=options.is_replacing)
    pairs = [
        OneTask(name=now.name, stamp=f"{then.stamp} {now.stamp}", source=now.source, value=(then, now), size=now.size)
        for now in file_tasks([output], "reextract")
        if (then := before.get(Path(now.source).name)) is not None
    ]
    if not pairs:
        raise InputError(against, "has no shard of these inputs; were they made with another --shard-size?")
    return run_tasks("differences", _Compare(folder=str(folder.place)), pairs, folder, options, report)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compare:
    folder: str

    def __call__(self, task: OneTask) -> Marker:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        then, now = task.value
        counts: Counter[str] = Counter()
        schema = pa.schema(
            [
                *((name, pa.string()) for name in ("source", "page", "url", "field", "before", "after")),
                ("similarity", pa.float64()),
            ]
        )
        return write_rows(self.folder, task, schema, _differences(then, now, counts), lambda: counts)


def _differences(then: FileTask, now: FileTask, counts: Counter[str]) -> Iterator[list[dict[str, Any]]]:
    before = {row["page"]: row for row in _rows(then.source)}
    for row in _rows(now.source):
        counts["pages"] += 1
        old = before.pop(row["page"], None)
        if old is None:
            counts["new pages"] += 1
            continue
        changed = [_difference(old, row, name) for name in _COMPARED if name in old and old[name] != row.get(name)]
        counts["changed pages"] += bool(changed)
        counts.update(f"changed {one['field']}" for one in changed)
        yield changed
    counts["missing pages"] += len(before)


def _rows(file: str) -> Iterator[dict[str, Any]]:
    for batch in read_columns(file, ("source", "page", "url", *_COMPARED), 500):
        yield from batch.to_pylist()


def _difference(old: Mapping[str, Any], new: Mapping[str, Any], name: str) -> dict[str, Any]:
    before, after = old[name], new.get(name)
    return {
        **{key: new.get(key) for key in ("source", "page", "url")},
        "field": name,
        "before": _shown(before),
        "after": _shown(after),
        "similarity": _similarity(before, after),
    }


def _shown(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value[:_MOST_CHARACTERS] if value else value
    return json.dumps(value, ensure_ascii=False, default=str)[:_MOST_CHARACTERS]


def _similarity(before: Any, after: Any) -> float | None:
    """The word F1 of two texts. None if one is not a text."""
    if not (isinstance(before, str) and isinstance(after, str)):
        return None
    return round(word_f1(before.split(), after.split()), 4)
