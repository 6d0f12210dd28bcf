"""``newsloom sources``: what is followed, how it fares, when it is fetched next and why then."""

from __future__ import annotations

from datetime import UTC, datetime

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of, name_of
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import TableFormat, write, write_error, write_json_lines
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
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="How to print the list."),
) -> None:
    """List what is followed: health, last change, next fetch and the reason for it, and what is known of its layout."""
    with kept_newsroom_of(context, newsroom, config) as room:
        followed = room.sources()
    if output_format is TableFormat.JSON:
        write_json_lines(_as_json(one) for one in followed)
    elif followed:
        now = datetime.now(UTC)
        write("\n".join(_described(one, now) for one in followed))
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


def _described(one: FollowedSource, now: datetime) -> str:
    appointment, source = one.appointment, one.source
    category = f"  [{source.category}]" if source.category else ""
    fetch = "being fetched" if _is_leased(one, now) else f"next fetch {ahead(appointment.due_at, now)}"
    facts = [
        f"fetched every {duration_text(source.interval_seconds)}, as set" if source.interval_seconds else "",
        f"last change {ago(appointment.changed_at, now)}, {fetch} ({appointment.reason})",
        f"template {_template_state(one, now)}",
        f"last failure: {one.failure.reason}" if one.failure else "",
    ]
    return "\n  ".join([f"{_health(one):8}{source.kind:8}{source.url}{category}", *filter(None, facts)])


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
