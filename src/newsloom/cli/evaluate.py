"""``newsloom evaluate``: how good methods are on labelled sets."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, NoReturn

import typer
from rich.console import Console
from rich.progress import Progress

from newsloom.cli.crossvalidation import Choose, Compare, Folds, Measure, fold_plan, folds_of_sets, show_folds
from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.output import write_error
from newsloom.cli.score_tables import ScoreFormat, ScoreOutput, check_writable, save, side_by_side, upright
from newsloom.evaluation import (
    EvaluationReport,
    draw_svg,
    evaluate_learner_sets,
    evaluate_reader_sets,
    evaluate_sets,
    learner_cells,
    learner_json,
    tabulate,
)
from newsloom.evaluation.crossvalidation import FoldPlan, FoldTable, page_folds
from newsloom.evaluation.desk import desk_cells
from newsloom.evaluation.grouping import clusterer_cells, clusterer_json, evaluate_story_sets
from newsloom.evaluation.runner import ARTICLES
from newsloom.evaluation.runner import Progress as ReportProgress
from newsloom.extras import require
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR

__all__ = ["command"]

# Sets of the made-up press.
_PRESS: Final = "press:"


class _Grouping(StrEnum):
    SET = "set"
    SITE = "site"
    LANGUAGE = "language"
    YEAR = "year"
    STYLING = "styling"


def command(
    sets: list[str] = typer.Argument(
        metavar="SET",
        help="Labelled sets: .tar.xz files or folders; of stories .jsonl.gz or .npz files; "
        "press:styled, press:unseen, press:fronts, press:fronts-unseen and press:abroad are made up.",
    ),
    *,
    extractor: list[str] = typer.Option(
        [],
        help="An extractor, such as next, next:paper or next:beta=0.3; may be given several times. "
        f"{DEFAULT_EXTRACTOR} where no method is named.",
        metavar="METHOD",
    ),
    reader: list[str] = typer.Option([], help="A reader of front pages; may be given several times.", metavar="METHOD"),
    learner: list[str] = typer.Option([], help="A learner of templates; may be given several times.", metavar="METHOD"),
    clusterer: list[str] = typer.Option(
        [], help="A clusterer of articles; may be given several times.", metavar="METHOD"
    ),
    limit: int | None = typer.Option(
        None, min=1, help="Take that many pages of each set, spread evenly; of stories the first."
    ),
    by: _Grouping = typer.Option(_Grouping.SET, help="What a row of the table is."),
    feed_title: bool = typer.Option(
        False, "--feed-title/--no-feed-title", help="Hand the true title over as the feed's."
    ),
    render: bool = typer.Option(
        False, "--render/--no-render", help="Draw pages by a browser first; else layouts are estimated."
    ),
    all_pages: bool = typer.Option(
        False, "--all-pages/--articles", help="Take pages without news as well, which an extractor should refuse."
    ),
    site_templates: str | None = typer.Option(
        None, help="Learn each site's templates by this learner and hand them over.", metavar="LEARNER"
    ),
    training_pages: int = typer.Option(
        5, min=2, help="Of how many pages of a site templates are learned; these are not scored.", metavar="PAGES"
    ),
    choose: Choose = None,
    compare: Compare = False,
    folds: Folds = None,
    measure: Measure = None,
    processes: int | None = typer.Option(None, min=1, help="How many processes; all cores where not given."),
    output_format: ScoreFormat = typer.Option(ScoreFormat.TABLE, "--format", help="How to print the scores."),
    output: Path | None = typer.Option(None, "--output", "-o", help="Write there instead of printing.", metavar="FILE"),
    plot: Path | None = typer.Option(None, help="Draw the scores as well.", metavar="FILE.svg"),
) -> None:
    """Score methods on labelled sets: means with 95 % intervals, and differences to the first method.

    A page that fails, or takes longer than its time budget, counts as one where nothing was found. Learners are scored
    on whole sets: precision and recall of their clusters against the closest true ones, pairs, adjusted Rand. So are
    clusterers: BCubed, pairs, mutual information, adjusted Rand; and the desk where the set says more: summaries by
    ROUGE, pairs by Pearson, first stories and tracking by normalised minimum cost.

    With --choose each fold is scored with the value that is best on the others. Folds are of pages, with --by site of
    sites, of learners' sets of templates and of clusterers' sets of stories, so that none is in two.
    """
    for file in filter(None, (output, plot)):
        check_writable(file)
    kind, names = _chosen({"extractor": extractor, "reader": reader, "learner": learner, "clusterer": clusterer})
    _check_use(kind, feed_title=feed_title, of_pages=render or all_pages or site_templates is not None)
    plan = fold_plan(kind, names, choose=choose, is_comparing=compare, folds=folds, measure=measure)
    if plan and plot:
        raise typer.BadParameter("there is no drawing of folds", param_hint="--plot")
    with tempfile.TemporaryDirectory(prefix="newsloom-") as folder:
        trial = _Trial(
            sets=[_made(name, Path(folder)) for name in sets],
            names=names,
            limit=limit,
            by=by,
            processes=processes,
            feed_title=feed_title,
            is_drawn=render,
            has_all_pages=all_pages,
            site_templates=site_templates,
            training_pages=training_pages,
            plot=plot,
        )
        board = ScoreOutput(form=output_format, file=output)
        if plan is None:
            _TRIALS[kind](trial, board)
        else:
            show_folds(_folded(kind, trial, plan), board.form, board.file)


def _check_use(kind: str, *, feed_title: bool, of_pages: bool) -> None:
    if feed_title and kind != "extractor":
        raise typer.BadParameter(f"a {kind} is told no title from a feed", param_hint="--feed-title")
    if of_pages and kind != "extractor":
        raise typer.BadParameter(f"a {kind} has no use for --render, --all-pages and --site-templates")


def _made(name: str, folder: Path) -> str:
    """The set's place; that of the press is written first."""
    if not name.startswith(_PRESS):
        return name
    require("portal", name)
    # Its templates take a while to load.
    from newsloom.press.sets import PRESS_SETS  # noqa: PLC0415

    if name not in PRESS_SETS:
        raise typer.BadParameter(f"the press has no {name}, but {', '.join(PRESS_SETS)}", param_hint="SET")
    place = folder / name.removeprefix(_PRESS)
    PRESS_SETS[name](place)
    return str(place)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trial:
    """What was asked."""

    sets: list[str]
    names: list[str]
    limit: int | None
    by: _Grouping
    processes: int | None
    feed_title: bool
    is_drawn: bool
    has_all_pages: bool
    site_templates: str | None
    training_pages: int
    plot: Path | None


def _chosen(named: dict[str, list[str]]) -> tuple[str, list[str]]:
    """The kind of methods that was named, and their names, each once."""
    kinds = [kind for kind, names in named.items() if names]
    if len(kinds) > 1:
        asked = " and ".join(f"{kind}s" for kind in kinds)
        raise typer.BadParameter(f"{asked} answer different questions; name one kind", param_hint=f"--{kinds[-1]}")
    kind = kinds[0] if kinds else "extractor"
    return kind, list(dict.fromkeys(named[kind] or [DEFAULT_EXTRACTOR]))


def _try_extractors(trial: _Trial, board: ScoreOutput) -> None:
    _show_pages(_scored_extractors(trial, trial.names), trial, board)


def _scored_extractors(trial: _Trial, names: list[str]) -> EvaluationReport:
    with _progress_bar() as progress:
        return evaluate_sets(
            trial.sets,
            names,
            feed_title=trial.feed_title,
            limit=trial.limit,
            types=None if trial.has_all_pages else ARTICLES,
            is_drawn=trial.is_drawn,
            learner=trial.site_templates,
            training_pages=trial.training_pages,
            processes=trial.processes,
            progress=progress,
        )


def _try_readers(trial: _Trial, board: ScoreOutput) -> None:
    _show_pages(_scored_readers(trial, trial.names), trial, board)


def _scored_readers(trial: _Trial, names: list[str]) -> EvaluationReport:
    with _progress_bar() as progress:
        return evaluate_reader_sets(trial.sets, names, limit=trial.limit, processes=trial.processes, progress=progress)


def _show_pages(report: EvaluationReport, trial: _Trial, board: ScoreOutput) -> None:
    if not report.scores:
        _end_without("page")
    table = tabulate(report, trial.by)
    # The scores first: they must not be lost where there is nothing to draw.
    board.show_pages(table)
    if trial.plot:
        save(trial.plot, draw_svg(table))


def _try_learners(trial: _Trial, board: ScoreOutput) -> None:
    scores = evaluate_learner_sets(trial.sets, trial.names, limit=trial.limit)
    table = learner_cells(scores)
    board.show_sets([side_by_side(table)], [table], learner_json(scores))


def _try_clusterers(trial: _Trial, board: ScoreOutput) -> None:
    scores, desk = evaluate_story_sets(trial.sets, trial.names, limit=trial.limit)
    grouped, desked = clusterer_cells(scores), desk_cells(desk)
    if not scores and not desk:
        _end_without("story")
    drawn = [*([side_by_side(grouped)] if scores else []), *([upright(desked)] if desk else [])]
    tables = [table for table in (grouped, desked) if table[1]]
    board.show_sets(drawn, tables, clusterer_json(scores, desk))


_TRIALS: Final[dict[str, Callable[[_Trial, ScoreOutput], None]]] = {
    "extractor": _try_extractors,
    "reader": _try_readers,
    "learner": _try_learners,
    "clusterer": _try_clusterers,
}


def _folded(kind: str, trial: _Trial, plan: FoldPlan) -> tuple[FoldTable, ...]:
    """The folds of every set."""
    if kind in _SCORED_PAGES:
        report = _SCORED_PAGES[kind](trial, list(plan.columns.values()))
        if not report.scores:
            _end_without("page")
        return page_folds(report, plan, by_site=trial.by is _Grouping.SITE)
    return folds_of_sets(kind, trial.sets, plan, trial.limit)


_SCORED_PAGES: Final[dict[str, Callable[[_Trial, list[str]], EvaluationReport]]] = {
    "extractor": _scored_extractors,
    "reader": _scored_readers,
}


def _end_without(wanted: str) -> NoReturn:
    write_error(f"the sets hold no {wanted} that can be scored")
    raise typer.Exit(NOTHING_FOUND)


@contextmanager
def _progress_bar() -> Iterator[ReportProgress | None]:
    if not sys.stderr.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("pages", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
