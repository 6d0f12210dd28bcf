"""``newsloom bulk``: reads very many pages, in several processes or on a Dask cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.options import METHOD_HELP, Workers
from newsloom.cli.output import TextFormat, write, write_error, write_json
from newsloom.cli.shards import facts_of, run_in_shards
from newsloom.errors import InputError
from newsloom.pipeline.bulk.jobs import JobOptions
from newsloom.pipeline.bulk.places import Place, place_at
from newsloom.pipeline.bulk.run import BulkCounts, BulkOptions, BulkProgress, read_in_bulk
from newsloom.pipeline.bulk.steps.choice import STEPS, StepOptions
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR
from newsloom.pipeline.gathering.intervals import duration_text
from newsloom.pipeline.learn import DEFAULT_LEARNER
from newsloom.pipeline.read import DEFAULT_READER
from newsloom.records.description import counted

__all__ = ["command"]

_MEGABYTE = 1024 * 1024

_PLACES = typer.Argument(
    metavar="IN… [OUT]",
    help="IN is a folder, WARC, WET, Parquet, JSON lines or a newsroom, here or at any address that fsspec supports; "
    "- is stdin. OUT is a file that ends in .jsonl or .parquet; - is stdout.",
)
_OUTPUT = typer.Option(
    None, help="Write one Parquet file for each shard of the inputs to this folder.", metavar="FOLDER"
)
_SHARD_SIZE = typer.Option(
    None, min=1, help="Size of a shard in MB; default: a sixteenth of the file, between 2 and 128."
)


def command(
    places: list[str] = _PLACES,
    *,
    output: str | None = _OUTPUT,
    step: str = typer.Option("extract", help=f"What to do: {', '.join(STEPS)}.", metavar="STEP"),
    scheduler: str | None = typer.Option(
        None, help="Run on the cluster of this Dask scheduler.", metavar="tcp://HOST:PORT"
    ),
    extractor: str = typer.Option(DEFAULT_EXTRACTOR, help=METHOD_HELP, metavar="METHOD"),
    reader: str = typer.Option(DEFAULT_READER, help="The reader of front pages, for the step items.", metavar="METHOD"),
    learner: str = typer.Option(DEFAULT_LEARNER, help="The learner, for the step templates.", metavar="METHOD"),
    fields: str | None = typer.Option(
        None, help="Write only these fields of an article, separated by commas.", metavar="NAMES"
    ),
    workers: Workers = None,
    page_seconds: float = typer.Option(30.0, min=0.1, help="Time limit for a page, in seconds."),
    page_memory: int = typer.Option(2_048, min=64, help="Memory limit for a page in MB; with --output, on Linux."),
    shard_size: int | None = _SHARD_SIZE,
    per_site: bool = typer.Option(False, "--per-site", help="Learn the templates of each site separately."),
    against: str | None = typer.Option(
        None, help="The folder with earlier results, for the step reextract.", metavar="FOLDER"
    ),
    days: int = typer.Option(3, min=1, help="The length of the window in days, for the step stories."),
    is_replacing: bool = typer.Option(False, "--overwrite", help="Replace the output if it exists."),
    output_format: TextFormat = typer.Option(TextFormat.TEXT, "--format", help="Output format of the summary."),
) -> None:
    """Extract an article from each of many pages. Nothing is fetched, except inputs that are addresses themselves.

    With OUT, results are written in the order of the pages: each line or row has the page's place in IN as "page", and
    the fields of the article. OUT appears when it is complete: until then the lines are in a file beside it, and the
    same command continues after the last one. With --output, the work is divided into shards: a folder of Parquet
    files, each with a marker when it is complete; the same command continues with the missing shards. A page that fails
    or takes too long has "stage", "kind" and "reason" instead, and the run continues.
    """
    chosen = StepOptions(
        extractor=extractor,
        reader=reader,
        learner=learner,
        fields=_names(fields),
        is_per_site=per_site,
        against=against,
        days=days,
    )
    options = JobOptions(
        workers=workers,
        scheduler=scheduler,
        page_seconds=page_seconds,
        page_memory_bytes=page_memory * _MEGABYTE,
        shard_bytes=shard_size * _MEGABYTE if shard_size else None,
        is_replacing=is_replacing,
    )
    if output is not None:
        run_in_shards(step, places, output, chosen, options, output_format)
    elif len(places) != 2 or step != "extract" or scheduler is not None:
        raise typer.BadParameter(
            "give IN and OUT. Several inputs, a step other than extract, and --scheduler need --output FOLDER"
        )
    else:
        _run_in_order(places[0], places[1], chosen, options, output_format)


def _run_in_order(
    source: str, target: str, chosen: StepOptions, options: JobOptions, output_format: TextFormat
) -> None:
    place, output = _source(source), _target(target)
    plan = BulkOptions(
        extractor=chosen.extractor, fields=chosen.fields, workers=options.workers, page_seconds=options.page_seconds
    )
    try:
        with _progress() as report:
            counts = read_in_bulk(place, output, plan, is_replacing=options.is_replacing, report=report)
    except KeyboardInterrupt:
        if target != "-":
            write_error("stopped; the same command continues from here")
        raise
    if not counts.pages and not counts.taken_up:
        write_error(
            f"{source}: contains no pages" + (f"; {counted(counts.passed, 'other record')}" if counts.passed else "")
        )
        raise typer.Exit(NOTHING_FOUND)
    _print(counts, output_format, is_stdout_taken=target == "-")
    if not counts.articles and not counts.taken_up:
        raise typer.Exit(NOTHING_FOUND)


def _names(fields: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in (fields or "").split(",") if name.strip()))


def _source(name: str) -> Place | BinaryIO:
    if name != "-":
        return place_at(name)
    if sys.stdin is None:
        raise InputError("-", "stdin is closed")
    return sys.stdin.buffer


def _target(name: str) -> Path | BinaryIO:
    return sys.stdout.buffer if name == "-" else Path(name)


@contextmanager
def _progress() -> Iterator[BulkProgress | None]:
    if not sys.stderr.isatty():
        yield None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=None)
        yield lambda counts: bar.update(task, description=_summary(counts))


def _print(counts: BulkCounts, output_format: TextFormat, *, is_stdout_taken: bool) -> None:
    if is_stdout_taken:
        write_error(_summary(counts))
    elif output_format is TextFormat.JSON:
        write_json(facts_of(counts))
    else:
        write(_summary(counts))


def _summary(counts: BulkCounts) -> str:
    failures = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.failures.items()))
    without = counts.pages - counts.articles - sum(counts.failures.values())
    parts = [
        f"{counted(counts.pages, 'page')}: {counted(counts.articles, 'article')}, {without:,} without one",
        f"failures: {failures}" if failures else "",
        f"{counted(counts.passed, 'other record')} skipped" if counts.passed else "",
        counted(counts.taken_up, "page was done before", "pages were done before") if counts.taken_up else "",
    ]
    rate = f"{counts.pages / counts.seconds:.0f} pages/s" if counts.seconds else ""
    return f"{'; '.join(filter(None, parts))} ({rate}, {duration_text(counts.seconds)})"
