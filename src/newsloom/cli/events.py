"""``newsloom events``: what is new, and what is followed."""

from __future__ import annotations

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.filters import Filters, with_filters
from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import (
    TableFormat,
    new_table,
    print_table,
    printable,
    write,
    write_error,
    write_json,
    write_json_lines,
)
from newsloom.cli.stories import write_nothing
from newsloom.cli.times import stamp, stamp_or_day
from newsloom.conversion import to_builtins
from newsloom.newsroom import Newsroom
from newsloom.pipeline.desk.followedevents import FollowedEvent
from newsloom.pipeline.desk.queries import LEAST_NEWNESS
from newsloom.records import Coverage, StoryQuery, story_filters

__all__ = ["command"]


@with_filters(story_filters(), but="changed_after")
def command(
    context: typer.Context,
    event: str | None = typer.Argument(None, metavar="ID", help="Show this followed event, with its reports."),
    *,
    follow: list[str] = typer.Option(
        [], help="Follow the event that this stored article reports; up to four articles for one event.", metavar="URL"
    ),
    unfollow: str | None = typer.Option(None, help="Stop following this event.", metavar="ID"),
    newness: float = typer.Option(LEAST_NEWNESS, min=0.0, max=1.0, help="The least newness of a story's first report."),
    filters: Filters,
    paper: str | None = typer.Option(None, hidden=True, help="The old name of --site."),
    papers: int = typer.Option(1, min=1, help="Only events reported by at least this many papers.", metavar="N"),
    limit: int = typer.Option(30, min=1, help="List at most this many.", metavar="N"),
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """List new events, the latest first, and the events that are followed.

    An event is a story whose first report was unlike anything before it. With --follow, one to four articles define an
    event, and its next reports are found as they are gathered. With --format json, each event is one JSON object on its
    own line; followed events have their examples and reports.
    """
    with kept_newsroom_of(context, newsroom, config) as room:
        if follow:
            _print_followed((room.events.follow(follow),), output_format)
            return
        if unfollow is not None:
            _unfollow(room, unfollow)
            return
        followed = room.events.followed()
        if event is not None:
            _print_one(followed, event, output_format)
            return
        given = filters if filters["paper"] else {**filters, "paper": paper}
        query = StoryQuery(**given, least_papers=papers, limit=limit)
        # They are listed in order of arrival, but dated by their papers.
        found = tuple(sorted(room.events(query, least_newness=newness), key=lambda one: one.began_at, reverse=True))
        if not found and not followed:
            write_nothing(room, "event")
    if found:
        _print_events(found, output_format)
    if followed:
        _print_followed(followed, output_format)


def _unfollow(room: Newsroom, event_id: str) -> None:
    if not room.events.unfollow(event_id):
        write_error(f"{event_id}: no such event is followed. newsloom events lists them")
        raise typer.Exit(NOTHING_FOUND)
    write(f"{event_id} is no longer followed")


def _print_one(followed: tuple[FollowedEvent, ...], event_id: str, output_format: TableFormat) -> None:
    event = next((one for one in followed if one.id == event_id), None)
    if event is None:
        write_error(f"{event_id}: no such event is followed. To show a story: newsloom stories ID")
        raise typer.Exit(NOTHING_FOUND)
    if output_format is TableFormat.JSON:
        write_json(to_builtins(event))
        return
    write(f"{event.title}\n\nfollowed since {stamp(event.followed_at)} UTC, by:\n" + "\n".join(event.examples))
    table = new_table("seen", "belongs", "address", title="reports, in UTC")
    for one in reversed(event.reports):
        table.add_row(stamp(one.seen_at), f"{one.score:.2f}", printable(one.url))
    if event.reports:
        print_table(table)


def _print_events(events: tuple[Coverage, ...], output_format: TableFormat) -> None:
    if output_format is TableFormat.JSON:
        write_json_lines(map(to_builtins, events))
        return
    table = new_table("id", "began", "newness", "reports", "papers", "event", title="events, in UTC")
    for one in events:
        counts = (f"{one.newness:.2f}", str(len(one.reports)), str(len(one.papers)))
        table.add_row(one.id, stamp_or_day(one.began_at, one.began_on), *counts, printable(one.title or ""))
    print_table(table)


def _print_followed(events: tuple[FollowedEvent, ...], output_format: TableFormat) -> None:
    if output_format is TableFormat.JSON:
        write_json_lines(map(to_builtins, events))
        return
    table = new_table("id", "since", "reports", "last report", "event", title="followed, in UTC")
    for one in events:
        last = stamp(one.reports[-1].seen_at) if one.reports else "–"
        table.add_row(one.id, stamp(one.followed_at), str(len(one.reports)), last, printable(one.title))
    print_table(table)
