"""``newsloom remove``: stops following an address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import TableFormat, write, write_error, write_json_lines

__all__ = ["command", "print_removed"]


def command(
    context: typer.Context,
    urls: list[str] = typer.Argument(metavar="URL", help="Newspapers or single sources."),
    *,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """Stop following an address, and what was followed because of it. What was gathered stays."""
    with kept_newsroom_of(context, newsroom, config) as room:
        removed = {url: room.sources.remove(url) for url in urls}
    print_removed(removed, "is not followed", output_format)


def print_removed(removed: Mapping[str, Sequence[str]], otherwise: str, output_format: TableFormat) -> None:
    """Print the addresses removed for each one named, or ``otherwise`` on stderr if none was, and end."""
    for url in (url for url, gone in removed.items() if not gone):
        write_error(f"{url}: {otherwise}")
    gone = [address for addresses in removed.values() for address in addresses]
    if output_format is TableFormat.JSON:
        write_json_lines({"url": address} for address in gone)
    elif gone:
        write("\n".join(gone))
    raise typer.Exit(0 if all(removed.values()) else NOTHING_FOUND)
