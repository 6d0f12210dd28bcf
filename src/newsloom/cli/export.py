"""``newsloom export``: the warehouse as files."""

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
        None, "--output", "-o", help="The file to write; stdout where not given.", metavar="FILE"
    ),
    filters: Filters,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: _Format = typer.Option(
        _Format.JSONL, "--format", help="jsonl or json: articles as JSON lines; warc: every version of their pages."
    ),
) -> None:
    """Write the kept articles as JSON lines or Parquet, or every version of their pages as WARC."""
    if output is None and output_format in (_Format.PARQUET, _Format.WARC):
        raise typer.BadParameter(f"--format {output_format} needs a file: add --output FILE")
    if output_format in (_Format.PARQUET, _Format.WARC):
        require("bulk", f"newsloom export --format {output_format}")
    with kept_newsroom_of(context, newsroom, config) as room:
        count = room.export(
            output or sys.stdout,
            form="jsonl" if output_format is _Format.JSON else output_format.value,
            **filters,
        )
    if not count:
        write_error("there is nothing to export")
        raise typer.Exit(NOTHING_FOUND)
