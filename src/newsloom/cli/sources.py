"""``newsloom sources``: what is followed, how it fares, when it is fetched next and why then."""

from __future__ import annotations

from datetime import UTC, datetime

import typer
from rich.table import Table

from newsloom.cli.exits import NOTHING_FOUND
from newsloom.cli.moments import ago, ahead
from newsloom.cli.options import Config, Place
from newsloom.cli.output import TableFormat, console, printable, write_error, write_json
from newsloom.cli.place import name_of, newsroom_of
from newsloom.cli.plain import plain
from newsloom.newsroom import Followed

__all__ = ["command"]


def command(
    context: typer.Context,
    *,
    newsroom: Place = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="How to print the list."),
) -> None:
    """List what is followed: health, last change, next fetch and the reason for it, and what is known of its layout."""
    with newsroom_of(context, newsroom, config) as room:
        followed = room.sources()
    if output_format is TableFormat.JSON:
        write_json([_as_json(one) for one in followed])
    elif followed:
        console().print(_table(followed, datetime.now(UTC)))
    if not followed:
        write_error(f"{name_of(room)}: nothing is followed yet. Begin with: newsloom add URL")
        raise typer.Exit(NOTHING_FOUND)


def _as_json(one: Followed) -> dict[str, object]:
    failure = one.failure.reason if one.failure else None
    return {
        **plain(one.appointment),
        **plain(one.source),
        "health": _health(one),
        "last_failure": failure,
        "template": _template_facts(one),
        "drift": plain(one.drift),
    }


def _template_facts(one: Followed) -> dict[str, object] | None:
    known = one.template
    if known is None:
        return None
    return {"number": known.number, "pages": known.pages, "fit": known.fit, "valid_from": plain(known.valid_from)}


def _table(followed: tuple[Followed, ...], now: datetime) -> Table:
    table = Table("health", "kind", "address", "category", "last change", "next fetch", "why", "template")
    for one in followed:
        appointment, source = one.appointment, one.source
        table.add_row(
            _health(one),
            source.kind,
            printable(source.url),
            printable(source.category or ""),
            ago(appointment.changed_at, now),
            "being fetched" if _is_leased(one, now) else ahead(appointment.due_at, now),
            printable(appointment.reason),
            _template_state(one, now),
        )
    return table


def _template_state(one: Followed, now: datetime) -> str:
    if one.drift is not None and one.drift.settled_at is None:
        return f"layout changed {ago(one.drift.since, now)}"
    if one.template is None:
        return "not learned yet"
    changed = f", changed {ago(one.drift.since, now)}" if one.drift else ""
    return f"of {one.template.pages} pages, since {one.template.valid_from:%Y-%m-%d}{changed}"


def _health(one: Followed) -> str:
    if one.appointment.failures:
        return "failing"
    return "new" if one.appointment.checked_at is None else "good"


def _is_leased(one: Followed, now: datetime) -> bool:
    until = one.appointment.leased_until
    return until is not None and until > now
