"""``newsloom repair``: checks everything that is kept, and mends what is damaged if possible."""

from __future__ import annotations

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import Config, NewsroomPlace, Workers
from newsloom.cli.output import TableFormat, write, write_json
from newsloom.conversion import to_builtins
from newsloom.records import Damage

__all__ = ["command"]


def command(
    context: typer.Context,
    *,
    workers: Workers = None,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """Check all stored articles and pages, and repair what is damaged.

    A damaged article is extracted again from its stored page. A damaged page is repaired when the same bytes are
    fetched again; until then it is skipped. The exit code is 1 if something is still damaged.
    """
    with kept_newsroom_of(context, newsroom, config, workers=workers) as room:
        done = room.repair()
    if output_format is TableFormat.JSON:
        write_json(to_builtins(done))
    else:
        for damage in done.mended:
            write(f"repaired  {_line(damage)}")
        for damage in done.left:
            write(f"left      {_line(damage)}")
        write(f"{len(done.mended)} repaired, {len(done.left)} still damaged")
    if done.left:
        raise typer.Exit(NOTHING_FOUND)


def _line(damage: Damage) -> str:
    return f"{damage.kind} {damage.url or damage.digest}: {damage.reason}"
