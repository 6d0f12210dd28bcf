"""``newsloom bulk``: very many pages to articles, in several processes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.options import METHOD_HELP
from newsloom.cli.output import TextFormat, write, write_error, write_json
from newsloom.conversion import to_builtins
from newsloom.errors import InputError
from newsloom.pipeline.bulk.run import BulkCounts, BulkOptions, BulkProgress, read_in_bulk
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR
from newsloom.pipeline.gathering.intervals import duration_text
from newsloom.records.description import counted

__all__ = ["command"]


def command(
    source: str = typer.Argument(
        metavar="IN", help='A folder of HTML or WARC files, a WARC, or JSON lines with "url" and "html"; - is stdin.'
    ),
    target: str = typer.Argument(metavar="OUT", help="A file that ends in .jsonl or .parquet; - is stdout."),
    *,
    extractor: str = typer.Option(DEFAULT_EXTRACTOR, help=METHOD_HELP, metavar="METHOD"),
    fields: str | None = typer.Option(
        None, help="Only these fields of an article, with commas between them.", metavar="NAMES"
    ),
    workers: int | None = typer.Option(None, min=1, help="Processes that read pages; all cores where not given."),
    is_replacing: bool = typer.Option(False, "--overwrite", help="Replace OUT where it is there already."),
    output_format: TextFormat = typer.Option(TextFormat.TEXT, "--format", help="How to print what was done."),
) -> None:
    """Read very many pages and write an article for each, in their order. Nothing is fetched.

    Each line, or row, has the page's place in IN as "page" and the fields of the article. A page that breaks, or
    takes more than 30 s, has "stage", "kind" and "reason" instead, and the run goes on. OUT appears when it is
    whole: until then the lines stand beside it, and the same command goes on behind the last.
    """
    plan = BulkOptions(extractor=extractor, fields=_names(fields), workers=workers)
    place, output = _source(source), _target(target)
    try:
        with _progress() as report:
            counts = read_in_bulk(place, output, plan, is_replacing=is_replacing, report=report)
    except KeyboardInterrupt:
        if target != "-":
            write_error("stopped; the same command goes on from here")
        raise
    if not counts.pages and not counts.taken_up:
        write_error(
            f"{source}: there is no page in it"
            + (f"; {counted(counts.passed, 'other record')}" if counts.passed else "")
        )
        raise typer.Exit(NOTHING_FOUND)
    _print(counts, output_format, is_stdout_taken=target == "-")
    if not counts.articles and not counts.taken_up:
        raise typer.Exit(NOTHING_FOUND)


def _names(fields: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in (fields or "").split(",") if name.strip()))


def _source(name: str) -> Path | BinaryIO:
    if name != "-":
        return Path(name)
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
        write_json(_facts(counts))
    else:
        write(_summary(counts))


def _facts(counts: BulkCounts) -> dict[str, Any]:
    facts: dict[str, Any] = to_builtins(counts)
    return {**facts, "seconds": round(counts.seconds, 3)}


def _summary(counts: BulkCounts) -> str:
    failures = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.failures.items()))
    without = counts.pages - counts.articles - sum(counts.failures.values())
    parts = [
        f"{counted(counts.pages, 'page')}: {counted(counts.articles, 'article')}, {without:,} without one",
        f"failures: {failures}" if failures else "",
        f"{counted(counts.passed, 'other record')} passed" if counts.passed else "",
        counted(counts.taken_up, "page was there already", "pages were there already") if counts.taken_up else "",
    ]
    rate = f"{counts.pages / counts.seconds:.0f} pages/s" if counts.seconds else ""
    return f"{'; '.join(filter(None, parts))} ({rate}, {duration_text(counts.seconds)})"
