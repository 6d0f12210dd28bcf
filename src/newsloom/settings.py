"""The settings: arguments take precedence over the environment, newsloom.toml and the defaults, in this order.

Reads text from TOML and ``NEWSLOOM_…`` variables and returns checked values. An unknown name or a value of the wrong
type is a ``SettingsError``; for a name, it suggests the nearest one. Nothing is opened or built here.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from newsloom.errors import SettingsError
from newsloom.parameters import read_truth
from newsloom.pipeline.gathering.intervals import seconds_of

__all__ = ["CONFIG_NAME", "ENVIRONMENT_PREFIX", "RENDER_CHOICES", "Settings", "read_settings", "without_secrets"]

CONFIG_NAME: Final = "newsloom.toml"
ENVIRONMENT_PREFIX: Final = "NEWSLOOM_"
RENDER_CHOICES: Final = ("never", "auto", "always")

# In case the file is another, very large one.
_MOST_CONFIG_BYTES: Final = 1_000_000

# One part of a comma-separated variable. Brackets and quotes are TOML syntax; a space is a forgotten comma.
_NAME: Final = re.compile(r"[^\s,\"'\[\](){}]+|\[[\da-fA-F:.]+\](?::\d+)?")

_SECRETS: Final = ("portal_operator_token",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings. ``None`` leaves the choice to the part that the setting is for."""

    newsroom: str = "newsloom.db"
    extractor: str = "loom"
    reader: str = "loom"
    learner: str = "textmax"
    clusterer: str = "stream"
    topics: str = "concepts"
    """The clusterer that makes topics, with its settings (such as stop words) after the name, except their number."""
    topics_of: str = "articles"
    """What topics are made of: "articles", or the "items" of front pages."""
    allow_hosts: tuple[str, ...] = ()
    user_agent: str | None = None
    contact: str | None = None
    respect_robots: bool = True
    delay_seconds: float | None = None
    concurrency: int | None = None
    timeout_seconds: float | None = None
    render: str = "never"
    """Whether a browser draws pages: "never", "always", or "auto" for pages that are empty without scripts.

    ``add --render`` overrides this for a source.
    """
    render_seconds: float = 15.0
    """How long drawing one page may take, including everything it requests."""
    browser: str | None = None
    """The Chromium that draws pages; ``None`` looks for one."""
    max_bytes: int | None = None
    proxy: str | None = None
    warc_folder: str | None = None
    keep_versions_days: int | None = None
    """How long a version of a page is kept after another replaced it; ``None`` keeps every version."""
    keep_articles_days: int | None = None
    """How long an article that does not change is kept, with its page; ``None`` keeps every article."""
    every: str | None = None
    """How often sources are fetched ("2h", "30m", "1d"), unless ``add --every`` set it; ``None`` learns it."""
    on_the_clock: bool = False
    """Whether ``every = "2h"`` means on every second hour (00:00, 02:00, … UTC), not two hours after the last time."""
    only_newer: bool = False
    """Whether links that a source dates before its last fetch are skipped."""
    workers: int | None = None
    """How many processes read pages; ``None`` means the number of cores."""
    page_seconds: float = 10.0
    """How long reading one page may take."""
    lease_seconds: float = 300.0
    """How long a gatherer may hold what it claimed; after that, what a dead gatherer held is free again."""
    window_days: int = 7
    """How long an article may still become part of a story."""
    window_articles: int = 20_000
    """How many articles are grouped at most; the latest are taken."""
    portal_url: str | None = None
    """The public address of the portal ("https://news.example"), for feeds; ``None`` takes that of each request."""
    portal_hosts: tuple[str, ...] = ()
    """The host names the portal answers to, besides this machine's own and that of ``portal_url``; "*" means any."""
    portal_signup: bool = True
    """Whether anyone may open an account."""
    portal_open_api: bool = True
    """Whether programs may use the API without a key."""
    portal_pictures: bool = True
    """Whether pages show the newspapers' own pictures: a reader's browser then asks the newspaper for each."""
    portal_index: bool = False
    """Whether search engines may index the portal, which shows the words of others."""
    portal_requests_per_second: float = 20.0
    """How many requests a second one address may make, averaged over some seconds; 0 means no limit."""
    portal_operator_token: str | None = None
    """A secret that opens the operator's pages to anyone who has it, besides the accounts of ``portal_operators``."""
    portal_operators: tuple[str, ...] = ()
    """The accounts that may see runs and failures. Open the account first, then name it here."""
    trusted_proxies: tuple[str, ...] = ()
    """The addresses of reverse proxies that are trusted to name the client and the scheme (X-Forwarded-…)."""

    def __post_init__(self) -> None:
        # A program may pass a Path.
        for name in ("newsroom", "warc_folder"):
            value = getattr(self, name)
            if isinstance(value, os.PathLike):
                object.__setattr__(self, name, os.fspath(value))

    def __repr__(self) -> str:
        """Shows the settings that differ from the defaults, without secrets."""
        set_here = {one.name: getattr(self, one.name) for one in fields(self) if getattr(self, one.name) != one.default}
        shown = {name: "…" if name in _SECRETS else without_secrets(value) for name, value in set_here.items()}
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in shown.items())})"


def without_secrets(value: object) -> object:
    """Returns an address without user and query, which may contain a password; other values are returned unchanged."""
    if not isinstance(value, str) or "://" not in value:
        return value
    try:
        parts = urlsplit(value)
        return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
    except ValueError:
        return "…"


def read_settings(
    config: Path | None = None,
    *,
    environment: Mapping[str, str],
    folder: Path | None = None,
    arguments: Mapping[str, object] | None = None,
) -> Settings:
    """Reads the settings.

    ``config`` must exist if given; without it, newsloom.toml in ``folder`` is read if it exists. ``arguments`` that are
    None count as not given.
    """
    given = {name: value for name, value in (arguments or {}).items() if value is not None}
    values = {
        **_checked(_from_file(config, folder or Path()), _origin(config)),
        **_from_environment(environment),
        **_checked(given, "the arguments"),
    }
    return Settings(**values)


def _from_file(config: Path | None, folder: Path) -> dict[str, object]:
    file = config or folder / CONFIG_NAME
    if config is None and not file.is_file():
        return {}
    try:
        with file.open("rb") as stream:
            return tomllib.loads(stream.read(_MOST_CONFIG_BYTES).decode("utf-8"))
    except OSError as error:
        raise SettingsError(str(file), error.strerror or str(error)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SettingsError(str(file), f"is not TOML: {error}") from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    named = {name: text for name, text in environment.items() if name.startswith(ENVIRONMENT_PREFIX)}
    values = {}
    for variable, text in sorted(named.items()):
        name = variable.removeprefix(ENVIRONMENT_PREFIX).lower()
        _check_name(name, variable, shown=lambda near: ENVIRONMENT_PREFIX + near.upper())
        values[name] = _KINDS[name].from_text(text, variable)
    return values


def _checked(values: Mapping[str, object], origin: str) -> dict[str, Any]:
    for name in values:
        _check_name(name, origin, shown=str)
    return {name: _KINDS[name].from_value(value, f"{name} in {origin}") for name, value in values.items()}


def _origin(config: Path | None) -> str:
    return str(config) if config else CONFIG_NAME


def _check_name(name: str, origin: str, *, shown: Callable[[str], str]) -> None:
    if name in _KINDS:
        return
    near = difflib.get_close_matches(name, _KINDS, n=1)
    hint = f"Did you mean {shown(near[0])}?" if near else f"Available: {', '.join(map(shown, _KINDS))}"
    raise SettingsError(origin, f"there is no setting named {name!r}. {hint}")


@dataclass(frozen=True, slots=True)
class _Kind:
    """What values a setting takes: in words, as a check of TOML values, and as a parser of environment variables."""

    wanted: str
    accepts: Callable[[object], bool]
    parse: Callable[[str], object]

    def from_value(self, value: object, origin: str) -> object:
        if not self.accepts(value):
            raise SettingsError(origin, f"must be {self.wanted}, not {value!r}")
        return tuple(value) if isinstance(value, list) else value

    def from_text(self, text: str, origin: str) -> object:
        try:
            return self.from_value(self.parse(text.strip()), origin)
        except ValueError as error:
            if isinstance(error, SettingsError):
                raise
            raise SettingsError(origin, f"must be {self.wanted}, not {text!r}") from error


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < float("inf")


def _is_positive_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_list_of_text(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(part, str) and part for part in value)


def _parts(text: str) -> tuple[str, ...]:
    """Returns the names between commas; an empty text is an empty list."""
    parts = tuple(part.strip() for part in text.split(",")) if text.strip() else ()
    if not all(map(_NAME.fullmatch, parts)):
        raise ValueError(text)
    return parts


def _is_duration(value: object) -> bool:
    try:
        return isinstance(value, str) and seconds_of(value) > 0
    except ValueError:
        return False


_TEXT: Final = _Kind("text", lambda value: isinstance(value, str) and bool(value), str)
_LIST: Final = _Kind("names or addresses separated by commas (in TOML a list)", _is_list_of_text, _parts)
_DURATION: Final = _Kind("a duration such as 30m, 2h or 1d", _is_duration, str)
_RENDER: Final = _Kind("never, auto or always", lambda value: value in RENDER_CHOICES, str)
_SUBJECTS: Final = _Kind("articles or items", lambda value: value in ("articles", "items"), str)
_FLAG: Final = _Kind("true or false", lambda value: isinstance(value, bool), read_truth)
_SECONDS: Final = _Kind("a number of seconds", _is_number, float)
_TIME_LIMIT: Final = _Kind("a number of seconds above 0", lambda value: _is_number(value) and bool(value), float)
_COUNT: Final = _Kind("a whole number from 1", _is_positive_integer, int)

# By annotation, except for the limits: a delay may be 0, a time limit may not.
_BY_ANNOTATION: Final = {"str": _TEXT, "tuple[str, ...]": _LIST, "bool": _FLAG, "float": _TIME_LIMIT, "int": _COUNT}
_KINDS: Final[Mapping[str, _Kind]] = {
    field.name: _BY_ANNOTATION[str(field.type).removesuffix(" | None")] for field in fields(Settings)
} | {"delay_seconds": _SECONDS, "every": _DURATION, "render": _RENDER, "topics_of": _SUBJECTS}
