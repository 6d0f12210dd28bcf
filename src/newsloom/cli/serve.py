"""``newsloom serve``: serves the portal at an address of this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from newsloom.cli.exit_codes import BAD_INPUT, USAGE
from newsloom.cli.options import AllowHost, Config, NewsroomPlace, settings_of
from newsloom.cli.output import write, write_error
from newsloom.extras import require
from newsloom.portal.gatherer import GathererStatus, RestartPolicy, supervised
from newsloom.portal.serving import address_of, listen, serve, with_operator_token
from newsloom.settings import Settings

__all__ = ["command"]


def command(
    context: typer.Context,
    *,
    host: str = typer.Option(
        "127.0.0.1", help="The address to listen on; 0.0.0.0 means all addresses of this machine."
    ),
    port: int = typer.Option(8080, min=0, max=65535, help="The port to listen on; 0 picks a free one."),
    gather: bool = typer.Option(False, "--gather", help="Also gather, in a separate process."),
    processes: int = typer.Option(
        1, min=1, max=64, help="Number of processes that answer requests; one per core is enough."
    ),
    newsroom: NewsroomPlace = None,
    config: Config = None,
    allow_host: AllowHost = None,
) -> None:
    """Serve the portal, the feeds and the API until Ctrl-C or SIGTERM.

    Any number of portals, on any number of machines, may serve one newsroom on PostgreSQL, behind a reverse proxy named
    by the setting trusted_proxies.
    """
    require("portal", "newsloom serve")
    settings = settings_of(context, newsroom=newsroom, config=config, allow_host=allow_host)
    with listen(host, port) as listener, _gathering(settings, config, gather, _log_options(context)) as gatherer:
        write(f"Newsloom is at {address_of(listener)}  (Ctrl-C ends it)")
        operated = with_operator_token(settings)
        if operated is not settings:
            write(f"Operator page, only for you: {address_of(listener)}operator?token={operated.portal_operator_token}")
        sys.stdout.flush()
        serve(operated, listener, processes=processes, gatherer=gatherer)


@contextmanager
def _gathering(
    settings: Settings, config: Path | None, is_wanted: bool, log_options: list[str]
) -> Iterator[GathererStatus | None]:
    if not is_wanted:
        yield None
        return
    options = ["--config", str(config)] if config else []
    hosts = [part for name in settings.allow_hosts for part in ("--allow-host", name)]
    # In a process of its own, so that reading pages never keeps a reader waiting. The newsroom, which may contain a
    # password, is passed in the environment: all users of a machine can read a command line.
    command = [sys.executable, "-m", "newsloom", *log_options, "gather", "--watch", "--until-eof", *options, *hosts]
    environment = os.environ | {"NEWSLOOM_NEWSROOM": settings.newsroom}
    policy = RestartPolicy(lasting_codes=frozenset({USAGE, BAD_INPUT}))
    status = GathererStatus()
    with supervised(command, environment, status, policy, write_error):
        yield status


def _log_options(context: typer.Context) -> list[str]:
    """The options of logging, for the process that gathers."""
    said = context.find_root().params
    form = said.get("log_format")
    return ["--verbose"] * int(said.get("verbose") or 0) + (["--log-format", str(form)] if form else [])
