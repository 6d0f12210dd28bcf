"""``newsloom repair``: everything that is kept is checked, and what is damaged is mended where that is possible."""

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
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="How to print it."),
) -> None:
    """Check every kept article and page, and mend what is damaged.

    A damaged article is read again from its kept page. A damaged page is mended when the same bytes are fetched again;
    until then it is passed over. The exit code is 1 if something damaged is left.
    """
    with kept_newsroom_of(context, newsroom, config, workers=workers) as room:
        done = room.repair()
    if output_format is TableFormat.JSON:
        write_json(to_builtins(done))
    else:
        for damage in done.mended:
            write(f"mended  {_line(damage)}")
        for damage in done.left:
            write(f"left    {_line(damage)}")
        write(f"{len(done.mended)} mended, {len(done.left)} damaged and left")
    if done.left:
        raise typer.Exit(NOTHING_FOUND)


def _line(damage: Damage) -> str:
    return f"{damage.kind} {damage.url or damage.digest}: {damage.reason}"
