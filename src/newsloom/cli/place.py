"""A command's newsroom, opened as its options and the settings say."""

from __future__ import annotations

from pathlib import Path

import typer

from newsloom.cli.options import settings_of
from newsloom.newsroom import Newsroom, open_newsroom

__all__ = ["name_of", "newsroom_of"]


def newsroom_of(
    context: typer.Context,
    newsroom: str | None,
    config: Path | None,
    allow_host: list[str] | None = None,
    **others: object,
) -> Newsroom:
    """The newsroom of a command; ``others`` are values of its own options."""
    settings = settings_of(context, newsroom=newsroom, config=config, allow_host=allow_host, **others)
    return open_newsroom(settings=settings)


def name_of(room: Newsroom) -> str:
    """The newsroom as a message may name it: a mistyped path shows, the password of a server does not."""
    place = room.settings.newsroom
    return "this newsroom" if "://" in place else place
