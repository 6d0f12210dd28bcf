"""Prints the commands' output: text that is safe on a terminal, JSON, tables, and one-line errors.

Styling appears on a terminal only. Text from a page is hostile: control characters are removed
before it reaches a terminal, and it is never read as markup.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

__all__ = [
    "TableFormat",
    "TextFormat",
    "console",
    "is_terminal",
    "new_table",
    "print_table",
    "printable",
    "stacked",
    "waiting",
    "write",
    "write_error",
    "write_json",
    "write_json_lines",
]

# A line is a record for grep and awk: wider than any headline.
_PIPE_WIDTH: Final = 4_000

# Columns that may wrap on a narrow terminal, so that ids and times are never cut short.
_FLOWING: Final = frozenset(
    {
        "address",
        "category",
        "event",
        "found",
        "headline",
        "how to get it",
        "members",
        "reason",
        "report",
        "section",
        "source",
        "story",
        "details",
        "answer",
    }
    | {"title", "words"}
)

# C0 and C1 without tab and newline, and the characters that change the direction of writing: with
# these a page could recolour, overwrite or reorder what the terminal shows.
_CONTROLS: Final = dict.fromkeys(
    [*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
# JSON escapes the others by itself, and may contain any character as an escape.
_ESCAPES: Final = {code: f"\\u{code:04x}" for code in _CONTROLS if code >= 127}


class TableFormat(StrEnum):
    """The formats of a command that prints a table."""

    TABLE = "table"
    JSON = "json"


class TextFormat(StrEnum):
    """The formats of a command that prints text."""

    TEXT = "text"
    JSON = "json"


def write(text: str) -> None:
    """Print text of a page, with one newline at its end."""
    sys.stdout.write(printable(text).rstrip("\n") + "\n")


def write_json(value: Any, *, indent: int | None = None) -> None:
    """Print a value as JSON, on one line unless it is indented. Characters that control a terminal are escaped."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=indent).translate(_ESCAPES) + "\n")


def write_json_lines(values: Iterable[Any]) -> None:
    """Print many values as JSON lines: lists are never one array, so that they can be read as they come."""
    for value in values:
        write_json(value)


def write_error(message: object) -> None:
    """Print one line on stderr."""
    line = " ".join(printable(str(message)).split())
    sys.stderr.write(f"newsloom: {line}\n")


def printable(text: str) -> str:
    """The text without characters that control a terminal."""
    return text.translate(_CONTROLS)


def new_table(*columns: str, title: str | None = None) -> Table:
    """A table without lines, whose cells are never cut short."""
    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    for name in columns:
        table.add_column(name, no_wrap=name not in _FLOWING, overflow="fold")
    return table


def print_table(table: Table) -> None:
    """Print a table: on a terminal as wide as that; in a pipe one line for each row, without trailing spaces."""
    screen = console()
    if is_terminal():
        screen.print(table)
        return
    with screen.capture() as captured:
        screen.print(table)
    sys.stdout.write("\n".join(line.rstrip(" ") for line in captured.get().split("\n")))


def stacked(parts: Iterable[str]) -> str:
    """Joins the parts of one description: on separate lines on a terminal, on one line in a pipe."""
    return ("\n" if is_terminal() else " · ").join(part for part in parts if part)


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """Show on stderr what is waited for, if that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True, markup=False, highlight=False, emoji=False).status(Text(words)):
        yield


def is_terminal() -> bool:
    """Whether stdout is a terminal."""
    return sys.stdout.isatty()


def console() -> Console:
    """A console on stdout that reads no markup; if that is not a terminal, nothing is wrapped."""
    width = None if is_terminal() else _PIPE_WIDTH
    return Console(width=width, markup=False, highlight=False, emoji=False)
