"""The table of commands, each imported when it is called for.

``newsloom --version`` must not wait for an HTML parser, nor ``extract`` for the evaluation.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperGroup

import newsloom

__all__ = ["COMMANDS", "app"]

# name → the module that has it, in the order in which help lists them
COMMANDS: Final = {
    "extract": "newsloom.cli.extract",
    "bulk": "newsloom.cli.bulk",
    "items": "newsloom.cli.items",
    "learn": "newsloom.cli.learn",
    "reextract": "newsloom.cli.reextract",
    "add": "newsloom.cli.add",
    "import": "newsloom.cli.import_",
    "sources": "newsloom.cli.sources",
    "remove": "newsloom.cli.remove",
    "gather": "newsloom.cli.gather",
    "stories": "newsloom.cli.stories",
    "events": "newsloom.cli.events",
    "topics": "newsloom.cli.topics",
    "search": "newsloom.cli.search",
    "history": "newsloom.cli.history",
    "serve": "newsloom.cli.serve",
    "export": "newsloom.cli.export",
    "cluster": "newsloom.cli.cluster",
    "methods": "newsloom.cli.methods",
    "evaluate": "newsloom.cli.evaluate",
    "demo": "newsloom.cli.demo",
    "doctor": "newsloom.cli.doctor",
}


class _LazyGroup(TyperGroup):
    """A group whose commands are modules with a ``command`` function."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature is typer's
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(name=cmd_name)(importlib.import_module(COMMANDS[cmd_name]).command)
        found = typer.main.get_command(single)
        found.name = cmd_name
        return found


# Plain help and plain errors: the same on a terminal, in a pipe and in the documentation.
app = typer.Typer(cls=_LazyGroup, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"newsloom {newsloom.__version__}")
        raise typer.Exit


@app.callback()
def _newsloom(  # read by cli.place from the context: they hold for the command
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
    ),
    newsroom: str | None = typer.Option(None, help="The newsroom of the command that follows.", metavar="PATH|DSN"),
    config: Path | None = typer.Option(None, help="The settings of the command that follows.", metavar="FILE"),
    allow_host: list[str] | None = typer.Option(
        None, help="Let this host or address through the guard; may be given several times.", metavar="HOST"
    ),
) -> None:
    """Read newspapers on the web the way a person does.

    Exit codes: 0 fine, 1 nothing found, 2 usage, 3 input or network.
    """
