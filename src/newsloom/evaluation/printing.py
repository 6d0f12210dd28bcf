"""Formats a ``Table`` for people and programs: as cells of text, Markdown or JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from newsloom.evaluation.measures.shares import Share
from newsloom.evaluation.scores import EXTRACTION
from newsloom.evaluation.significance import ConfidenceInterval
from newsloom.evaluation.table import Row, Table

__all__ = ["cells", "to_json", "to_markdown"]

_FORMAT_VERSION: Final = 1
_DIGITS: Final = 6
_NOTHING: Final = "–"
_NO_SHARE: Final = Share(hits=0, total=0)
# On fewer pages, chance alone may put every difference on one side more often than one time in twenty (sign test).
_FEWEST_STARRED: Final = 6


def cells(table: Table, measures: Sequence[str] | None = None) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Returns the header and the rows as text; ``measures`` None takes those of the task that fit on a terminal.

    A measure's cell is its mean and 95 % interval; for the methods after the first, also the difference to the first,
    with a star if its interval excludes 0 and it is of six pages or more. Shares come last, each as its rate and total.
    """
    shown = [name for name in measures or table.report.task.shown if name in table.measures]
    shares = table.shares if measures is None else ()
    header = (
        table.by,
        "method",
        "pages",
        "failed",
        "F1 < 0.5",
        "ms/page",
        *shown,
        *(f"{name}, pooled" for name in shares),
    )
    return header, tuple((*_cells(row, shown), *_share_cells(row, shares)) for row in table.rows)


def to_markdown(table: Table, measures: Sequence[str] | None = None) -> str:
    """Returns the cells as a Markdown table, with a line that explains them."""
    header, rows = cells(table, measures)
    alignment = ["---", "---", *["---:"] * (len(header) - 2)]
    lines = [_markdown_row(header), _markdown_row(alignment), *(_markdown_row(row) for row in rows)]
    return "\n".join([*lines, "", _legend(table), ""])


def to_json(table: Table) -> str:
    """Returns the table as JSON, with every measure, the sets' digests and the failures; keys are stable."""
    report = table.report
    content = {
        "format": _FORMAT_VERSION,
        "kind": report.task.kind,
        "by": table.by,
        "feed_title": report.feed_title,
        "methods": list(report.methods),
        "measures": list(table.measures),
        "sets": [
            {"name": one.name, "digest": one.digest, "pages": one.pages, "scored": one.scored} for one in report.sets
        ],
        "rows": [_row_values(row) for row in table.rows],
        "failures": [
            {
                "set": score.corpus,
                "id": score.id,
                "method": score.method,
                "kind": score.failure.kind,
                "reason": score.failure.reason,
            }
            for score in report.scores
            if score.failure
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _cells(row: Row, measures: Sequence[str]) -> tuple[str, ...]:
    return (
        row.group,
        row.method,
        str(row.pages),
        str(row.failures),
        _NOTHING if row.below_half is None else str(row.below_half),
        _NOTHING if row.seconds is None else f"{row.seconds * 1000:.1f}",
        *(_measure_cell(row, name) for name in measures),
    )


def _measure_cell(row: Row, name: str) -> str:
    interval = row.measures.get(name)
    if interval is None:
        return _NOTHING
    cell = f"{interval.mean:.3f} [{interval.low:.3f}, {interval.high:.3f}]"
    difference = row.differences.get(name)
    return f"{cell} {_difference(difference)}" if difference else cell


def _share_cells(row: Row, names: Sequence[str]) -> tuple[str, ...]:
    shares = (row.shares.get(name, _NO_SHARE) for name in names)
    return tuple(_NOTHING if share.rate is None else f"{share.rate:.3f} of {share.total}" for share in shares)


def _difference(interval: ConfidenceInterval) -> str:
    is_beyond_chance = interval.count >= _FEWEST_STARRED and (interval.low > 0 or interval.high < 0)
    star = "*" if is_beyond_chance else ""
    return f"({interval.mean:+.3f}{star})"


def _markdown_row(values: Sequence[str]) -> str:
    # A pipe would end the cell, and the name of a site comes from outside.
    safe = (" ".join(value.split()).replace("\\", "\\\\").replace("|", "\\|") for value in values)
    return f"| {' | '.join(safe)} |"


def _legend(table: Table) -> str:
    title = "with" if table.report.feed_title else "without"
    legend = "Means with 95 % bootstrap intervals"
    legend += f", {title} the true title as the feed's." if table.report.task == EXTRACTION else "."
    if len(table.report.methods) > 1:
        legend += f" In brackets: the difference from {table.report.methods[0]}; a star marks a significant one."
    if table.shares:
        legend += " Pooled measures are counted over all pages together."
    return legend


def _row_values(row: Row) -> dict[str, Any]:
    return {
        "group": row.group,
        "method": row.method,
        "pages": row.pages,
        "failures": row.failures,
        "below_half": row.below_half,
        "seconds": None if row.seconds is None else round(row.seconds, _DIGITS),
        "measures": _intervals(row.measures),
        "differences": _intervals(row.differences),
        "shares": {
            name: {"rate": None if share.rate is None else round(share.rate, _DIGITS), "of": share.total}
            for name, share in row.shares.items()
        },
    }


def _intervals(intervals: Mapping[str, ConfidenceInterval]) -> dict[str, dict[str, float | int]]:
    return {
        name: {
            "mean": round(interval.mean, _DIGITS),
            "low": round(interval.low, _DIGITS),
            "high": round(interval.high, _DIGITS),
            "count": interval.count,
        }
        for name, interval in intervals.items()
    }
