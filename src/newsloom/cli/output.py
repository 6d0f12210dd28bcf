"""What the commands print: text that is safe on a terminal, JSON, tables, and one-line errors.

Styling appears on a terminal only. Text from a page is hostile: control characters are taken out
before it reaches a terminal, and it is never read as markup.
"""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import Any, Final

from rich.console import Console

__all__ = ["TableFormat", "console", "printable", "write", "write_error", "write_json"]

# Wide enough for our widest table where no terminal says how wide it is.
_PIPE_WIDTH: Final = 200

# C0 and C1 without tab and newline, and the signs that turn the direction of writing: with these
# a page could recolour, overwrite or reorder what the terminal shows.
_CONTROLS: Final = dict.fromkeys(
    [*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)


class TableFormat(StrEnum):
    """How a command that prints a table may print it."""

    TABLE = "table"
    JSON = "json"


def write(text: str) -> None:
    """Print text of a page, with one newline at its end."""
    sys.stdout.write(printable(text).rstrip("\n") + "\n")


def write_json(value: Any, *, indent: int | None = 2) -> None:
    """Print a value as JSON; the default is for people, ``indent=None`` for JSON lines."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=indent) + "\n")


def write_error(message: object) -> None:
    """Print one line on stderr."""
    line = " ".join(printable(str(message)).split())
    sys.stderr.write(f"newsloom: {line}\n")


def printable(text: str) -> str:
    """The text without what could steer a terminal."""
    return text.translate(_CONTROLS)


def console() -> Console:
    """A console on stdout that reads no markup, and is wide where it is no terminal."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(width=width, markup=False, highlight=False, emoji=False)
