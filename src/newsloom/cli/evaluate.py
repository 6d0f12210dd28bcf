"""``newsloom evaluate``: how good methods are on labelled sets."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import rich.table
import typer
from rich.console import Console
from rich.progress import Progress

from newsloom.cli.exits import NOTHING_FOUND
from newsloom.cli.output import console, printable, write_error
from newsloom.errors import InputError
from newsloom.evaluation import (
    Table,
    cells,
    draw_svg,
    evaluate_learner_sets,
    evaluate_reader_sets,
    evaluate_sets,
    learner_cells,
    learner_json,
    tabulate,
    to_json,
    to_markdown,
)
from newsloom.evaluation.deskwork import desk_cells
from newsloom.evaluation.grouping import clusterer_cells, clusterer_json, evaluate_story_sets
from newsloom.evaluation.runner import Progress as ReportProgress
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR

__all__ = ["command"]


class _Format(StrEnum):
    TABLE = "table"
    JSON = "json"
    MARKDOWN = "markdown"


class _Grouping(StrEnum):
    SET = "set"
    SITE = "site"
    LANGUAGE = "language"
    YEAR = "year"


def command(
    sets: list[str] = typer.Argument(
        metavar="SET", help="Labelled sets: .tar.xz files or folders; of stories .jsonl.gz or .npz files."
    ),
    *,
    extractor: list[str] = typer.Option(
        [],
        help=f"An extractor; may be given several times. {DEFAULT_EXTRACTOR} where no method is named.",
        metavar="NAME",
    ),
    reader: list[str] = typer.Option([], help="A reader of front pages; may be given several times.", metavar="NAME"),
    learner: list[str] = typer.Option([], help="A learner of templates; may be given several times.", metavar="NAME"),
    clusterer: list[str] = typer.Option(
        [], help="A clusterer of articles; may be given several times.", metavar="NAME"
    ),
    limit: int | None = typer.Option(
        None, min=1, help="Take that many pages of each set, spread evenly; of stories the first."
    ),
    by: _Grouping = typer.Option(_Grouping.SET, help="What a row of the table is."),
    feed_title: bool = typer.Option(
        False, "--feed-title/--no-feed-title", help="Hand the true title over as the feed's."
    ),
    processes: int | None = typer.Option(None, min=1, help="How many processes; all cores where not given."),
    output_format: _Format = typer.Option(_Format.TABLE, "--format", help="How to print the scores."),
    output: Path | None = typer.Option(None, help="Write there instead of printing.", metavar="FILE"),
    plot: Path | None = typer.Option(None, help="Draw the scores as well.", metavar="FILE.svg"),
) -> None:
    """Score methods on labelled sets: means with 95 % intervals, and differences to the first method.

    A page that fails, or takes longer than its time budget, counts as one where nothing was found. Learners are scored
    on whole sets: precision and recall of their clusters against the closest true ones, pairs, adjusted Rand. So are
    clusterers: BCubed, pairs, mutual information, adjusted Rand; and the desk where the set says more: summaries by
    ROUGE, pairs by Pearson, first stories and tracking by normalised minimum cost.
    """
    for file in filter(None, (output, plot)):
        _check_writable(file)
    named = {"extractors": extractor, "readers": reader, "learners": learner, "clusterers": clusterer}
    _check_kinds([kind for kind, names in named.items() if names])
    if reader and feed_title:
        raise typer.BadParameter("a front page has no title from a feed", param_hint="--feed-title")
    if learner:
        _evaluate_learners(sets, learner, limit, output_format, output)
        return
    if clusterer:
        _evaluate_clusterers(sets, clusterer, limit, output_format, output)
        return
    names = list(dict.fromkeys(reader or extractor or [DEFAULT_EXTRACTOR]))
    with _progress_bar() as progress:
        if reader:
            report = evaluate_reader_sets(sets, names, limit=limit, processes=processes, progress=progress)
        else:
            report = evaluate_sets(
                sets, names, feed_title=feed_title, limit=limit, processes=processes, progress=progress
            )
    if not report.scores:
        write_error("the sets hold no page that can be scored")
        raise typer.Exit(NOTHING_FOUND)
    table = tabulate(report, by)
    # The scores first: they must not be lost where there is nothing to draw.
    _print(table, output_format, output)
    if plot:
        _save(plot, draw_svg(table))


def _check_kinds(kinds: list[str]) -> None:
    if len(kinds) > 1:
        raise typer.BadParameter(
            f"{' and '.join(kinds)} answer different questions; name one kind", param_hint=f"--{kinds[-1][:-1]}"
        )


def _evaluate_learners(
    sets: list[str], learners: list[str], limit: int | None, output_format: _Format, output: Path | None
) -> None:
    scores = evaluate_learner_sets(sets, list(dict.fromkeys(learners)), limit=limit)
    header, rows = learner_cells(scores)
    if output_format is _Format.TABLE and output is None:
        console().print(_side_by_side(header, rows))
        return
    _give(learner_json(scores) if output_format is _Format.JSON else _markdown(header, rows), output)


def _evaluate_clusterers(
    sets: list[str], clusterers: list[str], limit: int | None, output_format: _Format, output: Path | None
) -> None:
    scores, desk = evaluate_story_sets(sets, list(dict.fromkeys(clusterers)), limit=limit)
    tables = [cells for cells in (clusterer_cells(scores), desk_cells(desk)) if cells[1]]
    if not tables:
        write_error("the sets hold no story that can be scored")
        raise typer.Exit(NOTHING_FOUND)
    if output_format is _Format.JSON:
        _give(clusterer_json(scores, desk), output)
    elif output_format is _Format.TABLE and output is None:
        if scores:
            console().print(_side_by_side(*clusterer_cells(scores)))
        if desk:
            console().print(_upright(*desk_cells(desk)))
    else:
        _give("\n".join(_markdown(*cells) for cells in tables), output)


_Cells = tuple[str, ...]


def _side_by_side(header: _Cells, rows: tuple[_Cells, ...]) -> rich.table.Table:
    """Methods side by side and measures below each other, as for the other kinds."""
    drawn = rich.table.Table("", *(f"{row[1]} on {printable(row[0])}" for row in rows))
    for label, *values in list(zip(header, *rows, strict=True))[2:]:
        drawn.add_row(label, *values)
    return drawn


def _upright(header: _Cells, rows: tuple[_Cells, ...]) -> rich.table.Table:
    drawn = rich.table.Table(*header)
    for row in rows:
        drawn.add_row(*map(printable, row))
    return drawn


def _markdown(header: _Cells, rows: tuple[_Cells, ...]) -> str:
    lines = [header, ("---",) * len(header), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _give(text: str, output: Path | None) -> None:
    if output:
        _save(output, text)
    else:
        sys.stdout.write(text)


def _check_writable(file: Path) -> None:
    # Before the work: an hour's scores must not be lost for a mistyped folder.
    if not file.parent.is_dir():
        raise InputError(str(file), f"there is no folder {file.parent}")
    if file.is_dir():
        raise InputError(str(file), "this is a folder. Name a file")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise InputError(str(file), "cannot be written. Name a file in another folder")


@contextmanager
def _progress_bar() -> Iterator[ReportProgress | None]:
    if not sys.stderr.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("pages", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _print(table: Table, output_format: _Format, output: Path | None) -> None:
    if output_format is _Format.TABLE and output is None:
        console().print(_rich_table(table))
        return
    # A table in a file has no terminal to fit: Markdown is the plain form of the same cells.
    _give(to_json(table) if output_format is _Format.JSON else to_markdown(table), output)


def _rich_table(table: Table) -> rich.table.Table:
    """Methods side by side and measures below each other: so two methods fit on 80 columns."""
    header, rows = cells(table)
    first, *others = table.report.methods
    legend = f"in brackets the difference to {first}; a star where chance does not explain it" if others else None
    drawn = rich.table.Table(table.by, "", first, *others, caption=legend, caption_justify="left")
    for group, lines in groupby(rows, key=itemgetter(0)):
        name = printable(group)
        for label, *values in zip(header[2:], *(line[2:] for line in lines), strict=True):
            drawn.add_row(name, label, *values)
            name = ""
        drawn.add_section()
    return drawn


def _save(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(str(file), error.strerror or str(error)) from error
