"""``newsloom evaluate``: scores methods on labelled sets."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

import typer
from rich.console import Console
from rich.progress import Progress

from newsloom.cli import evaluate_options as options
from newsloom.cli.crossvalidation import Choose, Compare, Folds, Measure, fold_plan, folds_of_sets, show_folds
from newsloom.cli.evaluate_options import RowOf, Trial
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


def command(
    sets: options.Sets,
    *,
    extractor: options.Extractors = None,
    reader: options.Readers = None,
    learner: options.Learners = None,
    clusterer: options.Clusterers = None,
    limit: options.Limit = None,
    by: options.By = RowOf.SET,
    feed_title: options.FeedTitle = False,
    render: options.Render = False,
    all_pages: options.AllPages = False,
    site_templates: options.SiteTemplates = None,
    training_pages: options.TrainingPages = 5,
    choose: Choose = None,
    compare: Compare = False,
    folds: Folds = None,
    measure: Measure = None,
    processes: options.Processes = None,
    output_format: options.Form = ScoreFormat.TABLE,
    output: options.OutputFile = None,
    plot: options.PlotFile = None,
) -> None:
    """Score methods on labelled sets: means with 95 % intervals, and differences from the first method.

    A page that fails, or takes longer than its time budget, counts as a page where nothing was found. Learners are
    scored on whole sets: precision and recall of their clusters against the closest true ones, pairs, adjusted Rand. So
    are clusterers: BCubed, pairs, mutual information, adjusted Rand. The desk is scored on sets that are labelled for
    it: summaries by ROUGE, pairs by Pearson, first stories and tracking by normalised minimum cost.

    With --choose, each fold is scored with the value that is best on the other folds. Folds divide pages, or sites with
    --by site; the sets of learners are divided by template, those of clusterers by story, so that none of these is in
    two folds.
    """
    for file in filter(None, (output, plot)):
        check_writable(file)
    kind, names = _chosen({"extractor": extractor, "reader": reader, "learner": learner, "clusterer": clusterer})
    _check_use(kind, feed_title=feed_title, of_pages=render or all_pages or site_templates is not None)
    plan = fold_plan(kind, names, choose=choose, is_comparing=compare, folds=folds, measure=measure)
    if plan and plot:
        raise typer.BadParameter("folds cannot be drawn", param_hint="--plot")
    with tempfile.TemporaryDirectory(prefix="newsloom-") as folder:
        trial = Trial(
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
        raise typer.BadParameter(f"a {kind} takes no title from a feed", param_hint="--feed-title")
    if of_pages and kind != "extractor":
        raise typer.BadParameter(f"--render, --all-pages and --site-templates are for extractors, not for a {kind}")


def _made(name: str, folder: Path) -> str:
    """The set's path; a set of the press is generated first."""
    if not name.startswith(_PRESS):
        return name
    require("portal", name)
    # Imported here, since its templates take a while to load.
    from newsloom.press.sets import PRESS_SETS  # noqa: PLC0415

    if name not in PRESS_SETS:
        raise typer.BadParameter(f"there is no set {name}. Choose one of {', '.join(PRESS_SETS)}", param_hint="SET")
    place = folder / name.removeprefix(_PRESS)
    PRESS_SETS[name](place)
    return str(place)


def _chosen(named: Mapping[str, list[str] | None]) -> tuple[str, list[str]]:
    """The kind of the named methods, and their names without repetitions."""
    kinds = [kind for kind, names in named.items() if names]
    if len(kinds) > 1:
        asked = " and ".join(f"{kind}s" for kind in kinds)
        raise typer.BadParameter(f"{asked} cannot be compared; name methods of one kind", param_hint=f"--{kinds[-1]}")
    kind = kinds[0] if kinds else "extractor"
    return kind, list(dict.fromkeys(named[kind] or [DEFAULT_EXTRACTOR]))


def _try_extractors(trial: Trial, board: ScoreOutput) -> None:
    _show_pages(_scored_extractors(trial, trial.names), trial, board)


def _scored_extractors(trial: Trial, names: list[str]) -> EvaluationReport:
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


def _try_readers(trial: Trial, board: ScoreOutput) -> None:
    _show_pages(_scored_readers(trial, trial.names), trial, board)


def _scored_readers(trial: Trial, names: list[str]) -> EvaluationReport:
    with _progress_bar() as progress:
        return evaluate_reader_sets(trial.sets, names, limit=trial.limit, processes=trial.processes, progress=progress)


def _show_pages(report: EvaluationReport, trial: Trial, board: ScoreOutput) -> None:
    if not report.scores:
        _end_without("page")
    table = tabulate(report, trial.by)
    # The scores first: they must not be lost if drawing fails.
    board.show_pages(table)
    if trial.plot:
        save(trial.plot, draw_svg(table))


def _try_learners(trial: Trial, board: ScoreOutput) -> None:
    scores = evaluate_learner_sets(trial.sets, trial.names, limit=trial.limit)
    table = learner_cells(scores)
    board.show_sets([side_by_side(table)], [table], learner_json(scores))


def _try_clusterers(trial: Trial, board: ScoreOutput) -> None:
    scores, desk = evaluate_story_sets(trial.sets, trial.names, limit=trial.limit)
    grouped, desked = clusterer_cells(scores), desk_cells(desk)
    if not scores and not desk:
        _end_without("story")
    drawn = [*([side_by_side(grouped)] if scores else []), *([upright(desked)] if desk else [])]
    tables = [table for table in (grouped, desked) if table[1]]
    board.show_sets(drawn, tables, clusterer_json(scores, desk))


_TRIALS: Final[dict[str, Callable[[Trial, ScoreOutput], None]]] = {
    "extractor": _try_extractors,
    "reader": _try_readers,
    "learner": _try_learners,
    "clusterer": _try_clusterers,
}


def _folded(kind: str, trial: Trial, plan: FoldPlan) -> tuple[FoldTable, ...]:
    """The folds of every set."""
    if kind in _SCORED_PAGES:
        report = _SCORED_PAGES[kind](trial, list(plan.columns.values()))
        if not report.scores:
            _end_without("page")
        return page_folds(report, plan, by_site=trial.by is RowOf.SITE)
    return folds_of_sets(kind, trial.sets, plan, trial.limit)


_SCORED_PAGES: Final[dict[str, Callable[[Trial, list[str]], EvaluationReport]]] = {
    "extractor": _scored_extractors,
    "reader": _scored_readers,
}


def _end_without(wanted: str) -> NoReturn:
    write_error(f"the sets contain no {wanted} that can be scored")
    raise typer.Exit(NOTHING_FOUND)


@contextmanager
def _progress_bar() -> Iterator[ReportProgress | None]:
    if not sys.stderr.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("pages", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
