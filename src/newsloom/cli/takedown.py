"""``newsloom takedown``: an article removed for good."""

from __future__ import annotations

import typer

from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import TableFormat
from newsloom.cli.remove import print_removed

__all__ = ["command"]


def command(
    context: typer.Context,
    urls: list[str] = typer.Argument(metavar="URL", help="Addresses of articles."),
    *,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="How to print what was removed."),
) -> None:
    """Remove articles for good: their text, every edit, every kept version of their pages, their place in stories.

    They are not gathered again, under whatever address. What a front page printed of them, headline and teaser, stays
    in the kept front page; files that were exported or archived as WARC are not touched. An address of which nothing
    is kept is not gathered from now on either; it is named on stderr, and the exit code is 1.
    """
    with kept_newsroom_of(context, newsroom, config) as room:
        removed = {url: (url,) if room.articles.take_down(url) else () for url in urls}
    print_removed(removed, "nothing of it was kept; it will not be gathered", output_format)
