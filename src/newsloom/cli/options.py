"""Options that several commands have, and the settings that result from them.

The options for the newsroom, the settings and the allowed hosts may come before or after the command's name; the
latter take precedence.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from newsloom.settings import Settings, read_settings

__all__ = [
    "METHOD_HELP",
    "AllowHost",
    "Config",
    "NewsroomPlace",
    "PageLanguage",
    "PageUrl",
    "Workers",
    "is_there",
    "settings_of",
]

METHOD_HELP: Final = "The method, such as next, next:paper or next:beta=0.3; see newsloom methods."

_NEWSROOM_HELP: Final = (
    "The newsroom: a file or postgresql://…; default: NEWSLOOM_NEWSROOM, the settings, or newsloom.db."
)
_CONFIG_HELP: Final = "The settings file; default: newsloom.toml, if it exists."
_ALLOW_HELP: Final = "Allow this host or address past the guard; may be given several times."

NewsroomPlace = Annotated[str | None, typer.Option("--newsroom", help=_NEWSROOM_HELP, metavar="PATH|DSN")]
Config = Annotated[Path | None, typer.Option("--config", help=_CONFIG_HELP, metavar="FILE")]
AllowHost = Annotated[list[str] | None, typer.Option("--allow-host", help=_ALLOW_HELP, metavar="HOST")]

Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Number of processes that read pages; default: all cores.")
]
PageUrl = Annotated[str | None, typer.Option("--url", help="The page's address, if known.", metavar="URL")]
PageLanguage = Annotated[
    str | None,
    typer.Option(
        "--language",
        help="The newspaper's language (no, tr, en), for pages too short to detect it.",
        metavar="CODE",
    ),
]


def settings_of(
    context: typer.Context,
    *,
    newsroom: str | None = None,
    config: Path | None = None,
    allow_host: list[str] | None = None,
    **others: object,
) -> Settings:
    """The settings of a command. ``others`` are values of its own options."""
    before = context.find_root().params
    hosts = (*(before.get("allow_host") or ()), *(allow_host or ()))
    arguments = {"newsroom": newsroom or before.get("newsroom"), **others}
    found = read_settings(config or before.get("config"), environment=os.environ, arguments=arguments)
    # The hosts of the options are added to those of the settings.
    return replace(found, allow_hosts=(*found.allow_hosts, *hosts))


def is_there(settings: Settings) -> bool:
    """Whether there is a newsroom already; one on a server or in memory is assumed to exist."""
    place = settings.newsroom
    return "://" in place or place == ":memory:" or Path(place).exists()
