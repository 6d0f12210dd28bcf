"""``newsloom stories``: lists stories, or shows one with its reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

import typer
from rich.table import Table

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.filters import Filters, with_filters
from newsloom.cli.newsrooms import kept_newsroom_of, name_of, why_nothing_is_kept
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
from newsloom.cli.times import ago, stamp, stamp_or_day
from newsloom.conversion import to_builtins
from newsloom.newsroom import Newsroom
from newsloom.newsroom.papernames import paper_names
from newsloom.pipeline.desk.queries import Addition
from newsloom.records import Coverage, StoryQuery, story_filters
from newsloom.records.description import counted

__all__ = ["command", "stories_table", "write_nothing"]

_NEW_SENTENCES = 3


@with_filters(story_filters(), but="changed_after")
def command(
    context: typer.Context,
    story: str | None = typer.Argument(None, metavar="ID", help="Show this story, with its reports."),
    *,
    filters: Filters,
    paper: str | None = typer.Option(None, hidden=True, help="The old name of --site."),
    papers: int = typer.Option(1, min=1, help="Only stories reported by at least this many papers.", metavar="N"),
    limit: int = typer.Option(30, min=1, help="List at most this many.", metavar="N"),
    is_grouping: bool = typer.Option(False, "--group", help="Update the stories first."),
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """List stories, the biggest first; or show one: its reports, who was first, copies, what each report added.

    A story is big if many papers print it, high on their front pages, and recently. With --since, a single story shows
    only what came after that time. With --format json, each story is one JSON object on its own line.
    """
    with kept_newsroom_of(context, newsroom, config) as room:
        if is_grouping:
            room.stories.group()
        if story is not None:
            _print_story(room, story, filters["since"], output_format)
            return
        given = filters if filters["paper"] else {**filters, "paper": paper}
        query = StoryQuery(**given, least_papers=papers, limit=limit)
        found = room.stories(query)
        if not found:
            write_nothing(room, "story")
    if output_format is TableFormat.JSON:
        write_json_lines(map(to_builtins, found))
    else:
        print_table(stories_table(found, datetime.now(UTC)))


def stories_table(stories: tuple[Coverage, ...], now: datetime) -> Table:
    """Stories as rows, with the time of their last report."""
    table = new_table("id", "reports", "papers", "last report", "section", "story")
    for one in stories:
        table.add_row(
            one.id,
            str(len(one.reports)),
            str(len(one.papers)),
            one.last_told_on.isoformat() if one.last_told_on else ago(one.last_told_at, now),
            printable(one.section or ""),
            printable(one.title or ""),
        )
    return table


def write_nothing(room: Newsroom, wanted: str) -> None:
    """Print why there is nothing to list, and end."""
    if room.stories(StoryQuery(limit=1)):
        write_error(f"no {wanted} matches these options")
    elif next(room.articles(), None) is not None:
        write_error(f"{name_of(room)}: the articles are not grouped yet. Group them with: newsloom stories --group")
    else:
        write_error(why_nothing_is_kept(room))
    raise typer.Exit(NOTHING_FOUND)


def _print_story(room: Newsroom, story_id: str, since: datetime | None, output_format: TableFormat) -> None:
    story = room.stories.get(story_id)
    if story is None:
        write_error(f"{story_id}: there is no such story. newsloom stories lists them")
        raise typer.Exit(NOTHING_FOUND)
    additions = room.stories.additions(story, since)
    if output_format is TableFormat.JSON:
        write_json({**to_builtins(story), "papers": list(story.papers), "additions": to_builtins(additions)})
        return
    names = paper_names(room, story.papers)
    write(_head(story, names))
    if additions:
        print_table(_reports_table(additions, names))
    else:
        write("Nothing was reported after that." if since else "Its reports are no longer stored.")


def _head(story: Coverage, names: Mapping[str, str]) -> str:
    first = _called((report.paper for report in story.first_reports), names)
    began = stamp_or_day(story.began_at, story.began_on)
    last = stamp_or_day(story.last_told_at, story.last_told_on)
    facts = (
        f"{counted(len(story.reports), 'report')} of {counted(len(story.papers), 'paper')}, "
        f"{began} to {last} UTC; first: {first}"
    )
    words = ", ".join(word for word, _ in story.words[:8])
    parts = [story.title or story.id, story.summary, facts, f"words: {words}" if words else ""]
    return "\n\n".join(part for part in parts if part) + "\n"


def _called(papers: Iterable[str], names: Mapping[str, str]) -> str:
    return ", ".join(dict.fromkeys(names.get(paper, paper) for paper in papers))


def _reports_table(additions: tuple[Addition, ...], names: Mapping[str, str]) -> Table:
    table = new_table("seen", "paper", "report", title="reports, in UTC")
    for one in additions:
        copies = _called((copy.paper for copy in one.copies), names)
        lines = [
            one.title or "",
            one.report.url,
            *(f"+ {sentence}" for sentence in one.sentences[:_NEW_SENTENCES]),
            f"and {counted(len(one.sentences) - _NEW_SENTENCES, 'more new sentence')}"
            if len(one.sentences) > _NEW_SENTENCES
            else "",
            f"copied {counted(len(one.copies), 'time')}: {copies}" if one.copies else "",
        ]
        paper = names.get(one.report.paper, one.report.paper)
        table.add_row(stamp(one.report.seen_at), printable(paper), printable(stacked(line.strip() for line in lines)))
    return table
