"""Makes tables from an ``EvaluationReport``: means with their intervals by set, site, language or year.

Does not decide how a table is shown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from newsloom.errors import UnknownName
from newsloom.evaluation.measures.shares import Share, pooled
from newsloom.evaluation.scores import EvaluationReport, PageScore, Task
from newsloom.evaluation.significance import ConfidenceInterval, mean_intervals

__all__ = ["ALL", "GROUPINGS", "UNKNOWN", "Row", "Table", "tabulate"]

ALL: Final = "all"
UNKNOWN: Final = "unknown"

# Below this the wrong part of the page was taken, not just a little too much or too little.
_BAD_F1: Final = 0.5

_KEYS: Final[Mapping[str, Callable[[PageScore], object]]] = {
    "set": lambda score: score.corpus,
    "site": lambda score: score.site,
    "language": lambda score: score.language,
    "year": lambda score: score.year,
    "styling": lambda score: score.styling,
}
GROUPINGS: Final = tuple(_KEYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One method on one group of pages.

    ``below_half`` counts the pages below half of the task's chief F1, None if no page has it. ``seconds`` is the mean
    CPU time of a page. ``measures`` has those with a value; ``differences`` is each of them minus the first method's,
    page by page, and empty for the first method. ``shares`` are summed over the pages: a large page weighs more than a
    small one.
    """

    group: str
    method: str
    pages: int
    failures: int
    below_half: int | None
    seconds: float | None
    measures: Mapping[str, ConfidenceInterval]
    differences: Mapping[str, ConfidenceInterval]
    shares: Mapping[str, Share] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The rows by group, within a group in the report's order of methods; ``all`` comes last."""

    by: str
    report: EvaluationReport
    rows: tuple[Row, ...]

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that have a value somewhere."""
        names = self.report.task.measures
        return tuple(name for name in names if any(name in row.measures for row in self.rows))

    @property
    def shares(self) -> tuple[str, ...]:
        """The shares that were counted somewhere, in the order in which they appeared."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row.shares))


def tabulate(report: EvaluationReport, by: str = "set") -> Table:
    """Returns the report's means by one of ``GROUPINGS``, with a group ``all`` if there are several groups."""
    if by not in _KEYS:
        raise UnknownName("grouping", by, GROUPINGS)
    groups: dict[str, list[PageScore]] = {}
    for score in report.scores:
        key = _KEYS[by](score)
        groups.setdefault(UNKNOWN if key is None else str(key), []).append(score)
    # Sets keep the order in which they were given; other groups are sorted, so that they are easy to find.
    names = list(groups) if by == "set" else sorted(groups, key=lambda name: (name == UNKNOWN, name))
    rows = list(chain.from_iterable(_rows(name, groups[name], report) for name in names))
    if len(names) > 1:
        rows.extend(_rows(ALL, report.scores, report))
    return Table(by=by, report=report, rows=tuple(rows))


def _rows(group: str, scores: Iterable[PageScore], report: EvaluationReport) -> Iterator[Row]:
    methods, task = report.methods, report.task
    by_method: dict[str, list[PageScore]] = {method: [] for method in methods}
    for score in scores:
        by_method[score.method].append(score)
    first = by_method[methods[0]]
    means = _intervals({method: _values(mine, task) for method, mine in by_method.items()})
    differences = _intervals({method: _differences(first, by_method[method], task) for method in methods[1:]})
    for method, mine in by_method.items():
        f1 = _values(mine, task).get(task.chief)
        yield Row(
            group=group,
            method=method,
            pages=len(mine),
            failures=sum(score.failure is not None for score in mine),
            below_half=sum(value < _BAD_F1 for value in f1) if f1 else None,
            seconds=_mean([score.seconds for score in mine if score.seconds is not None]),
            measures=means[method],
            differences=differences.get(method, {}),
            shares=_shares(mine),
        )


def _intervals(columns: Mapping[str, Mapping[str, list[float]]]) -> dict[str, dict[str, ConfidenceInterval]]:
    """Returns the interval of each method's values, by method and then measure."""
    flat = [(method, name, values) for method, named in columns.items() for name, values in named.items()]
    intervals: dict[str, dict[str, ConfidenceInterval]] = {method: {} for method in columns}
    for (method, name, _), interval in zip(flat, mean_intervals([values for *_, values in flat]), strict=True):
        intervals[method][name] = interval
    return intervals


def _shares(scores: Sequence[PageScore]) -> dict[str, Share]:
    names = dict.fromkeys(name for score in scores for name in score.shares)
    return {name: pooled(score.shares[name] for score in scores if name in score.shares) for name in names}


def _values(scores: Sequence[PageScore], task: Task) -> dict[str, list[float]]:
    columns = {
        name: [value for score in scores if (value := score.measures.get(name)) is not None] for name in task.measures
    }
    return {name: values for name, values in columns.items() if values}


def _differences(first: Sequence[PageScore], second: Sequence[PageScore], task: Task) -> dict[str, list[float]]:
    other = {(score.corpus, score.id): score.measures for score in second}
    pairs = [(score.measures, other[score.corpus, score.id]) for score in first if (score.corpus, score.id) in other]
    columns: dict[str, list[float]] = {}
    for name in task.measures:
        for mine, theirs in pairs:
            before, after = mine.get(name), theirs.get(name)
            if before is not None and after is not None:
                columns.setdefault(name, []).append(after - before)
    return columns


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
