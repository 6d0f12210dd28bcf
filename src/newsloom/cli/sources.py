"""``newsloom sources``: lists what is followed, with its health, its next fetch and the reason for that time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import typer
from rich.table import Table

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of, name_of
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import TableFormat, new_table, print_table, printable, stacked, write_error, write_json_lines
from newsloom.cli.times import ago, ahead
from newsloom.conversion import to_builtins
from newsloom.newsroom import FollowedSource
from newsloom.pipeline.gathering.intervals import duration_text
from newsloom.records.description import counted

__all__ = ["command"]


def command(
    context: typer.Context,
    *,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """List what is followed: health, last change, next fetch and its reason, and what is known about its layout."""
    with kept_newsroom_of(context, newsroom, config) as room:
        followed = room.sources()
    if output_format is TableFormat.JSON:
        write_json_lines(_as_json(one) for one in followed)
    elif followed:
        print_table(_table(followed, datetime.now(UTC)))
    if not followed:
        write_error(f"{name_of(room)}: nothing is followed yet. Begin with: newsloom add URL")
        raise typer.Exit(NOTHING_FOUND)


def _as_json(one: FollowedSource) -> dict[str, object]:
    failure = one.failure.reason if one.failure else None
    return {
        **to_builtins(one.appointment),
        **to_builtins(one.source),
        "health": _health(one),
        "last_failure": failure,
        "template": _template_facts(one),
        "drift": to_builtins(one.drift),
    }


def _template_facts(one: FollowedSource) -> dict[str, object] | None:
    known = one.template
    if known is None:
        return None
    return {"number": known.number, "pages": known.pages, "fit": known.fit, "valid_from": to_builtins(known.valid_from)}


def _table(followed: Sequence[FollowedSource], now: datetime) -> Table:
    table = new_table("health", "kind", "source", "details")
    for one in followed:
        source = one.source
        names = [source.url, source.title or "", f"[{source.category}]" if source.category else ""]
        table.add_row(_health(one), source.kind, printable(stacked(names)), printable(stacked(_facts(one, now))))
    return table


def _facts(one: FollowedSource, now: datetime) -> list[str]:
    appointment, source = one.appointment, one.source
    fetch = "being fetched" if _is_leased(one, now) else f"next fetch {ahead(appointment.due_at, now)}"
    changed = f"last change {ago(appointment.changed_at, now)}" if appointment.changed_at else "no change seen yet"
    return [
        f"fetched every {duration_text(source.interval_seconds)}, as set" if source.interval_seconds else "",
        f"{changed}, {fetch} ({appointment.reason})",
        _drawing(one),
        f"template {_template_state(one, now)}",
        f"last failure: {one.failure.reason}" if one.failure else "",
    ]


def _drawing(one: FollowedSource) -> str:
    source = one.source
    if source.drawn_because and source.render != "never":
        return f"drawn by a browser: {source.drawn_because}"
    if source.undrawn_because and source.render != "never":
        return (
            f"not drawn, since drawing {counted(source.undrawn_tries, 'page')} did not help: {source.undrawn_because}"
        )
    return {"always": "drawn by a browser, as set", "never": "never drawn, as set"}.get(source.render or "", "")


def _template_state(one: FollowedSource, now: datetime) -> str:
    if one.drift is not None and one.drift.settled_at is None:
        return f"layout changed {ago(one.drift.since, now)}"
    if one.template is None:
        return "not learned yet"
    changed = f", changed {ago(one.drift.since, now)}" if one.drift else ""
    return f"of {counted(one.template.pages, 'page')}, since {one.template.valid_from:%Y-%m-%d}{changed}"


def _health(one: FollowedSource) -> str:
    if one.appointment.failures:
        return "failing"
    return "new" if one.appointment.checked_at is None else "good"


def _is_leased(one: FollowedSource, now: datetime) -> bool:
    until = one.appointment.leased_until
    return until is not None and until > now
