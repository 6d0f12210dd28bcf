"""Loggers of the standard library, silent until ``configure`` or the application sets a handler.

Every module logs under its own name, so ``newsloom.fetch`` covers all of fetching. Messages contain counts, addresses
and reasons, never the text of a page. The same facts are attributes of the record (``extra=``), and the JSON format
prints them as fields.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final, Literal, TextIO

from newsloom.records import Failure

__all__ = [
    "DEBUG",
    "INFO",
    "WARNING",
    "JsonFormatter",
    "LogFormat",
    "TextFormatter",
    "configure",
    "log_event",
    "log_failure",
    "log_fault",
    "stage_logger",
]

DEBUG: Final = logging.DEBUG
INFO: Final = logging.INFO
WARNING: Final = logging.WARNING

LogFormat = Literal["text", "json"]

_ROOT: Final = "newsloom"
# The attributes of every record; all others are facts that the caller added.
_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


def stage_logger(name: str) -> logging.Logger:
    """Returns the logger of a module; without a handler from the application it prints nothing."""
    root = logging.getLogger(_ROOT)
    if not root.handlers:
        root.addHandler(logging.NullHandler())
    return logging.getLogger(name)


def log_event(logger: logging.Logger, level: int, message: str, /, **facts: object) -> None:
    """Logs a message whose ``%(name)s`` parts are filled in from the facts; the facts are the record's ``extra``."""
    arguments = (facts,) if facts else ()
    logger.log(level, message, *arguments, extra=facts, stacklevel=2)


def log_fault(logger: logging.Logger, url: str, error: BaseException, /) -> None:
    """Logs an error in Newsloom that a page caused, with its traceback."""
    logger.error("%(url)s caused an error in Newsloom", {"url": url}, extra={"url": url}, exc_info=error, stacklevel=2)


def log_failure(logger: logging.Logger, failure: Failure, /) -> None:
    """Logs an item that a stage failed on."""
    facts = {"url": failure.url, "stage": failure.stage, "kind": failure.kind, "reason": failure.reason}
    log_event(logger, WARNING, "%(url)s failed in %(stage)s (%(kind)s): %(reason)s", **facts)


def configure(*, verbose: int = 0, log_format: LogFormat | None = None, stream: TextIO | None = None) -> None:
    """Prints log lines to ``stream`` (standard error): runs and failures; with ``verbose`` 2 or more every decision.

    Without ``verbose`` and ``log_format``, nothing is printed. A second call replaces the first.
    """
    root = logging.getLogger(_ROOT)
    for handler in root.handlers[:]:
        root.removeHandler(handler)
    if not verbose and log_format is None:
        root.addHandler(logging.NullHandler())
        root.setLevel(logging.NOTSET)
        root.propagate = True
        return
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    root.addHandler(handler)
    root.setLevel(logging.DEBUG if verbose > 1 else logging.INFO)
    # Otherwise a handler on the root logger would print every line a second time.
    root.propagate = False


class JsonFormatter(logging.Formatter):
    """One JSON object per line: time, level, logger, message, and the facts passed with ``extra=``."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=_plain)


class TextFormatter(logging.Formatter):
    """Time, level, logger and message on one line, followed by the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{_time(record)} {record.levelname} {record.name}: {_printable(record.getMessage())}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _printable(message: str) -> str:
    """Returns the message without line breaks and terminal codes: servers choose parts of it."""
    if message.isprintable():
        return message
    return "".join(one if one.isprintable() else f"\\x{ord(one):02x}" for one in message)


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else str(value)
