"""The command ``newsloom``, which prints text or JSON and ends with an exit code.

Exit codes: 0 fine, 1 nothing found, 2 usage, 3 input or network, 4 a newsroom that cannot be reached. An error
of ours is one line on stderr, never a traceback. Commands only read arguments and print; the work is done elsewhere.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any, NoReturn, TextIO

import typer

from newsloom.cli.commands import app
from newsloom.cli.exit_codes import BAD_INPUT, UNAVAILABLE, USAGE
from newsloom.cli.output import write_error
from newsloom.errors import NewsloomError, ParameterError, StoreUnavailable, UnknownName

__all__ = ["main"]

# The base of what typer raises about arguments, which it does not export: BadParameter, UsageError, ClickException.
_TyperError: Any = typer.BadParameter.__mro__[2]


def main() -> NoReturn:
    """Run the command line with the process's own arguments, and end the process."""
    # A stream that was closed at the start is None; what is written to it is discarded.
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        # A console that cannot show ş prints ?, where an exception would lose the whole text.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        status = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (head, less) has closed the pipe.
        _silence_stdout()
        status = 0
    except MemoryError:
        write_error("out of memory")
        status = BAD_INPUT
    except OSError as error:
        write_error(_reason(error))
        _silence_stdout()
        status = BAD_INPUT
    sys.exit(status)


def _run() -> int:
    stdout = sys.stdout
    try:
        code = app(prog_name="newsloom", standalone_mode=False)
    except SystemExit as end:
        if sys.stdout is not stdout:
            # The reader (head, less) has closed the pipe: typer then replaces stdout by a stream that ignores errors.
            return 0
        return end.code if isinstance(end.code, int) else 0
    except _TyperError as error:
        _write_usage(error)
        return USAGE
    except (UnknownName, ParameterError) as error:
        write_error(error)
        return USAGE
    except NewsloomError as error:
        write_error(error)
        return UNAVAILABLE if isinstance(error, StoreUnavailable) else BAD_INPUT
    return code if isinstance(code, int) else 0


def _reason(error: OSError) -> str:
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return "too many open files and connections; raise the limit (ulimit -n)"
    # Errors of reading are reported where files are read: this is one of writing, such as a full disk.
    return f"cannot write the output: {error.strerror or error}"


def _write_usage(error: Any) -> None:
    """Print in one line what was wrong with the arguments; ``newsloom`` without any shows its help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return
    command = error.ctx.command_path if getattr(error, "ctx", None) else "newsloom"
    said = error.format_message().rstrip(".?")
    end = "?" if error.format_message().endswith("?") else "."
    subject = f"{command.removeprefix('newsloom ')}: " if command != "newsloom" else ""
    write_error(f"{subject}{said}{end} See {command} --help")


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _silence_stdout() -> None:
    # Python flushes again at exit, and would fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
