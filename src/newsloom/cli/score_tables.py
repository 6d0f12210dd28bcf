"""Prints the scores of ``newsloom evaluate``, or writes them to a file: as a table, Markdown or JSON."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import rich.table

from newsloom.cli.output import console, printable
from newsloom.errors import InputError
from newsloom.evaluation import Table, cells, to_json, to_markdown

__all__ = [
    "Cells",
    "ScoreFormat",
    "ScoreOutput",
    "check_writable",
    "comparison",
    "markdown_table",
    "save",
    "side_by_side",
    "upright",
]

Cells = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]
"""A header and rows."""


class ScoreFormat(StrEnum):
    """The formats of scores."""

    TABLE = "table"
    JSON = "json"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreOutput:
    """Where scores are written, and in which format."""

    form: ScoreFormat
    file: Path | None = None

    def show_pages(self, table: Table) -> None:
        """Write the scores of methods that are scored page by page."""
        self._show([comparison(table)], to_markdown(table), to_json(table))

    def show_sets(self, drawn: list[rich.table.Table], tables: list[Cells], report: str) -> None:
        """Write the scores of methods that are scored on whole sets, given as drawn tables, as cells and as JSON."""
        self._show(drawn, "\n".join(markdown_table(*table) for table in tables), report)

    def _show(self, drawn: list[rich.table.Table], markdown: str, report: str) -> None:
        if self.form is ScoreFormat.TABLE and self.file is None:
            for table in drawn:
                console().print(table)
            return
        # A file has no width to fit: there a table is written as Markdown.
        text = report if self.form is ScoreFormat.JSON else markdown
        if self.file is None:
            sys.stdout.write(text)
        else:
            save(self.file, text)


def comparison(table: Table) -> rich.table.Table:
    """Methods side by side and measures below each other, so that two methods fit in 80 columns."""
    header, rows = cells(table)
    first, *others = table.report.methods
    legend = f"in brackets: the difference from {first}; a star marks a significant one" if others else None
    drawn = rich.table.Table(table.by, "", first, *others, caption=legend, caption_justify="left")
    for group, lines in groupby(rows, key=itemgetter(0)):
        name = printable(group)
        for label, *values in zip(header[2:], *(line[2:] for line in lines), strict=True):
            drawn.add_row(name, label, *values)
            name = ""
        drawn.add_section()
    return drawn


def side_by_side(table: Cells) -> rich.table.Table:
    """Methods side by side and measures below each other, for methods that are scored on whole sets."""
    header, rows = table
    drawn = rich.table.Table("", *(f"{row[1]} on {printable(row[0])}" for row in rows))
    for label, *values in list(zip(header, *rows, strict=True))[2:]:
        drawn.add_row(label, *values)
    return drawn


def upright(table: Cells) -> rich.table.Table:
    """A table with the rows as they are."""
    header, rows = table
    drawn = rich.table.Table(*header)
    for row in rows:
        drawn.add_row(*map(printable, row))
    return drawn


def check_writable(file: Path) -> None:
    """Raises ``InputError`` if it is not. Called before the work: a mistyped folder must not cost an hour's scores."""
    if not file.parent.is_dir():
        raise InputError(str(file), f"there is no folder {file.parent}")
    if file.is_dir():
        raise InputError(str(file), "this is a folder. Name a file")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise InputError(str(file), "cannot be written. Name a file in another folder")


def save(file: Path, text: str) -> None:
    """Write a file. Raises ``InputError``."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(str(file), error.strerror or str(error)) from error


def markdown_table(header: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> str:
    """The cells as Markdown."""
    lines = [header, ("---",) * len(header), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
