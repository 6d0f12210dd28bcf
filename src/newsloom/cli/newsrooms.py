"""Opens a command's newsroom by its options and the settings."""

from __future__ import annotations

from pathlib import Path

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.options import is_there, settings_of
from newsloom.cli.output import write_error
from newsloom.errors import InputError
from newsloom.newsroom import Newsroom, open_newsroom
from newsloom.records.description import counted
from newsloom.settings import Settings

__all__ = ["kept_newsroom_of", "name_of", "newsroom_of", "why_nothing_is_kept"]


def newsroom_of(
    context: typer.Context,
    newsroom: str | None,
    config: Path | None,
    allow_host: list[str] | None = None,
    **others: object,
) -> Newsroom:
    """The newsroom of a command, created if there is none. ``others`` are values of the command's own options."""
    settings = settings_of(context, newsroom=newsroom, config=config, allow_host=allow_host, **others)
    return _opened(settings)


def kept_newsroom_of(context: typer.Context, newsroom: str | None, config: Path | None, **others: object) -> Newsroom:
    """The newsroom of a command that needs an existing one: a mistyped name must not create a file."""
    settings = settings_of(context, newsroom=newsroom, config=config, allow_host=None, **others)
    if not is_there(settings):
        write_error(
            f"{settings.newsroom}: there is no newsroom yet. Begin with: newsloom add URL, then newsloom gather"
        )
        raise typer.Exit(NOTHING_FOUND)
    return _opened(settings)


def why_nothing_is_kept(room: Newsroom) -> str:
    """Why a newsroom has no articles, and what to do next."""
    followed = room.sources()
    if not followed:
        return f"{name_of(room)}: nothing is followed yet. Begin with: newsloom add URL, then newsloom gather"
    failing = sum(one.appointment.failures > 0 for one in followed)
    if failing:
        said = f"{failing} of {counted(len(followed), 'source')} could not be fetched. newsloom failures shows why"
    elif all(one.appointment.checked_at is None for one in followed):
        said = "nothing has been fetched. Continue with: newsloom gather"
    else:
        said = "no story was found on the followed sources. newsloom sources lists them"
    return f"{name_of(room)}: there are no articles yet: {said}"


def name_of(room: Newsroom) -> str:
    """The newsroom's name for messages: a path, to show a mistyped one, but no server's password."""
    place = room.settings.newsroom
    return "this newsroom" if "://" in place else place


def _opened(settings: Settings) -> Newsroom:
    if Path(settings.newsroom).is_dir():
        raise InputError(settings.newsroom, f"is a folder. Name a file: {Path(settings.newsroom, 'newsloom.db')}")
    return open_newsroom(settings=settings)
