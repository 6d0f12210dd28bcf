"""The table of commands, each imported when it is called.

``newsloom --version`` must not wait for an HTML parser, nor ``extract`` for the evaluation.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import inspect
import keyword
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

import newsloom

__all__ = ["COMMANDS", "LogFormat", "app"]

# name → what it does, in the order in which help lists them
COMMANDS: Final = {
    "extract": "print the story of a page",
    "bulk": "extract articles from many pages, on all cores",
    "items": "list the news items of a front page",
    "learn": "learn the templates of pages",
    "cluster": "group articles into stories",
    "add": "follow newspapers",
    "import": "follow the feeds of a reading list",
    "sources": "list what is followed, with its health",
    "rename": "rename a source",
    "remove": "stop following an address",
    "takedown": "remove an article for good",
    "gather": "fetch, extract and store what is due",
    "stories": "list stories, or show one",
    "events": "list new events, or follow one",
    "topics": "list the topics of the last months, or show one",
    "search": "search the stored articles",
    "history": "show the history of an address",
    "reextract": "extract stored pages again",
    "failures": "list what could not be fetched or read, and why",
    "repair": "check the store, and repair what is damaged",
    "export": "write the stored articles to a file",
    "serve": "serve the portal, the feeds and the API",
    "methods": "list the available methods",
    "evaluate": "score methods on labelled sets",
    "demo": "show Newsloom at work on made-up newspapers",
    "doctor": "show what is installed, and what is missing",
}

_CONTEXT: Final = {"help_option_names": ["-h", "--help"]}


class LogFormat(StrEnum):
    """How log lines are printed."""

    TEXT = "text"
    JSON = "json"


Verbose = Annotated[
    int,
    typer.Option(
        "--verbose",
        "-v",
        count=True,
        show_default=False,
        help="Log runs and failures to stderr; -vv logs every decision.",
    ),
]
LogFormatOption = Annotated[
    LogFormat | None, typer.Option("--log-format", help="Log to stderr as text, or as one JSON object per line.")
]


class _LazyGroup(TyperGroup):
    """A group whose commands are modules with a ``command`` function."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature is typer's
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            near = difflib.get_close_matches(cmd_name, COMMANDS, n=2)
            hint = f". Did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"there is no command named {cmd_name!r}{hint}")
        single = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=_CONTEXT)
        single.command(name=cmd_name)(_with_log_options(_module(cmd_name).command))
        found = typer.main.get_command(single)
        found.name = cmd_name
        return found

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        # From the table: a command's own help would need its import, and importing all of them takes two seconds.
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _module(name: str) -> ModuleType:
    # "import" is a keyword of Python.
    return importlib.import_module(f"newsloom.cli.{name}{'_' if keyword.iskeyword(name) else ''}")


# Plain help and plain errors: the same on a terminal, in a pipe and in the documentation.
app = typer.Typer(
    cls=_LazyGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=_CONTEXT,
)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"newsloom {newsloom.__version__}")
        raise typer.Exit


@app.callback()
def _newsloom(
    *,
    version: bool = typer.Option(  # noqa: ARG001 - its callback prints
        False, "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
    ),
    # These three are read from the context by cli.options, for the command.
    newsroom: str | None = typer.Option(  # noqa: ARG001
        None, help="The newsroom for the command.", metavar="PATH|DSN"
    ),
    config: Path | None = typer.Option(  # noqa: ARG001
        None, help="The settings file for the command.", metavar="FILE"
    ),
    allow_host: list[str] | None = typer.Option(  # noqa: ARG001
        None, help="Allow this host or address past the guard; may be given several times.", metavar="HOST"
    ),
    verbose: Verbose = 0,
    log_format: LogFormatOption = None,
) -> None:
    """Read newspapers on the web the way a person does.

    Exit codes: 0 success, 1 nothing found, 2 usage, 3 input or network, 4 the newsroom cannot be reached.
    """
    _configure_logs(verbose, log_format)


def _with_log_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of logging, which may come after its name as well as before it."""
    signature = inspect.signature(command, eval_str=True)
    own = {
        "context": _parameter("context", typer.Context, inspect.Parameter.empty),
        "verbose": _parameter("verbose", Verbose, 0),
        "log_format": _parameter("log_format", LogFormatOption, None),
    }

    @functools.wraps(command)
    def run(context: typer.Context, *, verbose: int, log_format: LogFormat | None, **values: Any) -> None:
        # Options after the name are added to those before it, where ``serve`` looks for both.
        said = context.find_root().params
        said |= {"verbose": said["verbose"] + verbose, "log_format": log_format or said["log_format"]}
        _configure_logs(said["verbose"], said["log_format"])
        command(**values, **({"context": context} if "context" in signature.parameters else {}))

    parameters = (own | signature.parameters).values()
    # typer reads the options from these; parameters with a default must be last.
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=sorted(parameters, key=lambda one: (one.kind, one.name in ("verbose", "log_format")))
    )
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _configure_logs(verbose: int, log_format: LogFormat | None) -> None:
    if verbose or log_format:
        from newsloom.logs import configure  # noqa: PLC0415 - as the commands: most do without

        configure(verbose=verbose, log_format=log_format.value if log_format else None)
