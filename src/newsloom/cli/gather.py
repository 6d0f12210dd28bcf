"""``newsloom gather``: fetches, reads and keeps what is due, once or for ever."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import name_of, newsroom_of
from newsloom.cli.options import METHOD_HELP, AllowHost, Config, NewsroomPlace, Workers
from newsloom.cli.output import write, write_error, write_json, write_json_lines
from newsloom.cli.times import ahead
from newsloom.conversion import to_builtins
from newsloom.newsroom import Newsroom
from newsloom.pipeline.gathering.collect import RunProgress, is_idle
from newsloom.pipeline.gathering.intervals import duration_text
from newsloom.pipeline.gathering.outcomes import TaskResult
from newsloom.records import Run
from newsloom.records.description import counted
from newsloom.scheduler import Listeners, gather_once, watch

__all__ = ["command"]


class _Format(StrEnum):
    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"


def command(
    context: typer.Context,
    sources: list[str] = typer.Argument(
        None, metavar="SOURCE", help="With --now: newspapers or single sources, as listed by newsloom sources."
    ),
    *,
    is_now: bool = typer.Option(
        False, "--now", help="Fetch all sources now, or only those named, even if they are not due yet."
    ),
    is_watching: bool = typer.Option(
        False, "--watch", help="Keep running until SIGTERM or Ctrl-C, which end it cleanly."
    ),
    is_until_eof: bool = typer.Option(False, "--until-eof", hidden=True, help="End when standard input does."),
    reader: str | None = typer.Option(None, help=METHOD_HELP, metavar="METHOD"),
    extractor: str | None = typer.Option(None, help=METHOD_HELP, metavar="METHOD"),
    learner: str | None = typer.Option(None, help=METHOD_HELP, metavar="METHOD"),
    clusterer: str | None = typer.Option(None, help=METHOD_HELP, metavar="METHOD"),
    workers: Workers = None,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    allow_host: AllowHost = None,
    output_format: _Format = typer.Option(
        _Format.TEXT,
        "--format",
        help="json: one object for each run; jsonl: also one for each page, as soon as it is stored.",
    ),
) -> None:
    """Fetch, extract and store everything that is due.

    Ends when nothing is due and nothing is waiting; with --watch it keeps running. Any number of gatherers may work on
    one newsroom at the same time: what one of them has claimed, the others skip. The exit code is 1 if nothing is
    followed.
    """
    if sources and not is_now:
        raise typer.BadParameter("add --now to fetch these sources now", param_hint="SOURCE")
    methods = {"reader": reader, "extractor": extractor, "learner": learner, "clusterer": clusterer}
    chosen = newsroom_of(context, newsroom, config, allow_host, workers=workers, **methods)
    with chosen as room, _report(output_format) as report:
        if is_now:
            _make_due(room, sources or [])
        is_followed = bool(room.sources())
        if not is_followed:
            write_error(f"{name_of(room)}: nothing is followed yet. Begin with: newsloom add URL")
        if is_until_eof:
            threading.Thread(target=_end_after_input, daemon=True).start()
        if is_watching:
            watch(room, Listeners(report=report, finished=_printer(output_format), troubled=write_error))
        else:
            run = gather_once(room, report=report)
            is_nothing = is_idle(run) and not is_followed
            if not is_nothing or output_format is not _Format.TEXT:
                _printer(output_format)(run)
            if is_nothing:
                raise typer.Exit(NOTHING_FOUND)
            if output_format is _Format.TEXT:
                _say_what_next(room, run)


def _say_what_next(room: Newsroom, run: Run) -> None:
    """After a run that did nothing, or not everything, say how to find out why."""
    if run.failures:
        write("newsloom failures lists what failed, why, and when it is tried again")
    elif is_idle(run) and (followed := room.sources()):
        due = ahead(min(one.appointment.due_at for one in followed), datetime.now(UTC))
        write(f"nothing was due: the next fetch is {due}; newsloom gather --now does not wait")


def _make_due(room: Newsroom, sources: list[str]) -> None:
    if not sources:
        room.sources.due_now()
    for name in sources:
        if not room.sources.due_now(name):
            write_error(f"{name}: is not followed. newsloom sources lists all sources")
            raise typer.Exit(NOTHING_FOUND)


def _end_after_input() -> None:
    """End this process at a safe point once the process at the other end of its input has ended in any way."""
    # Bypasses Python's own buffer, whose lock this thread would still hold when the interpreter ends.
    while os.read(sys.stdin.fileno(), 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def _report(output_format: _Format) -> Iterator[RunProgress | None]:
    if output_format is _Format.JSONL:
        yield _acknowledge
    elif sys.stderr.isatty():
        columns = (SpinnerColumn(), TextColumn("{task.description}"))
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("gathering", total=None)
            yield lambda run, _filed: bar.update(task, description=_summary(run))
    else:
        yield None


def _acknowledge(_run: Run, filed: tuple[TaskResult, ...]) -> None:
    write_json_lines(map(to_builtins, filed))
    # What is printed has been stored: a program that reads it may rely on it at once.
    sys.stdout.flush()


def _printer(output_format: _Format) -> Callable[[Run], None]:
    def show(run: Run) -> None:
        if output_format is _Format.TEXT:
            write(_summary(run))
        else:
            write_json(to_builtins(run))
        sys.stdout.flush()

    return show


def _summary(run: Run) -> str:
    counts = ", ".join(
        [
            counted(run.sources, "source"),
            counted(run.links, "new link"),
            counted(run.pages, "page"),
            f"{run.unchanged:,} unchanged",
            counted(run.articles, "new or edited article", "new or edited articles"),
        ]
    )
    failures = ", ".join(f"{count} {kind}" for kind, count in sorted(run.failures.items()))
    size = f"{run.received_bytes / 1e6:.1f} MB in {duration_text(run.seconds)}"
    return f"{counts}, {size}; failures: {failures}" if failures else f"{counts}, {size}"
