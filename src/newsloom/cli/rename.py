"""``newsloom rename``: gives a followed newspaper or source another name."""

from __future__ import annotations

import typer

from newsloom.cli.add import print_sources
from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import TableFormat, write_error

__all__ = ["command"]


def command(
    context: typer.Context,
    url: str = typer.Argument(metavar="URL", help="A newspaper or a source that is followed."),
    name: str = typer.Argument(metavar="NAME", help="The new name."),
    *,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """Set the name of a newspaper or a source, in place of the name that it gives itself."""
    with kept_newsroom_of(context, newsroom, config) as room:
        renamed = room.sources.rename(url, name)
    print_sources(list(renamed), output_format)
    if not renamed:
        write_error(f"{url}: is not followed")
        raise typer.Exit(NOTHING_FOUND)
