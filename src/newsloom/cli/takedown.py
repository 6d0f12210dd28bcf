"""``newsloom takedown``: removes articles for good."""

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
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """Remove articles for good: their text, all edits, all stored versions of their pages, their place in stories.

    They are not gathered again, under any address. What a front page printed about them, headline and teaser, stays in
    the stored front page; exported files and WARC archives are not changed. An address for which nothing is stored is
    not gathered from now on either; it is reported on stderr, and the exit code is 1.
    """
    with kept_newsroom_of(context, newsroom, config) as room:
        removed = {url: (url,) if room.articles.take_down(url) else () for url in urls}
    print_removed(removed, "nothing was stored for it; it will not be gathered", output_format)
