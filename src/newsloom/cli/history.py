"""``newsloom history``: shows an address over time."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import (
    TableFormat,
    new_table,
    print_table,
    printable,
    stacked,
    write,
    write_error,
    write_json,
    write_json_lines,
)
from newsloom.cli.times import moment, stamp
from newsloom.conversion import to_builtins
from newsloom.newsroom import Newsroom
from newsloom.pipeline.frontpages import ItemLife
from newsloom.pipeline.history import Change, History
from newsloom.records import Failure, Link

__all__ = ["command"]


def command(
    context: typer.Context,
    url: str = typer.Argument(metavar="URL", help="A page, a story or a source."),
    *,
    at: str | None = typer.Option(
        None, help="Show the state at this time; UTC unless a zone is given.", metavar="TIME"
    ),
    html: bool = typer.Option(False, "--html", help="Print the page byte for byte, as of --at or now."),
    items: bool = typer.Option(False, "--items", help="Show the life of every item on a front page or feed."),
    diff: tuple[str, str] | None = typer.Option(None, help="Show what changed between two times.", metavar="TIME TIME"),
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """Show what is known about an address over time.

    Without options: the versions of the page, the edits of the story, and its failures. With --at: the story as it read
    at that time, or what a source listed then. With --diff: the edits between two times, or what appeared on a source
    and disappeared from it. With --items: when each item appeared, how high it stood, how it was reworded and when it
    disappeared.
    """
    if diff and (at or html or items):
        raise typer.BadParameter("--diff takes its own two times; leave out --at, --html and --items")
    time = moment(at) if at else None
    with kept_newsroom_of(context, newsroom, config) as room:
        if diff:
            is_found = _print_change(room.pages.change(url, moment(diff[0]), moment(diff[1])), output_format)
        elif items:
            is_found = _print_lives(room.pages.lives(url), output_format)
        elif html:
            is_found = _print_page(room, url, time)
        elif time:
            is_found = _print_then(room, url, time, output_format)
        else:
            is_found = _print_history(room.pages.history(url), output_format)
    if not is_found:
        when = f" at {stamp(time)} UTC" if time else ""
        what = "no change is known between these times" if diff else f"nothing is known about it{when}"
        write_error(f"{url}: {what}")
        raise typer.Exit(NOTHING_FOUND)


def _print_page(room: Newsroom, url: str, at: datetime | None) -> bool:
    page = room.pages.get(url, at)
    if page is not None:
        sys.stdout.flush()
        sys.stdout.buffer.write(page.body)
    return page is not None


def _print_then(room: Newsroom, url: str, at: datetime, output_format: TableFormat) -> bool:
    links = room.pages.links(url, at)
    if links:
        _print_links(links, output_format)
        return True
    article = room.articles.get(url, at)
    if article is None:
        return False
    if output_format is TableFormat.JSON:
        write_json(to_builtins(article))
    else:
        write(article.to_markdown() if article.text else article.reason or "it has no story")
    return True


def _print_lives(lives: tuple[ItemLife, ...], output_format: TableFormat) -> bool:
    if output_format is TableFormat.JSON:
        write_json_lines(to_builtins(life) for life in lives)
    elif lives:
        table = new_table("from", "until", "places", "headline", title="items, in UTC")
        for life in lives:
            places = " → ".join(dict.fromkeys(str(place.position + 1) for place in life.places))
            headlines = stacked(f"{'→ ' if place else ''}{headline}" for place, headline in enumerate(life.headlines))
            table.add_row(stamp(life.first_seen), stamp(life.last_seen), places, printable(headlines))
        print_table(table)
    return bool(lives)


def _print_change(change: Change, output_format: TableFormat) -> bool:
    if output_format is TableFormat.JSON:
        write_json(to_builtins(change))
    else:
        marked = [("+", link) for link in change.came] + [("-", link) for link in change.went]
        lines = [*change.lines, *(f"{mark} {link.url}  {link.title or ''}".rstrip() for mark, link in marked)]
        if lines:
            write("\n".join(lines))
    return bool(change.came or change.went or change.lines)


def _print_links(links: tuple[Link, ...], output_format: TableFormat) -> None:
    if output_format is TableFormat.JSON:
        write_json_lines(to_builtins(link) for link in links)
        return
    table = new_table("", "title", "address")
    for place, link in enumerate(links, 1):
        table.add_row(str(place), printable(link.title or ""), printable(link.url))
    print_table(table)


def _print_history(history: History | None, output_format: TableFormat) -> bool:
    if history is None:
        return False
    if output_format is TableFormat.JSON:
        write_json(to_builtins(history))
        return True
    if history.versions:
        table = new_table("from", "until", "bytes", "stored bytes", "digest", title="versions, in UTC")
        for one in history.versions:
            sizes = (f"{one.size:,}", f"{one.stored_size:,}")
            table.add_row(stamp(one.first_seen), stamp(one.last_seen), *sizes, one.digest[:12])
        print_table(table)
    if history.revisions:
        table = new_table("seen", "words", "title", title="the story's edits, in UTC")
        for edit in history.revisions:
            title = printable(edit.article.title or "")
            table.add_row(stamp(edit.seen_at), str(edit.article.word_count), title)
        print_table(table)
    _print_failures(history.failures)
    if history.links:
        _print_links(history.links, output_format)
    if not (history.versions or history.revisions or history.links or history.failures):
        write(f"followed since {stamp(history.source.added_at if history.source else datetime.now(UTC))}")
    return True


def _print_failures(failures: tuple[Failure, ...]) -> None:
    if failures:
        table = new_table("when", "stage", "kind", "reason", title="failures, in UTC")
        for failure in failures:
            table.add_row(stamp(failure.at), failure.stage, failure.kind, printable(failure.reason))
        print_table(table)
