"""Options that several commands have; first those by which a command finds its newsroom, and its settings.

Which newsroom, which settings and which addresses are let through may stand before or behind the command's name; behind
it wins. Settings come out.
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

METHOD_HELP: Final = "The method, such as next, next:paper or next:beta=0.3; newsloom methods lists them."

_NEWSROOM_HELP: Final = "The newsroom: a file, or postgresql://…; else NEWSLOOM_NEWSROOM, else newsloom.db here."
_CONFIG_HELP: Final = "The settings; else newsloom.toml here."
_ALLOW_HELP: Final = "Let this host or address through the guard; may be given several times."

NewsroomPlace = Annotated[str | None, typer.Option("--newsroom", help=_NEWSROOM_HELP, metavar="PATH|DSN")]
Config = Annotated[Path | None, typer.Option("--config", help=_CONFIG_HELP, metavar="FILE")]
AllowHost = Annotated[list[str] | None, typer.Option("--allow-host", help=_ALLOW_HELP, metavar="HOST")]

Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Processes that read pages; all cores where not given.")
]
PageUrl = Annotated[str | None, typer.Option("--url", help="The page's address, where it is known.", metavar="URL")]
PageLanguage = Annotated[
    str | None,
    typer.Option(
        "--language",
        help="The newspaper's language, for a page too short to tell its own: no, tr, en.",
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
    """The settings that hold for a command; ``others`` are values of its own options."""
    before = context.find_root().params
    hosts = (*(before.get("allow_host") or ()), *(allow_host or ()))
    arguments = {"newsroom": newsroom or before.get("newsroom"), **others}
    found = read_settings(config or before.get("config"), environment=os.environ, arguments=arguments)
    # One by one, beside those that are allowed for good.
    return replace(found, allow_hosts=(*found.allow_hosts, *hosts))


def is_there(settings: Settings) -> bool:
    """Whether there is a newsroom already; one on a server, or in memory, is taken to be."""
    place = settings.newsroom
    return "://" in place or place == ":memory:" or Path(place).exists()
