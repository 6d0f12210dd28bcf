"""Writes the contest as a page of documentation: Markdown and JSON from an evaluation's ``Table`` and the run's facts.

One table for each measure, a row for each method and a column for each set, the best of a column in bold. Measures
nothing.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Final

from newsloom.evaluation import Row, Table, to_json
from newsloom.evaluation.table import ALL

__all__ = ["REFERENCE", "Circumstances", "as_json", "as_markdown", "as_scores"]

# The method whose CPU time is 1.
REFERENCE: Final = "trafilatura"

_NOTHING: Final = "–"

_MEASURES: Final = (
    ("word_f1", "Word F1", "Mean per page; words with their multiplicity, in lower case."),
    ("shingle_f1", "Four-word-shingle F1", "Mean per page; the order counts."),
    ("with_rate", "Snippets that must be there", "Share found."),
    ("without_rate", "Snippets that must not be there", "Share left out."),
    ("title", "Title", "Share of pages where it equals the truth; case, punctuation and spaces folded."),
    ("date", "Day of publication", "Share of pages where it is right."),
    ("authors", "Authors", "Share of pages with the same set of names."),
)

_Cell = Callable[[Row], float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What a reader must know to judge the figures."""

    date: str
    command: str
    machine: str
    versions: Mapping[str, str]
    missing: tuple[str, ...] = ()
    held_apart: tuple[str, ...] = ()
    trained: tuple[str, ...] = ()


def as_markdown(table: Table, circumstances: Circumstances) -> str:
    """Returns the whole page."""
    parts = [
        "# Newsloom beside other extractors",
        _preamble(circumstances),
        _sets(table),
        *(f"## {title}\n\n{text}\n\n{_grid(table, _mean_of(name))}" for name, title, text in _shown(table)),
        "## Pages with word F1 below 0.5\n\nThe wrong part of the page, or nothing.\n\n"
        + _grid(table, _below_half, digits=0, is_best=min),
        f"## CPU time\n\n{_cpu_text(table)}\n\n" + _grid(table, _cpu_of(table, fmean), digits=2, is_best=min),
        "The same for the median page, which a few endless pages do not move:\n\n"
        + _grid(table, _cpu_of(table, median), digits=2, is_best=min),
        "## Pages without an answer\n\nThe extractor raised an exception, or took more than a minute; such a page"
        " counts as one where nothing was found.\n\n"
        + _grid(table, lambda row: float(row.failures), digits=0, is_best=None),
    ]
    return "\n\n".join(parts) + "\n"


def as_json(table: Table, circumstances: Circumstances) -> str:
    """Returns all figures with their intervals, in the form of ``newsloom evaluate``, and the circumstances."""
    content = {"circumstances": dataclasses.asdict(circumstances), "table": json.loads(to_json(table))}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def as_scores(table: Table, circumstances: Circumstances, rooms: Collection[str]) -> str:
    """Returns each room's mean word F1 on each set, for ``newsloom methods``, except for models that saw the sites."""
    scores: dict[str, dict[str, float]] = {}
    for row in table.rows:
        if row.method in rooms and row.method not in circumstances.trained and "word_f1" in row.measures:
            scores.setdefault(row.method, {})[row.group] = round(row.measures["word_f1"].mean, 3)
    content = {"date": circumstances.date, "command": circumstances.command, "word_f1": scores}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _preamble(circumstances: Circumstances) -> str:
    said = circumstances
    versions = ", ".join(f"{name} {version}" for name, version in said.versions.items())
    lines = [
        f"Measured on {said.date} by `{said.command}`, {said.machine}. Generated; do not edit.",
        f"Versions: {versions}.",
        "A library that never looks for a field is not compared in it. Bold is the best of a column.",
        *(f"Not installed, so not measured: {name}." for name in said.missing),
        *(
            f"`{name}` is trained. Every text of its is by a model that saw no page of the site, as far as the sets"
            " name the sites."
            for name in said.held_apart
        ),
        *(f"`{name}` is trained **on these very sites**: its scores here are no validation." for name in said.trained),
    ]
    return "\n\n".join(lines)


def _sets(table: Table) -> str:
    lines = ["| set | pages | of | SHA-256 |", "|---|---:|---:|---|"]
    lines += [f"| {one.name} | {one.scored} | {one.pages} | `{one.digest[:12]}` |" for one in table.report.sets]
    return "\n".join(lines)


def _shown(table: Table) -> list[tuple[str, str, str]]:
    return [entry for entry in _MEASURES if entry[0] in table.measures]


def _mean_of(name: str) -> _Cell:
    return lambda row: row.measures[name].mean if name in row.measures else None


def _below_half(row: Row) -> float | None:
    return None if row.below_half is None else float(row.below_half)


def _cpu_of(table: Table, middle: Callable[[Sequence[float]], float]) -> _Cell:
    seconds: dict[tuple[str, str], list[float]] = {}
    for score in table.report.scores:
        if score.seconds is not None:
            for group in (score.corpus, ALL):
                seconds.setdefault((score.method, group), []).append(score.seconds)
    middles = {key: middle(values) for key, values in seconds.items()}

    def cell(row: Row) -> float | None:
        # Without the reference, milliseconds.
        base = middles.get((REFERENCE, row.group)) if REFERENCE in table.report.methods else 0.001
        own = middles.get((row.method, row.group))
        return own / base if own is not None and base else None

    return cell


def _cpu_text(table: Table) -> str:
    # The last of its rows: all sets together.
    base = next((row.seconds for row in reversed(table.rows) if row.method == REFERENCE), None)
    said = "Mean per page, one process, from the bytes to text and all fields the library has"
    if base is None:
        return f"{said}, in milliseconds."
    return f"{said}, with {REFERENCE}'s as 1 ({base * 1000:.1f} ms in the mean of all pages, with its metadata)."


def _grid(
    table: Table, cell: _Cell, *, digits: int = 3, is_best: Callable[[Sequence[float]], float] | None = max
) -> str:
    groups = list(dict.fromkeys(row.group for row in table.rows))
    values = {(row.method, row.group): cell(row) for row in table.rows}
    groups = [group for group in groups if any(values.get((method, group)) is not None for method in _methods(table))]
    best = {group: is_best(_column(values, group)) for group in groups} if is_best else {}
    lines = [f"| method | {' | '.join(groups)} |", "|---|" + "---:|" * len(groups)]
    for method in _methods(table):
        cells = (_written(values.get((method, group)), digits, best.get(group)) for group in groups)
        lines.append(f"| {method} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _methods(table: Table) -> tuple[str, ...]:
    return table.report.methods


def _column(values: Mapping[tuple[str, str], float | None], group: str) -> list[float]:
    return [value for (_, name), value in values.items() if name == group and value is not None]


def _written(value: float | None, digits: int, best: float | None) -> str:
    if value is None:
        return _NOTHING
    written = f"{value:.{digits}f}"
    return f"**{written}**" if best is not None and written == f"{best:.{digits}f}" else written
