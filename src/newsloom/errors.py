"""The exceptions of Newsloom.

::

    NewsloomError
    ├── UnknownName (LookupError)     no room has that name; carries the nearest names
    ├── ParameterError (ValueError)   a parameter of a method has an impossible value
    ├── MissingExtra (ImportError)    a room or command needs an extra that is not installed
    ├── InputError (ValueError)       something the user passed cannot be read
    │   ├── CorpusError               a labelled set is not in the layout the evaluation reads
    │   └── SettingsError             newsloom.toml or the environment has an invalid setting
    ├── FetchError (OSError)          an address could not be fetched; ``kind`` is the reason in one word
    │   └── AddressRefused            the guard forbids connecting there
    ├── RenderError (OSError)         a page could not be drawn, or the browser failed
    ├── StoreError                    the warehouse could not do what was asked
    │   ├── SchemaChanged             another version of Newsloom has upgraded the warehouse
    │   ├── StoreUnavailable          it cannot be reached now: trying again may help
    │   └── UnstorableValue           a value that no column takes, such as text with a NUL character
    └── BudgetExceeded (TimeoutError) one item took longer than its time budget

Every class has its subject as attributes and survives pickling, so an error in a worker process arrives complete. A
page that cannot be read is not an error: it is an ``Article`` with ``is_article`` False and a reason.
"""

from __future__ import annotations

import importlib
import json
import shlex
from typing import Any
from urllib.parse import unquote, urlsplit

__all__ = [
    "AddressRefused",
    "BudgetExceeded",
    "CorpusError",
    "FetchError",
    "InputError",
    "MissingExtra",
    "NewsloomError",
    "ParameterError",
    "RenderError",
    "SchemaChanged",
    "SettingsError",
    "StoreError",
    "StoreUnavailable",
    "UnknownName",
    "UnstorableValue",
    "install_command",
]


class NewsloomError(Exception):
    """Base class of all exceptions that Newsloom raises on purpose."""

    def __repr__(self) -> str:
        # ``__notes__`` holds what ``add_note`` added.
        known = {name: value for name, value in vars(self).items() if value is not None and name != "__notes__"}
        facts = ", ".join(f"{name}={value!r}" for name, value in known.items())
        return f"{type(self).__name__}({facts})" if facts else super().__repr__()

    def __reduce__(self) -> tuple[Any, ...]:
        # By default an exception is unpickled by calling its class with ``args``, the message; ours take other
        # arguments.
        return (_rebuild, (type(self), self.args, self.__dict__))


class UnknownName(NewsloomError, LookupError):
    """No room of that kind has that name."""

    def __init__(self, kind: str, name: str, known: tuple[str, ...], nearest: tuple[str, ...] = ()) -> None:
        self.kind = kind
        self.name = name
        self.known = known
        hint = f"Did you mean {' or '.join(nearest)}?" if nearest else f"Available: {', '.join(known) or 'none'}."
        super().__init__(f"there is no {kind} named {name!r}. {hint}")


class ParameterError(NewsloomError, ValueError):
    """A parameter of a method has an impossible value."""

    def __init__(self, method: str, parameter: str, reason: str) -> None:
        self.method = method
        self.parameter = parameter
        self.reason = reason
        super().__init__(f"{method}: {parameter}: {reason}" if parameter else f"{method}: {reason}")


class MissingExtra(NewsloomError, ImportError):
    """Something needs an optional part of Newsloom that is not installed."""

    def __init__(self, subject: str, extra: str) -> None:
        self.subject = subject
        self.extra = extra
        super().__init__(f"{subject} needs an optional part. Install it with: {install_command(extra)}")


class InputError(NewsloomError, ValueError):
    """Something the user passed cannot be read."""

    def __init__(self, subject: str, reason: str) -> None:
        self.subject = subject
        self.reason = reason
        super().__init__(f"{subject}: {reason}")


class CorpusError(InputError):
    """A labelled set is not in the layout that the evaluation reads."""


class SettingsError(InputError):
    """A setting has an impossible value, or does not exist."""


class FetchError(NewsloomError, OSError):
    """An address could not be fetched.

    ``kind`` is one word for tables: "timeout", "dns", "connection", "tls", "too-large", "redirects", "robots",
    "status", "encoding", "protocol", "type", "busy", "refused"; "fault" is an error in Newsloom. ``status`` is the
    server's status code, if it answered; ``retry_after_seconds`` is how long it asked clients to wait.
    """

    def __init__(
        self, url: str, kind: str, reason: str, *, status: int | None = None, retry_after_seconds: float | None = None
    ) -> None:
        self.url = url
        self.kind = kind
        self.reason = reason
        self.status = status
        self.retry_after_seconds = retry_after_seconds
        super().__init__(f"{url}: {reason}")


class AddressRefused(FetchError):
    """The guard forbids connecting to that address."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(url, "refused", reason)


class RenderError(NewsloomError, OSError):
    """A page could not be drawn; ``kind`` is "browser" if the browser failed, else "page"."""

    def __init__(self, url: str, kind: str, reason: str) -> None:
        self.url = url
        self.kind = kind
        self.reason = reason
        super().__init__(f"{url}: {reason}")


class StoreError(NewsloomError):
    """The warehouse could not do what was asked; ``place`` is its path or address without the password."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"{place}: {reason}")


class SchemaChanged(StoreError):
    """Another version of Newsloom has upgraded the warehouse since it was opened: trying again does not help."""


class StoreUnavailable(StoreError):
    """The warehouse cannot be reached now, for example while its server restarts: trying again may help."""


class UnstorableValue(StoreError):
    """The warehouse cannot hold a value. Without that value, the rest can be stored."""


class BudgetExceeded(NewsloomError, TimeoutError):
    """One item took longer than its time budget."""

    def __init__(self, subject: str, budget_seconds: float) -> None:
        self.subject = subject
        self.budget_seconds = budget_seconds
        super().__init__(f"{subject}: not finished within {budget_seconds:g} s")


def install_command(extra: str | None = None, options: str = "") -> str:
    """Returns the command that installs Newsloom, with an extra, from its origin: an index, a checkout, a file."""
    origin = _direct_url()
    url, extras = str(origin.get("url", "")), f"[{extra}]" if extra else ""
    target = f"newsloom{extras}"
    if "dir_info" in origin:
        is_editable = origin["dir_info"].get("editable")
        options, target = f"{options} -e" if is_editable else options, unquote(urlsplit(url).path) + extras
    elif url:
        vcs = origin.get("vcs_info", {}).get("vcs")
        target = f"{target} @ {f'{vcs}+' if vcs else ''}{url}"
    return " ".join(filter(None, ("pip install", options.strip(), shlex.quote(target))))


def _direct_url() -> dict[str, Any]:
    """Returns what the installer recorded about an installation that did not come from an index (PEP 610)."""
    # Imported here: it takes as long to load as lxml, and few errors need it.
    metadata = importlib.import_module("importlib.metadata")
    try:
        found = json.loads(metadata.distribution("newsloom").read_text("direct_url.json") or "{}")
    except (metadata.PackageNotFoundError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _rebuild(cls: type[NewsloomError], args: tuple[Any, ...], attributes: dict[str, Any]) -> NewsloomError:
    error = cls.__new__(cls)
    error.args = args
    error.__dict__.update(attributes)
    return error
