"""``newsloom reextract``: reads kept pages again, and shows what is different."""

from __future__ import annotations

from datetime import datetime

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import METHOD_HELP, Config, NewsroomPlace, Workers
from newsloom.cli.output import TableFormat, write, write_error, write_json
from newsloom.cli.times import moment
from newsloom.conversion import to_builtins
from newsloom.pipeline.templates.reextract import Difference, Rereading
from newsloom.records.description import counted

__all__ = ["command"]


def command(
    context: typer.Context,
    *,
    site: str | None = typer.Option(None, help="Only stories of this site.", metavar="SITE"),
    since: str | None = typer.Option(None, help="Only stories first seen at this time or later.", metavar="TIME"),
    extractor: str | None = typer.Option(None, help=METHOD_HELP, metavar="METHOD"),
    is_dry: bool = typer.Option(False, "--dry-run", help="Show what would be different, and store nothing."),
    workers: Workers = None,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """Extract stored pages again with the current extractor and templates, and show what is different.

    A story that reads differently gets a new revision; the old one stays in its history. A page that could not be read
    before becomes a story if it can be read now. A page that is no longer a story, or cannot be read, is named and left
    as it was. The word F1 compares the texts before and after.
    """
    from_time: datetime | None = moment(since) if since else None
    different: list[Difference] = []
    with kept_newsroom_of(context, newsroom, config, workers=workers) as room:
        done = room.articles.reextract(
            site=site, since=from_time, extractor=extractor, is_dry=is_dry, report=different.append
        )
    if output_format is TableFormat.JSON:
        write_json({**to_builtins(done), "differences": [to_builtins(one) for one in different]})
    elif done.stories or different:
        for one in different:
            write(_line(one))
        write(_summary(done, is_dry=is_dry))
    if not (done.stories or different):
        write_error("there are no stored stories to extract again")
        raise typer.Exit(NOTHING_FOUND)


def _line(one: Difference) -> str:
    if one.is_recovered:
        return f"{one.url}  read for the first time; {one.after}"
    if one.reason:
        return f"{one.url}  left as it was: {one.reason}"
    return f"{one.url}  {', '.join(one.fields)}; word F1 {one.word_f1:.3f}; {one.before} → {one.after}"


def _summary(done: Rereading, *, is_dry: bool) -> str:
    fields = ", ".join(f"{name} {count}" for name, count in done.fields.items())
    changed = f"{done.changed} {'would change' if is_dry else 'changed'}" + (f" ({fields})" if fields else "")
    recovered = f", {done.recovered} read for the first time" if done.recovered else ""
    told = f"{done.same} the same, {changed}, {done.refused + done.unread} left{recovered}"
    stories = counted(done.stories + done.recovered + done.unread, "story", "stories")
    return f"{stories}: {told}; word F1 {done.word_f1:.4f}"
