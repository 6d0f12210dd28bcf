"""``newsloom add``: follow newspapers."""

from __future__ import annotations

import typer

from newsloom.cli.exit_codes import BAD_INPUT
from newsloom.cli.newsrooms import newsroom_of
from newsloom.cli.options import AllowHost, Config, NewsroomPlace
from newsloom.cli.output import (
    TableFormat,
    new_table,
    print_table,
    printable,
    waiting,
    write_error,
    write_json_lines,
)
from newsloom.conversion import to_builtins
from newsloom.errors import FetchError, InputError
from newsloom.records import Source

__all__ = ["command", "print_sources"]


def command(
    context: typer.Context,
    urls: list[str] = typer.Argument(metavar="URL", help="Newspapers, sections or feeds, such as paper.example."),
    *,
    category: str | None = typer.Option(None, help="A category for the news found there.", metavar="TEXT"),
    language: str | None = typer.Option(
        None, help="The language of the news found there (no, tr, en); default: what it declares.", metavar="CODE"
    ),
    every: str | None = typer.Option(
        None,
        help="How often to fetch what is found there: 30m, 2h, 1d; auto learns the interval again.",
        metavar="TIME",
    ),
    render: str | None = typer.Option(
        None,
        help="Draw the pages with a browser: never, auto (if they are empty without one) or always.",
        metavar="WHEN",
    ),
    only: bool = typer.Option(False, "--only", help="Follow only this address, not the sources that it names."),
    newsroom: NewsroomPlace = None,
    config: Config = None,
    allow_host: AllowHost = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """Follow newspapers: their feeds, news sitemaps, home and section pages.

    Each address is fetched to find its sources. If it names no feed, the usual addresses of feeds are tried, one per
    second; newsloom gather does the rest. An address that cannot be reached is reported on stderr, and the exit code is
    3; the others are followed.
    """
    followed: list[Source] = []
    failed = 0
    with newsroom_of(context, newsroom, config, allow_host) as room:
        for url in urls:
            try:
                with waiting(f"looking for feeds and sections of {printable(url)}"):
                    followed += room.sources.add(
                        url, category=category, language=language, only=only, every=every, render=render
                    )
            except (FetchError, InputError) as error:
                write_error(error)
                failed += 1
    print_sources(followed, output_format)
    raise typer.Exit(BAD_INPUT if failed else 0)


def print_sources(sources: list[Source], output_format: TableFormat) -> None:
    """Print the sources that are followed now."""
    if output_format is TableFormat.JSON:
        write_json_lines(to_builtins(source) for source in sources)
    elif sources:
        table = new_table("kind", "address", "title", "category")
        for source in sources:
            table.add_row(source.kind, *map(printable, (source.url, source.title or "", source.category or "")))
        print_table(table)
