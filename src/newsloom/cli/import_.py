"""``newsloom import``: follow the feeds of a reading list."""

from __future__ import annotations

import typer

from newsloom.cli.add import print_sources
from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import newsroom_of
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import TableFormat, write_error
from newsloom.cli.pages import read_page
from newsloom.discovery.opml import DroppedOutline
from newsloom.errors import InputError

__all__ = ["command"]


def command(
    context: typer.Context,
    file: str = typer.Argument(metavar="FILE.opml", help="A reading list in OPML; - is stdin."),
    *,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """Follow the feeds of an OPML file; its folders become categories. Nothing is fetched yet."""
    content = read_page(file)
    dropped: list[DroppedOutline] = []
    with newsroom_of(context, newsroom, config) as room:
        try:
            sources = room.sources.import_opml(content, report=dropped.append)
        except InputError as error:
            raise InputError(file, f"is not a reading list in OPML: {error.reason}") from error
    print_sources(list(sources), output_format)
    for one in dropped:
        write_error(f"{file}: skipped: {one.name} {one.reason}")
    if not sources:
        write_error(f"{file}: contains no feeds")
        raise typer.Exit(NOTHING_FOUND)
