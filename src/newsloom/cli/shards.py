"""``newsloom bulk --output``: runs a step in shards, with its progress on the terminal, and prints a summary."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from newsloom.cli.exit_codes import BAD_INPUT, NOTHING_FOUND
from newsloom.cli.output import TextFormat, write, write_error, write_json
from newsloom.conversion import to_builtins
from newsloom.pipeline.bulk.jobs import JobOptions
from newsloom.pipeline.bulk.phases import PhaseProgress, PhaseReport
from newsloom.pipeline.bulk.run import BulkCounts
from newsloom.pipeline.bulk.steps.choice import StepOptions, run_step
from newsloom.pipeline.gathering.intervals import duration_text
from newsloom.records.description import counted

__all__ = ["facts_of", "run_in_shards"]


def run_in_shards(  # noqa: PLR0917 - what, from where, to where, how
    step: str,
    sources: list[str],
    output: str,
    chosen: StepOptions,
    options: JobOptions,
    output_format: TextFormat,
) -> None:
    """Run a step and print what was done. Raises ``typer.Exit`` if shards failed or nothing was found."""
    try:
        with _progress() as report:
            done = run_step(step, sources, output, chosen, options, report)
    except KeyboardInterrupt:
        write_error("stopped; the same command continues from here")
        raise
    if output_format is TextFormat.JSON:
        write_json(facts_of(done))
    else:
        write(_summary(done))
    for failure in done.broken:
        write_error(f"{failure.url}: {failure.reason} ({failure.kind})")
    if done.broken:
        write_error(f"{counted(len(done.broken), 'shard')} failed; the same command tries them again")
        raise typer.Exit(BAD_INPUT)
    # For reextract, no rows is a result: nothing is different.
    if not done.counts.get("rows") and step != "reextract":
        write_error(f"{output}: nothing was found; the result has no rows")
        raise typer.Exit(NOTHING_FOUND)


@contextmanager
def _progress() -> Iterator[PhaseProgress | None]:
    if not sys.stderr.isatty():
        yield None
        return
    # The elapsed time shows that work goes on: tasks in other processes report nothing before they end.
    columns = (BarColumn(bar_width=10), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("planning", total=1.0)
        yield lambda done: bar.update(task, description=_progress_text(done), completed=done.share_done)


def facts_of(done: PhaseReport | BulkCounts) -> dict[str, Any]:
    """What was done, as JSON-ready values."""
    facts: dict[str, Any] = to_builtins(done)
    return {**facts, "seconds": round(done.seconds, 3)}


def _summary(done: PhaseReport) -> str:
    rate = _rate(done)
    return f"{_progress_text(done, with_rate=False)} ({f'{rate}, ' if rate else ''}{duration_text(done.seconds)})"


def _progress_text(done: PhaseReport, *, with_rate: bool = True) -> str:
    counts = dict(done.counts)
    rows = counts.pop("rows", 0)
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
    failures = ", ".join(f"{count:,} {kind}" for kind, count in sorted(done.failures.items()))
    parts = [
        f"{done.label}: {done.done:,} of {counted(done.tasks, 'shard')}, {counted(rows, 'row')}",
        told,
        f"failures: {failures}" if failures else "",
        f"{done.taken_up:,} were done before" if done.taken_up else "",
        f"{duration_text(done.seconds_left)} left" if done.seconds_left else "",
        _rate(done) if with_rate else "",
    ]
    return "; ".join(filter(None, parts))


def _rate(done: PhaseReport) -> str:
    return f"{done.new_rows / done.seconds:.0f} rows/s" if done.seconds and done.new_rows else ""
