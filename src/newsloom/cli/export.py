"""``newsloom export``: writes the warehouse to files."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.filters import Filters, with_filters
from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import write_error
from newsloom.extras import require
from newsloom.records import article_filters
from newsloom.records.description import counted

__all__ = ["command"]


class _Format(StrEnum):
    JSONL = "jsonl"
    JSON = "json"
    PARQUET = "parquet"
    WARC = "warc"


@with_filters(article_filters())
def command(
    context: typer.Context,
    *,
    output: Path | None = typer.Option(
        None, "--output", "-o", help="The file to write; default: stdout.", metavar="FILE"
    ),
    are_items: bool = typer.Option(
        False, "--items", help="Write the news items of front pages instead, each only once."
    ),
    filters: Filters,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: _Format = typer.Option(
        _Format.JSONL, "--format", help="jsonl or json: articles as JSON lines; warc: all versions of their pages."
    ),
) -> None:
    """Write the stored articles as JSON lines or Parquet, or all versions of their pages as WARC.

    With --items, write the news items of front pages as JSON lines, which newsloom cluster reads; their size and that
    of the pages they were read from are printed on stderr.
    """
    if are_items:
        _export_items(context, newsroom, config, output, filters, output_format)
        return
    if output is None and output_format in (_Format.PARQUET, _Format.WARC):
        raise typer.BadParameter(f"--format {output_format} needs a file: add --output FILE")
    if output_format in (_Format.PARQUET, _Format.WARC):
        require("bulk", f"newsloom export --format {output_format}")
    with kept_newsroom_of(context, newsroom, config) as room:
        count = room.articles.export(
            output or sys.stdout,
            form="jsonl" if output_format is _Format.JSON else output_format.value,
            **filters,
        )
    if not count:
        write_error("there is nothing to export")
        raise typer.Exit(NOTHING_FOUND)


def _export_items(  # noqa: PLR0917 - what the command was given
    context: typer.Context,
    newsroom: str | None,
    config: Path | None,
    output: Path | None,
    filters: Filters,
    output_format: _Format,
) -> None:
    if output_format in (_Format.PARQUET, _Format.WARC):
        raise typer.BadParameter("items can only be written as JSON lines", param_hint="--format")
    if any(value is not None for value in filters.values()):
        raise typer.BadParameter("filters apply to articles only; leave them out", param_hint="--items")
    with kept_newsroom_of(context, newsroom, config) as room:
        found = room.pages.export_items(output or sys.stdout)
    if not found.items:
        write_error("there are no items; they are stored when front pages are gathered")
        raise typer.Exit(NOTHING_FOUND)
    pages = found.pages
    share = f", {found.share:.1%} of them" if found.share is not None else ""
    write_error(
        f"{counted(found.items, 'item')}, {found.item_bytes:,} bytes; the {counted(pages.versions, 'page')} they were "
        f"read from {pages.page_bytes:,} bytes{share} ({pages.stored_bytes:,} in the newsroom)"
    )
