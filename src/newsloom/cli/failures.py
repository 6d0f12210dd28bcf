"""``newsloom failures``: lists what could not be fetched or read, why, and when it is tried again."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of, why_nothing_is_kept
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import TableFormat, new_table, print_table, printable, write_error, write_json_lines
from newsloom.cli.times import ahead, stamp
from newsloom.conversion import to_builtins
from newsloom.pipeline.failures import UnresolvedFailure

__all__ = ["command"]

_ALL_WELL: Final = "no failures: everything that was due was fetched and read"


class Stage(StrEnum):
    """The stage that failed."""

    FETCH = "fetch"
    EXTRACT = "extract"
    DISCOVERY = "discovery"


def command(
    context: typer.Context,
    *,
    stage: Stage | None = typer.Option(
        None, help="Only failures to fetch, to extract a story, or to read a source (discovery)."
    ),
    limit: int = typer.Option(100, min=1, max=10_000, help="List at most this many."),
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """List the addresses that still cannot be fetched or read: the reason, and when they are tried again.

    newsloom history URL shows all failures of an address; newsloom reextract extracts stored pages again.
    """
    with kept_newsroom_of(context, newsroom, config) as room:
        failures = room.unresolved_failures(limit, stage=stage.value if stage else None)
        is_fetched = any(one.appointment.checked_at for one in room.sources())
        why = _ALL_WELL if is_fetched else why_nothing_is_kept(room)
    if output_format is TableFormat.JSON:
        write_json_lines({**to_builtins(one.failure), "due_at": to_builtins(one.due_at)} for one in failures)
    elif failures:
        _print(failures)
    if not failures:
        write_error(why)
        raise typer.Exit(NOTHING_FOUND)


def _print(failures: tuple[UnresolvedFailure, ...]) -> None:
    now = datetime.now(UTC)
    table = new_table("when", "stage", "next try", "reason", "address", title="failures, in UTC")
    for one in failures:
        again = ahead(one.due_at, now) if one.due_at else "given up"
        failure = one.failure
        table.add_row(stamp(failure.at), failure.stage, again, printable(failure.reason), printable(failure.url))
    print_table(table)
