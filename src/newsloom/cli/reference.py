"""``python -m newsloom.cli.reference`` prints docs/reference/cli.md from the commands themselves."""

from __future__ import annotations

import sys
from typing import Final

import typer

from newsloom.cli.commands import COMMANDS, app

__all__ = ["reference"]

_HEAD: Final = """# The command line

Made by `make reference` from the commands' own help; a test compares them.
"""

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


def _section(title: str, text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return f"## {title}\n\n```text\n{lines}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(reference())
