"""``newsloom takedown``: an article removed for good."""

from __future__ import annotations

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import TableFormat, write, write_error, write_json_lines

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
        removed = {url: room.take_down(url) for url in urls}
    for url in (url for url, is_gone in removed.items() if not is_gone):
        write_error(f"{url}: nothing of it was kept; it will not be gathered")
    gone = [url for url, is_gone in removed.items() if is_gone]
    if output_format is TableFormat.JSON:
        write_json_lines({"url": url} for url in gone)
    elif gone:
        write("\n".join(gone))
    raise typer.Exit(0 if all(removed.values()) else NOTHING_FOUND)
