"""``newsloom evaluate --choose`` and ``--compare``: chooses a parameter on other folds; tests if methods differ."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import rich.table
import typer

from newsloom.cli.output import console, printable, write
from newsloom.cli.score_tables import ScoreFormat, markdown_table, save, upright
from newsloom.errors import UnknownName
from newsloom.evaluation import EXTRACTION, READING
from newsloom.evaluation.crossvalidation import (
    CLUSTERER_MEASURES,
    LEARNER_MEASURES,
    FoldPlan,
    FoldTable,
    clusterer_folds,
    fold_cells,
    fold_json,
    learner_folds,
    values_of,
    with_value,
)
from newsloom.records.description import counted

__all__ = ["Choose", "Compare", "Folds", "Measure", "fold_plan", "folds_of_sets", "show_folds"]

# The thesis on N-EXT, 6.2.1.
_DEFAULT_FOLDS: Final = 10
_CHIEF: Final = {
    "extractor": EXTRACTION.chief,
    "reader": READING.chief,
    "learner": "adjusted_rand",
    "clusterer": "bcubed_f",
}
_MEASURES: Final = {
    "extractor": EXTRACTION.measures,
    "reader": READING.measures,
    "learner": LEARNER_MEASURES,
    "clusterer": CLUSTERER_MEASURES,
}

Choose = Annotated[
    str | None,
    typer.Option(
        help="Choose a parameter by cross-validation: beta=0:1:0.1 (from, to, step) or link=single+average.",
        metavar="PARAMETER=VALUES",
    ),
]
Compare = Annotated[
    bool,
    typer.Option("--compare", help="Test whether the methods differ: one-way ANOVA over folds, then Scheffé's test."),
]
Folds = Annotated[
    int | None,
    typer.Option(min=2, help=f"With --choose and --compare: the number of folds; default: {_DEFAULT_FOLDS}."),
]
Measure = Annotated[
    str | None,
    typer.Option(
        help="With --choose and --compare: the measure, such as block; default: the main one.", metavar="NAME"
    ),
]


def fold_plan(
    kind: str,
    methods: Sequence[str],
    *,
    choose: str | None,
    is_comparing: bool,
    folds: int | None,
    measure: str | None,
) -> FoldPlan | None:
    """What the options ask for; None if nothing is chosen or compared. Raises ``BadParameter``, ``UnknownName``."""
    if choose is None and not is_comparing:
        if folds is not None or measure is not None:
            hint = "--folds" if folds is not None else "--measure"
            raise typer.BadParameter("this option only applies to --choose and --compare", param_hint=hint)
        return None
    if choose is not None and is_comparing:
        raise typer.BadParameter(
            "--choose compares the values of a parameter itself; leave out --compare", param_hint="--compare"
        )
    if is_comparing and len(methods) < 2:
        raise typer.BadParameter("name two methods or more to compare", param_hint="--compare")
    count, by = folds or _DEFAULT_FOLDS, _known(measure or _CHIEF[kind], kind)
    if choose is None:
        return FoldPlan(columns={method: method for method in methods}, folds=count, measure=by)
    if len(methods) > 1:
        raise typer.BadParameter("--choose works on one method; name only one", param_hint="--choose")
    parameter, values = values_of(choose)
    columns = {value: with_value(methods[0], parameter, value) for value in values}
    return FoldPlan(columns=columns, folds=count, measure=by, method=methods[0], parameter=parameter)


def folds_of_sets(kind: str, sets: Sequence[str], plan: FoldPlan, limit: int | None) -> tuple[FoldTable, ...]:
    """The folds of learners or clusterers, which are scored on whole sets."""
    table = learner_folds if kind == "learner" else clusterer_folds
    return tuple(table(path, plan, limit=limit) for path in sets)


def show_folds(tables: Sequence[FoldTable], form: ScoreFormat, file: Path | None) -> None:
    """Print the result for each set, or write it to a file: as tables, Markdown or JSON."""
    if form is ScoreFormat.TABLE and file is None:
        for table in tables:
            write(_title(table))
            for drawn in _drawn(table):
                console().print(drawn)
            write("\n".join(_said(table)))
        return
    text = fold_json(tables) if form is ScoreFormat.JSON else "\n".join(map(_markdown, tables))
    if file is None:
        write(text)
    else:
        save(file, text)


def _known(measure: str, kind: str) -> str:
    if measure not in _MEASURES[kind]:
        raise UnknownName("measure", measure, _MEASURES[kind])
    return measure


def _parts(table: FoldTable) -> tuple[str, ...]:
    # Methods are compared on the folds alone; training matters when a parameter is chosen.
    return ("training", "testing") if table.parameter else ("testing",)


def _drawn(table: FoldTable) -> list[rich.table.Table]:
    return [upright(fold_cells(table, part)) for part in _parts(table)]


def _markdown(table: FoldTable) -> str:
    tables = (markdown_table(*fold_cells(table, part)) for part in _parts(table))
    return "\n".join([_title(table), "", *tables, *_said(table)]) + "\n"


def _title(table: FoldTable) -> str:
    about = f"by {table.parameter} of {table.method}" if table.parameter else f"of {table.method}"
    return printable(f"{table.corpus}: {table.measure} {about}, in {len(table.testing)} folds")


def _said(table: FoldTable) -> list[str]:
    lines = []
    if table.parameter:
        value, times = table.chosen_most
        lines.append(
            f"chosen most often on the other folds: {table.parameter}={value}, for {times} of {len(table.testing)}"
        )
        lines.append(f"mean of the folds, each with the value chosen on the others: {table.held_out:.3f}")
    tested = table.anova()
    if tested is None:
        return lines
    anova, pairs = tested
    verdict = "the means differ" if anova.is_significant else "no significant difference"
    freedom = f"F({anova.df_among}, {anova.df_within})"
    lines.append(f"ANOVA: {freedom} = {anova.f:.3f}, critical {anova.critical:.3f} at 0.05: {verdict}")
    if anova.is_significant:
        differing = [one for one in pairs if one.differs]
        lines.append(
            f"Scheffé: {counted(len(differing), 'pair')} of {len(pairs)} differ, F above {pairs[0].critical:.3f}"
        )
        lines += [f"  {table.columns[one.first]} and {table.columns[one.second]}: {one.f:.3f}" for one in differing]
    return lines
