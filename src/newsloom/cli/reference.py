"""Generates the documentation of commands and methods from the code.

``python -m newsloom.cli.reference`` prints docs/reference/cli.md; with ``README.md`` as argument it prints that page
with its tables of methods updated.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

import typer

from newsloom.cli.commands import COMMANDS, app
from newsloom.pipeline.methods import describe_methods

__all__ = ["reference", "with_methods"]

_HEAD: Final = """# The command line

Made by `make reference` from the commands' own help; a test compares them.
"""

_TABLE: Final = re.compile(r"(?<=\| name \| what it does \|\n\|---\|---\|\n)(?:\|.*\n)*")
# The page must not depend on the terminal it was made on.
_WIDTH: Final = 100


def reference() -> str:
    """The page of the documentation that lists every command with its options."""
    group = typer.main.get_command(app)
    top = typer.Context(group, info_name="newsloom", terminal_width=_WIDTH)
    parts = [_HEAD, _section("newsloom", group.get_help(top))]
    for name in COMMANDS:
        command = group.get_command(top, name)  # type: ignore[attr-defined]
        inner = typer.Context(command, info_name=name, parent=top, terminal_width=_WIDTH)
        parts.append(_section(f"newsloom {name}", command.get_help(inner)))
    return "\n".join(parts)


def with_methods(page: str) -> str:
    """The page with its tables of methods taken from the catalogue: one for each kind, in the order of the kinds."""
    rows: dict[str, str] = {}
    for method in describe_methods():
        rows[method.kind] = rows.get(method.kind, "") + f"| `{method.name}` | {method.summary} |\n"
    tables = iter(rows.values())
    return _TABLE.sub(lambda _: next(tables), page)


def _section(title: str, text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return f"## {title}\n\n```text\n{lines}\n```\n"


if __name__ == "__main__":
    pages = [with_methods(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
    sys.stdout.write("".join(pages) or reference())
